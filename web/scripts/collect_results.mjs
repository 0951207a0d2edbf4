// collect_results.mjs: gathers what was measured for the explorer: every table of the committed pages
// as it stands there, and the runs that `waymark bench export --json` wrote to web/results. Nothing is
// typed by hand. The outcome is a script, because pages opened from a folder may load no other data.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

function cells(line) {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replace(/\\([*|_])/g, '$1').replace(/`|\*\*/g, ''))
}

/** The tables of a page, each with the headings and the sentence above it. */
function tables(text) {
  const found = []
  const headings = []
  let said = ''
  const lines = text.split('\n')
  for (let i = 0; i < lines.length; i++) {
    const heading = /^(#+) (.+)$/.exec(lines[i])
    if (heading) {
      headings.length = heading[1].length - 1
      headings[heading[1].length - 1] = heading[2].replace(/\\/g, '')
      said = ''
    } else if (lines[i].startsWith('|') && /^\|[\s:|-]+\|?$/.test(lines[i + 1] ?? '')) {
      const columns = cells(lines[i])
      const rows = []
      for (i += 2; i < lines.length && lines[i].startsWith('|'); i++) {
        rows.push(cells(lines[i]))
      }
      found.push({ title: headings.slice(1).filter(Boolean).join(' · ') || headings[0], said, columns, rows })
    } else if (lines[i].trim() && !lines[i].startsWith('    ') && !lines[i].startsWith('<!--')) {
      said = lines[i].trim().replace(/`|\*\*/g, '')
    }
  }
  return found
}

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
