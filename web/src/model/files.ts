// Files that people bring: maps, scenarios, levels. A bad one gets a sentence and changes nothing.
import { EngineError } from '../engine/types'
import { complain, engine, ground, mode, notify, parseMap, pickProblem, scenario } from './state'
import { takeLevel } from './level'

const SIZE_MAX = 32 << 20

async function openScenario(text: string, name: string): Promise<void> {
  const map = ground.value
  const file = await engine.calls.scenario(text)
  if (file.rows.length === 0) {
    throw new EngineError('no problems in it')
  }
  if (!map || file.width !== map.width || file.height !== map.height) {
    throw new EngineError(
      `it is for a map of ${file.width} x ${file.height} cells (${file.map}), the one here has ${map?.width} x ${map?.height}; open that map first`,
    )
  }
  scenario.value = { file: name, rows: file.rows, at: 0 }
  pickProblem(0)
  notify(`${name}: ${file.rows.length.toLocaleString('en')} problems`)
}

async function openOne(file: File): Promise<void> {
  if (file.size > SIZE_MAX) {
    throw new EngineError(`${(file.size / (1 << 20)).toFixed(0)} MiB; this page takes files of up to ${SIZE_MAX >> 20} MiB`)
  }
  const text = await file.text()
  if (/^version\b/.test(text) || file.name.endsWith('.scen')) {
    await openScenario(text, file.name)
  } else if (/^1 \d+ \d+ /.test(text) || file.name.endsWith('.lvl')) {
    await takeLevel(await engine.calls.levelParse(text), file.name)
  } else {
    await parseMap(text, file.name)
    if (mode.value === 'knight' || mode.value === 'tiles') {
      mode.value = 'search'
    }
    const { width, height, floors } = ground.value!
    notify(`${file.name}: ${width} x ${height} cells${floors > 1 ? ` on ${floors} floors` : ''}`)
  }
}

let opening = Promise.resolve()

async function openAll(files: File[]): Promise<void> {
  const order = (file: File) => Number(file.name.endsWith('.scen'))
  for (const file of [...files].sort((a, b) => order(a) - order(b))) {
    try {
      await openOne(file)
    } catch (error) {
      complain(error, file.name)
    }
  }
}

/** Maps first, and what is brought later waits: a scenario finds the map that was opened before it. */
export function openFiles(files: File[]): Promise<void> {
  return (opening = opening.then(() => openAll(files)))
}
