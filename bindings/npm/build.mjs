// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// build.mjs FOLDER: makes the scripts of the package of src and of the modules in FOLDER, with
// esbuild: ES modules and CommonJS, each with its module inside, without an import of Node's but in
// those for Node alone.
import { execFileSync } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = resolve(process.argv[2])
const here = dirname(fileURLToPath(import.meta.url))
const esbuild = createRequire(join(here, '../../web/package.json'))('esbuild')

/** A module, packed as small as DEFLATE can be, and the layouts of the structs that its scripts name. */
async function module(name) {
  const file = join(folder, `${name}.wasm`)
  const bytes = await readFile(file)
  const small = execFileSync('zopfli', ['--deflate', '-c', file], { maxBuffer: 1 << 26 })
  return {
    packed: `export default [${bytes.length}, ${JSON.stringify(small.toString('base64'))}]`,
    layouts: await readFile(join(folder, `${name}.layouts.js`), 'utf8'),
  }
}

/** Modules that are made, not written: by name, their text. */
function made(texts, format) {
  return {
    name: 'made',
    setup(build) {
      build.onResolve({ filter: /^(packed|layouts|worker-text)$/ }, ({ path }) => ({ path, namespace: 'made' }))
      build.onLoad({ filter: /.*/, namespace: 'made' }, ({ path }) => ({ contents: texts[path] }))
      build.onResolve({ filter: /^spawn$/ }, () => ({ path: join(here, 'src', texts.spawn) }))
      build.onResolve({ filter: /^\.\/index\.js$/ }, () => ({ path: format === 'cjs' ? './index.cjs' : './index.js', external: true }))
    },
  }
}

const shared = { bundle: true, platform: 'neutral', target: 'es2022', charset: 'ascii', external: ['node:*'], legalComments: 'inline', logLevel: 'warning' }
const entry = (name) => [join(here, 'src', name)]

const whole = await module('waymark')
const plugins = [made(whole, 'iife')]
const worker = await esbuild.build({ ...shared, entryPoints: entry('worker.js'), format: 'iife', minify: true, plugins, write: false })
const workerText = worker.outputFiles[0].text
const texts = { 'worker-text': `export default ${JSON.stringify(workerText)}` }
// Where every kilobyte counts. Names stay, as errors tell them, and lines are short, as Node shows the one that threw.
const tight = { minifySyntax: true, minifyWhitespace: true, lineLimit: 160 }
const builds = [
  ['index.js', 'index', whole],
  ['small.js', 'small', await module('small'), tight],
  ['mesh.js', 'mesh', await module('mesh')],
  ['pool.js', 'pool', { ...texts, spawn: 'spawn.browser.js' }],
  ['pool.js', 'pool.node', { ...texts, spawn: 'spawn.node.js' }],
]
for (const [source, name, own, more] of builds) {
  for (const [format, suffix] of [['esm', 'js'], ['cjs', 'cjs']]) {
    const outfile = join(folder, `${name}.${suffix}`)
    await esbuild.build({ ...shared, ...more, entryPoints: entry(source), format, outfile, plugins: [made(own, format)] })
  }
}
await esbuild.build({
  ...shared, entryPoints: entry('worker.js'), format: 'iife', minify: true, plugins, outfile: join(folder, 'worker.js'),
  banner: { js: 'const port = self;' },
})
for (const name of ['index', 'small', 'mesh', 'pool']) {
  const types = await readFile(join(here, `${name}.d.ts`), 'utf8')
  await writeFile(join(folder, `${name}.d.ts`), types)
  await writeFile(join(folder, `${name}.d.cts`), types.replace(/(from '\.\/\w+)\.js'/g, "$1.cjs'"))
}
for (const name of ['waymark', 'small', 'mesh']) {
  await rm(join(folder, `${name}.wasm`))
  await rm(join(folder, `${name}.layouts.js`))
}
