// The documentation: pages of docs/ and the reference, put together by scripts/assemble_docs.mjs.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type DefaultTheme } from 'vitepress'

const source = fileURLToPath(new URL('../pages/', import.meta.url))

function titleOf(path: string): string {
  const text = readFileSync(source + path, 'utf8')
  return (/^# (.+)$/m.exec(text)?.[1] ?? path).replace(/\\/g, '').replace(/`/g, '')
}

function items(folder: string, order?: string[]): DefaultTheme.SidebarItem[] {
  const names = order?.filter((name) => existsSync(`${source}${folder}${name}.md`)) ?? []
  const rest = readdirSync(source + folder)
    .filter((name) => name.endsWith('.md') && name !== 'index.md' && !names.includes(name.slice(0, -3)))
    .map((name) => name.slice(0, -3))
    .sort()
  return [...names, ...rest].map((name) => ({ text: titleOf(`${folder}${name}.md`), link: `/${folder}${name}` }))
}

const GUIDES = ['hello', 'choosing', 'embedding', 'architecture', 'worlds', 'fog', 'changing', 'hierarchical', 'smoothing', 'gat', 'formats', 'benchmarking', 'reproduction']

/** The registry's families, from the table that `make docs` keeps. */
function algorithms(): DefaultTheme.SidebarItem[] {
  const rows = [...readFileSync(`${source}index.md`, 'utf8').matchAll(/^\| \[([^\]]+)\]\(\.?\/?algorithms\/(\w+)\.md\) \| (\w+)/gm)]
  const families = [...new Set(rows.map((row) => row[3]))]
  return families.map((family) => ({
    text: family,
    collapsed: true,
    items: rows.filter((row) => row[3] === family).map((row) => ({ text: row[1].replace(/\\/g, ''), link: `/algorithms/${row[2]}` })),
  }))
}

export default defineConfig({
  title: 'waymark',
  description: 'Real-time pathfinding for games, in C17',
  base: '/__base__/',
  srcDir: source,
  outDir: fileURLToPath(new URL('../../../build/site/docs', import.meta.url)),
  cacheDir: fileURLToPath(new URL('../../../build/docs-cache', import.meta.url)),
  cleanUrls: false,
  lastUpdated: false,
  metaChunk: false,
  head: [['link', { rel: 'icon', href: '/__base__/../favicon.svg' }]],
  vite: { logLevel: 'warn', build: { chunkSizeWarningLimit: 4000 } },
  themeConfig: {
    nav: [
      { text: 'Playground', link: '/__site__/index.html', target: '_self' },
      { text: 'Benchmarks', link: '/__site__/bench.html', target: '_self' },
      { text: 'Guide', link: '/hello' },
      { text: 'API', link: '/api/' },
    ],
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: [
      { text: 'Guide', items: items('', GUIDES) },
      { text: 'Algorithms', items: algorithms() },
      { text: 'API', collapsed: true, items: items('api/') },
      { text: 'Examples', collapsed: true, items: items('examples/') },
      { text: 'Measured', collapsed: true, items: items('bench/') },
    ],
    docFooter: { prev: 'Before', next: 'Next' },
  },
})
