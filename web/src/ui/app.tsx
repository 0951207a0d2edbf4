// The page: a bar with the modes, the map, panels around it.
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { forgetStrokes, undo } from '../model/brush'
import { openFiles } from '../model/files'
import { pause, play, playing, seek, stepBy } from '../model/film'
import { keep, share } from '../model/share'
import * as state from '../model/state'
import { modes } from '../modes/all'
import type { Mode } from '../modes/mode'
import { AlgorithmPanel, pageOf, RulesPanel } from './algorithm_panel'
import { Section } from './controls'
import { ExportMenu } from './export_menu'
import { Icon, Logo } from './icons'
import { MapPanel, ScenarioRows } from './map_panel'
import { Stage, Tools, pickTool, watch } from './stage'

export function currentMode(): Mode {
  return modes.find((one) => one.name === state.mode.value) ?? modes[0]
}

let entered: Mode | null = null

function enter(): void {
  const next = currentMode()
  if (entered && entered !== next) {
    entered.leave()
    next.enter()
  }
  entered = next
}

function TopBar() {
  // On a phone the modes are a row that scrolls.
  useEffect(() => document.querySelector('.modes [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }), [state.mode.value])
  return (
    <header class="topbar">
      <a class="brand" href="index.html" aria-label="waymark playground">
        <Logo />
        <b>waymark</b>
      </a>
      <nav class="modes" aria-label="Modes">
        {modes.map((one) => (
          <button key={one.name} aria-current={one.name === state.mode.value ? 'page' : undefined} title={one.hint} onClick={() => (state.mode.value = one.name)}>
            {one.title}
          </button>
        ))}
      </nav>
      <nav class="links" aria-label="Site">
        <a href="docs/index.html" aria-label="Docs">
          <Icon name="book" /> <span>Docs</span>
        </a>
        <a href="bench.html" aria-label="Benchmarks">
          <Icon name="chart" /> <span>Benchmarks</span>
        </a>
        <button aria-label="Share" title="Share this by its address" onClick={() => void share()}>
          <Icon name="share" /> <span>Share</span>
        </button>
        <ExportMenu />
        <button aria-label={`Switch to ${state.theme.value === 'dark' ? 'light' : 'dark'} colours`} title="Dark or light" onClick={state.toggleTheme}>
          <Icon name={state.theme.value === 'dark' ? 'sun' : 'moon'} />
        </button>
      </nav>
    </header>
  )
}

function Notices() {
  return (
    <div class="notices" role="status" aria-label="Notices">
      {state.notices.value.map((one) => (
        <div key={one.id} class={`notice ${one.kind}`} role={one.kind === 'error' ? 'alert' : undefined}>
          <span>{one.text}</span>
          <button aria-label="Dismiss" onClick={() => state.dismiss(one.id)}>
            <Icon name="close" size={14} />
          </button>
        </div>
      ))}
    </div>
  )
}

/** What screen readers are told. */
function Said() {
  return (
    <div class="unseen" role="status" aria-label="What happened" data-testid="said">
      {state.said.value}
    </div>
  )
}

function Working() {
  const share = state.progress.value
  if (share === null) {
    return null
  }
  return (
    <section class="working" aria-label="Preparation">
      <progress value={share} max={1} aria-label="Share prepared" />
      <span role="status">Preparing…</span>
      <span aria-hidden="true">{Math.round(share * 100)} %</span>
      <button onClick={() => void state.restart()}>
        <Icon name="stop" size={14} /> Stop
      </button>
    </section>
  )
}

const HELP: [string, string][] = [
  ['space', 'play or pause'],
  [', .', 'one expansion back or on'],
  ['Home End', 'to the start or the end of the film'],
  ['arrows', 'move the cursor (with shift: ten cells)'],
  ['S G', 'start or goal at the cursor'],
  ['Enter', 'draw at the cursor'],
  ['1 2 3 4 5', 'tools: move, walls, ground, terrain, links'],
  ['+ - 0', 'zoom, show all'],
  ['Ctrl Z', 'undo'],
  ['?', 'this list'],
]

function Help({ close }: { close(): void }) {
  return (
    <dialog class="help" open aria-label="Keys">
      <h2>Keys</h2>
      <dl>
        {HELP.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <button onClick={close}>Close</button>
    </dialog>
  )
}

function useKeys(help: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLElement && /INPUT|SELECT|TEXTAREA/.test(event.target.tagName)
      if ((event.ctrlKey || event.metaKey) && event.key === 'z') {
        const edits = undo()
        if (edits.length) {
          currentMode().edit(edits)
        }
        event.preventDefault()
        return
      }
      if (typing || event.ctrlKey || event.metaKey || event.altKey) {
        return
      }
      const onButton = event.target instanceof HTMLButtonElement
      if (event.key === ' ' && !onButton) {
        if (playing.value) {
          pause()
        } else {
          play()
        }
      } else if (event.key === ',') {
        stepBy(-1)
      } else if (event.key === '.') {
        stepBy(1)
      } else if (event.key === 'Home') {
        pause()
        seek(0)
      } else if (event.key === 'End') {
        pause()
        seek(Infinity)
      } else if (event.key === '?') {
        help()
      } else if (!pickTool(event.key)) {
        return
      }
      event.preventDefault()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

function useDrop(): void {
  useEffect(() => {
    const over = (event: DragEvent) => {
      event.preventDefault()
      document.body.classList.add('dropping')
    }
    const leave = () => document.body.classList.remove('dropping')
    const drop = (event: DragEvent) => {
      event.preventDefault()
      leave()
      void openFiles([...(event.dataTransfer?.files ?? [])])
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [])
}

/** The page of an algorithm, beside the map; it follows the choice. */
function Reader() {
  if (!state.reading.value) {
    return null
  }
  const page = pageOf(state.algorithmName.value)
  return (
    <aside class="panel reader" aria-label={`About ${state.algorithm.value?.title}`}>
      <div class="reader-head">
        <a href={page} target="_blank" rel="noopener">
          Open as a page
        </a>
        <button aria-label="Close the page" onClick={() => (state.reading.value = '')}>
          <Icon name="close" size={14} />
        </button>
      </div>
      <iframe src={page} title={`About ${state.algorithm.value?.title}`} />
    </aside>
  )
}

function Left({ mode }: { mode: Mode }) {
  if (mode.Left) {
    return <mode.Left />
  }
  return (
    <>
      <Section title="Algorithm">
        <AlgorithmPanel />
      </Section>
      <Section title="Rules" open={false}>
        <RulesPanel />
      </Section>
      <Section title="Map" open={false}>
        <MapPanel />
      </Section>
    </>
  )
}

export function App() {
  const help = useSignal(false)
  const sheet = useSignal<'left' | 'right' | null>(null)
  const mode = currentMode()
  useKeys(() => (help.value = !help.value))
  useDrop()
  useEffect(() => {
    const stop = watch(currentMode)
    const timer = setInterval(() => void keep(), 4000)
    addEventListener('pagehide', () => void keep())
    return () => {
      stop()
      clearInterval(timer)
    }
  }, [])
  useEffect(enter, [mode])
  useEffect(forgetStrokes, [state.ground.value])
  const flip = (side: 'left' | 'right') => (sheet.value = sheet.value === side ? null : side)
  return (
    <div class={`app ${state.embedded.value ? 'embedded' : ''} ${mode.onMap ? '' : 'own-picture'}`} data-mode={mode.name}>
      <TopBar />
      <main>
        <Stage current={currentMode} />
        {mode.Picture && <mode.Picture />}
        {mode.onMap && <Tools current={currentMode} />}
        <aside class={`panel left ${sheet.value === 'left' ? 'up' : ''}`} aria-label="Settings">
          {mode.onMap || mode.name === 'compare' ? <ScenarioRows /> : null}
          <Left mode={mode} />
        </aside>
        <aside class={`panel right ${sheet.value === 'right' ? 'up' : ''}`} aria-label="Results">
          <p class="hint">{mode.hint}</p>
          <mode.Side />
        </aside>
        <Reader />
        <div class="dock">
          <mode.Dock />
        </div>
        <nav class="sheets" aria-label="Panels">
          <button aria-expanded={sheet.value === 'left'} onClick={() => flip('left')}>
            <Icon name="panel" size={16} /> Set up
          </button>
          <button aria-expanded={sheet.value === 'right'} onClick={() => flip('right')}>
            <Icon name="chart" size={16} /> Results
          </button>
        </nav>
      </main>
      <Working />
      <Notices />
      {help.value && <Help close={() => (help.value = false)} />}
      <Said />
    </div>
  )
}
