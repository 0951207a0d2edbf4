// assemble_docs.mjs: puts the documentation together for VitePress in web/docs/pages: the pages of
// docs/ as they are, the API reference made from the headers, the examples, and what stands in the
// root. Links between them lead to pages; links to other files of the tree become plain text.
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { apiPage } from './api_reference.mjs'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const out = join(root, 'web/docs/pages')
const ROOT_PAGES = { 'CHANGELOG.md': 'changelog.md', 'CONTRIBUTING.md': 'contributing.md', 'SECURITY.md': 'security.md' }

/** Where a file of the tree is found among the pages, or null. */
function pageOf(path) {
  if (path === 'README.md' || path === 'docs' || path === 'docs/README.md') {
    return 'index.md'
  }
  if (ROOT_PAGES[path]) {
    return ROOT_PAGES[path]
  }
  const header = /^include\/waymark\/(\w+)\.h$/.exec(path)
  if (header) {
    return `api/${header[1]}.md`
  }
  if (path === 'include/waymark' || path === 'include') {
    return 'api/index.md'
  }
  const example = /^examples\/(\w+)\.(c|cpp)$/.exec(path)
  if (example) {
    return `examples/${example[1]}.md`
  }
  if (path === 'examples') {
    return 'examples/index.md'
  }
  return path.startsWith('docs/') ? path.slice(5) : null
}

/** Leads the links of a page to pages. `from` is its place in the tree, `to` among the pages. */
function relink(text, from, to) {
  return text.replace(/(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g, (whole, image, label, target) => {
    if (/^(https?:|mailto:|#)/.test(target)) {
      return whole
    }
    const [path, anchor] = target.split('#')
    const found = pageOf(posix.normalize(posix.join(posix.dirname(from), path)).replace(/\/$/, ''))
    if (!found) {
      return label
    }
    const link = posix.relative(posix.dirname(to), found)
    return `${image}[${label}](${link.startsWith('.') ? link : `./${link}`}${anchor ? `#${anchor}` : ''})`
  })
}

/** Vue would take what looks like its own for its own; code is left alone. */
function harmless(text) {
  let fenced = false
  return text
    .split('\n')
    .map((line) => {
      if (/^\s*```/.test(line)) {
        fenced = !fenced
      }
      return fenced ? line : line.replace(/\{\{/g, '&#123;&#123;')
    })
    .join('\n')
}

function write(path, text) {
  mkdirSync(dirname(join(out, path)), { recursive: true })
  writeFileSync(join(out, path), text)
}

function walk(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? walk(path) : [path]
  })
}

// Live figures ------------------------------------------------------------------------------------

/** The pictures' own commands say on which scene and with which parameters a page shows what. */
function figures() {
  const found = {}
  const script = readFileSync(join(root, 'scripts/make_pictures.sh'), 'utf8').replace(/\\\n */g, '')
  for (const line of script.split('\n')) {
    const match = /^picture ([\w-]+) (\S+) (.*)/.exec(line)
    if (!match) {
      continue
    }
    const [, name, map, rest] = match
    const specs = [...rest.matchAll(/--algo (?:'([^']+)'|(\S+))/g)].map((one) => one[1] ?? one[2])
    const own = specs.filter((spec) => spec.split('(')[0] === name)
    const neighbours = /--neighbours (\d)/.exec(rest)?.[1]
    if (own.length) {
      const words = new URLSearchParams({ embed: '1', map, algo: own.at(-1) })
      if (neighbours) {
        words.set('rules', `${neighbours},0,1`)
      }
      found[name] = words.toString()
    }
  }
  return found
}

function withFigure(text, name, known) {
  const address = known[name] ?? new URLSearchParams({ embed: '1', map: 'scene:manor', algo: name }).toString()
  const tag = `\n<LiveFigure address="${address.replace(/&/g, '&amp;')}" name="${name}" />\n`
  // After the picture, or after the title where there is none.
  const at = /^!\[[^\n]*\n/m.exec(text) ?? /^# [^\n]*\n/m.exec(text)
  return text.slice(0, at.index + at[0].length) + tag + text.slice(at.index + at[0].length)
}

// Pages -------------------------------------------------------------------------------------------

function addPages() {
  const known = figures()
  for (const path of walk(join(root, 'docs'))) {
    const from = relative(root, path)
    const to = pageOf(from)
    if (!path.endsWith('.md')) {
      mkdirSync(dirname(join(out, to)), { recursive: true })
      cpSync(path, join(out, to))
      continue
    }
    let text = harmless(relink(readFileSync(path, 'utf8'), from, to))
    const algorithm = /^algorithms\/(\w+)\.md$/.exec(to)
    if (algorithm) {
      text = withFigure(text, algorithm[1], known)
    }
    write(to, text)
  }
  for (const [from, to] of Object.entries(ROOT_PAGES)) {
    write(to, harmless(relink(readFileSync(join(root, from), 'utf8'), from, to)))
  }
}

function addReference() {
  const names = readdirSync(join(root, 'include/waymark')).filter((name) => name.endsWith('.h')).map((name) => name.slice(0, -2)).sort()
  const rows = names.map((name) => {
    const page = apiPage(name, readFileSync(join(root, `include/waymark/${name}.h`), 'utf8'))
    write(`api/${name}.md`, page.text)
    return `| [${name}.h](./${name}.md) | ${page.summary} |`
  })
  write('api/index.md', `# API reference\n\nMade from the headers, which say the same.\n\n| header | |\n|---|---|\n${rows.join('\n')}\n`)
}

function addExamples() {
  const names = readdirSync(join(root, 'examples')).filter((name) => /\.(c|cpp)$/.test(name)).sort()
  const rows = names.map((file) => {
    const text = readFileSync(join(root, 'examples', file), 'utf8')
    const [stem, language] = file.split('.')
    const about = /\/\/ SPDX-License[^\n]*\n\/\/\s*\n((?:\/\/[^\n]*\n)+)/.exec(text)?.[1] ?? ''
    const summary = about.replace(/^\/\/ ?/gm, '').split(/\n\s*\n/)[0].replace(/\n/g, ' ').trim()
    write(`examples/${stem}.md`, `# ${file}\n\n${harmless(summary.replace(/[<>]/g, (sign) => (sign === '<' ? '&lt;' : '&gt;')))}\n\n\`\`\`${language}\n${text.trimEnd()}\n\`\`\`\n`)
    return `| [${file}](./${stem}.md) | ${summary.split('. ')[0].replace(/[<>|]/g, ' ')} |`
  })
  write('examples/index.md', `# Examples\n\nOne idea per file, each run as a test.\n\n| example | |\n|---|---|\n${rows.join('\n')}\n`)
}

rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
addPages()
addReference()
addExamples()
