// collect_results.mjs: gathers what was measured for the explorer: every table of the committed pages
// as it stands there, and the runs that `waymark bench export --json` wrote to web/results. Nothing is
// typed by hand. The outcome is a script, because pages opened from a folder may load no other data.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tables } from '../src/bench/tables.mjs'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

function pages() {
  const names = ['reproduction.md', ...readdirSync(join(root, 'docs/bench')).filter((name) => name.endsWith('.md')).map((name) => `bench/${name}`)]
  return names
    .filter((name) => existsSync(join(root, 'docs', name)))
    .map((name) => {
      const text = readFileSync(join(root, 'docs', name), 'utf8')
      return { name: name.replace(/\.md$/, ''), title: /^# (.+)$/m.exec(text)?.[1].replace(/\\/g, '') ?? name, tables: tables(text) }
    })
    .filter((page) => page.tables.length > 0)
}

function runs() {
  const folder = join(root, 'web/results')
  if (!existsSync(folder)) {
    return []
  }
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({ name: name.slice(0, -5), ...JSON.parse(readFileSync(join(folder, name), 'utf8')) }))
}

const out = join(root, 'build/site')
mkdirSync(out, { recursive: true })
writeFileSync(join(out, 'results.js'), `window.WAYMARK_RESULTS=${JSON.stringify({ pages: pages(), runs: runs() })}\n`)
