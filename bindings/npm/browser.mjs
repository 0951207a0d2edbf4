// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// browser.mjs PACKAGE [KIND]...: the built package in Chromium, as programs get there: unbundled, or
// by esbuild, vite, rollup or webpack, which are looked for in the site's tools and in this folder
// and the current one. A page asks a pool a thousand questions and must hear of each.
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, extname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const [given, ...kinds] = process.argv.slice(2)
const here = dirname(fileURLToPath(import.meta.url))
const homes = [join(here, '../../web'), here, process.cwd()].map((home) => createRequire(join(home, 'package.json')))

function find(name) {
  for (const require of homes) {
    try {
      return require.resolve(name)
    } catch {
      // Maybe in the next.
    }
  }
  throw new Error(`${name} is not installed`)
}
const load = async (name) => import(pathToFileURL(find(name)))

const PROGRAM = `
import { Ground, WaymarkError, World } from 'waymark'
import { Ground as Free } from 'waymark/mesh'
import { Pool } from 'waymark/pool'
import * as small from 'waymark/small'
const must = (holds, what) => { if (!holds) throw new Error(what) }
const refused = async (asked, text) => {
  try { await asked } catch (error) { return must(text.test(error), 'another error: ' + error) }
  throw new Error('not refused: ' + text)
}
async function run() {
  must(new Ground(64, 64).find([1, 1], [60, 1]).cost === 59 * 408, 'the main thread')
  must(new small.Ground(64, 64).find([1, 1], [60, 1]).cost === 59 * 408, 'the small build')
  must(new Free(8, 8).mesh().find([0.5, 0.5], [7.5, 0.5]).length === 7, 'the build with meshes')
  const world = new World(new Ground(16, 16), { units: 1 })
  world.order([world.add([1, 1])], { kind: 'go', place: [9, 1] })
  for (let frame = 0; frame < 20; frame++) world.frame(1000)
  must(world.positions()[0] > 9, 'the world')
  const pool = new Pool({ width: 64, height: 64, algorithm: 'jps', workers: 2 })
  const asked = Array.from({ length: 1000 }, (_, i) => pool.find([1, 1], [60, 1 + (i % 60)]))
  const answers = await Promise.all(asked)
  must(answers.every(({ outcome, places }, i) => outcome === 'found' && places.at(-1)[1] === 1 + (i % 60)), 'answers')
  pool.fill(30, 0, 1, 64, 0)
  must((await pool.find([1, 1], [60, 1])).outcome === 'no_path', 'an edit')
  await refused(pool.find([1, 1], [64, 1]), /RangeError.*outside the map/)
  await refused(pool.find([1, 1], [2, 2], { nearby: true }), /TypeError.*nearby/)
  const control = new AbortController()
  const taken = pool.find([1, 1], [60, 60], { signal: control.signal })
  control.abort()
  await refused(taken, /AbortError/)
  await refused(pool.find([1, 1], [2, 2], { signal: control.signal }), /AbortError/)
  // One question that takes long is taken back, and the next is not kept waiting by it.
  const large = new Pool({ width: 2048, height: 2048, algorithm: 'astar', workers: 1 })
  await large.find([0, 0], [1, 1])
  large.fill(2046, 0, 1, 2047, 0)
  await refused(large.find([0, 0], [2047, 0], { signal: AbortSignal.timeout(30) }), /TimeoutError/)
  must((await large.find([0, 0], [9, 9])).cost === 9 * 577, 'after one that was taken back')
  await large.close()
  const wrong = new Pool({ width: 4, height: 4, algorithm: 'nosuch', workers: 1 })
  await refused(wrong.find([0, 0], [1, 1]), /WaymarkError.*nosuch/)
  // A worker whose script fails says so to whoever waits.
  const script = URL.createObjectURL(new Blob(['throw new Error("broken")'], { type: 'text/javascript' }))
  const broken = new Pool({ width: 4, height: 4, workers: 1, worker: () => new Worker(script) })
  await refused(broken.find([0, 0], [1, 1]), /WaymarkError.*failed.*broken/)
  await refused(broken.find([0, 0], [1, 1]), /failed/)
  const last = pool.find([1, 1], [2, 2])
  pool.close()
  await refused(last, /closed/)
}
run().then(() => { document.title = 'DONE' }, (error) => { document.title = 'FAILED ' + error })
`

/** Each makes a page of the program in its folder and says which file that is. */
const MAKERS = {
  // The package as files on a server, by an import map: no tool at all.
  async unbundled(folder) {
    const at = './node_modules/waymark'
    const map = { imports: { waymark: `${at}/index.js`, 'waymark/pool': `${at}/pool.js`, 'waymark/small': `${at}/small.js`, 'waymark/mesh': `${at}/mesh.js` } }
    return `<script type="importmap">${JSON.stringify(map)}</script><script type="module" src="main.js"></script>`
  },
  async esbuild(folder) {
    const { build } = (await load('esbuild')).default
    await build({ entryPoints: [join(folder, 'main.js')], bundle: true, minify: true, outfile: join(folder, 'out.js'), logLevel: 'error' })
    return '<script src="out.js"></script>'
  },
  async rollup(folder) {
    const { rollup } = await load('rollup')
    const { nodeResolve } = await load('@rollup/plugin-node-resolve')
    const onwarn = ({ message }) => {
      throw new Error(message)
    }
    const bundle = await rollup({ input: join(folder, 'main.js'), plugins: [nodeResolve({ browser: true })], onwarn })
    await bundle.write({ file: join(folder, 'out.js'), format: 'es' })
    return '<script type="module" src="out.js"></script>'
  },
  async webpack(folder) {
    const webpack = (await load('webpack')).default
    const output = { path: folder, filename: 'out.js' }
    // A package of 400 KB is more than webpack likes; that is what `waymark/small` is for.
    const options = { mode: 'production', context: folder, entry: './main.js', output, performance: false }
    const stats = await new Promise((use, refuse) => webpack(options, (error, made) => (error ? refuse(error) : use(made))))
    if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString('errors-warnings'))
    return '<script src="out.js"></script>'
  },
  async vite(folder) {
    const { build, createLogger } = await import(pathToFileURL(join(dirname(find('vite/package.json')), 'dist/node/index.js')))
    await writeFile(join(folder, 'index.html'), '<meta charset="utf-8"><title>running</title><script type="module" src="./main.js"></script>')
    const warn = (message) => {
      throw new Error(message)
    }
    const customLogger = { ...createLogger('silent'), warn, warnOnce: warn }
    const options = { root: folder, configFile: false, customLogger, base: './' }
    // The whole and its pool draw no warning, of their size above all; every build at once would.
    await writeFile(join(folder, 'whole.js'), "import { Ground } from 'waymark'\nimport { Pool } from 'waymark/pool'\nconsole.log(Ground, Pool)\n")
    await build({ ...options, build: { outDir: 'whole', rollupOptions: { input: join(folder, 'whole.js') } } })
    await build({ ...options, build: { chunkSizeWarningLimit: 2000 } })
    return null
  },
}

async function make(kind) {
  const folder = await mkdtemp(join(tmpdir(), `waymark-${kind}-`))
  await mkdir(join(folder, 'node_modules'))
  await symlink(resolve(given), join(folder, 'node_modules/waymark'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'main.js'), PROGRAM)
  const scripts = await MAKERS[kind](folder)
  if (scripts) await writeFile(join(folder, 'index.html'), `<meta charset="utf-8"><title>running</title>${scripts}`)
  return { folder, root: scripts ? folder : join(folder, 'dist') }
}

const TYPES = { '.html': 'text/html', '.js': 'text/javascript' }

function serve(root) {
  const server = createServer(async (request, reply) => {
    try {
      const name = new URL(request.url, 'http://localhost').pathname.slice(1) || 'index.html'
      const body = await readFile(join(root, name))
      reply.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'text/plain' }).end(body)
    } catch {
      reply.writeHead(404).end()
    }
  })
  return new Promise((ready) => server.listen(0, '127.0.0.1', () => ready(server)))
}

const { chromium } = (await load('playwright-core')).default
const executablePath = process.env.CHROMIUM ?? execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim()
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
let failed = 0
for (const kind of kinds.length ? kinds : Object.keys(MAKERS)) {
  let title
  try {
    const { folder, root } = await make(kind)
    const server = await serve(root)
    const page = await browser.newPage()
    page.on('pageerror', (error) => console.log(`${kind}: ${error}`))
    await page.goto(`http://127.0.0.1:${server.address().port}/`)
    await page.waitForFunction(() => document.title !== 'running', null, { timeout: 60_000 })
    title = await page.title()
    await page.close()
    server.close()
    await rm(folder, { recursive: true })
  } catch (error) {
    title = `FAILED ${error}`
  }
  failed += title !== 'DONE'
  console.log(`${kind}: ${title}`)
}
await browser.close()
process.exitCode = failed ? 1 : 0
