// relative_docs.mjs: VitePress builds for one address; this makes its pages run from any folder. In
// pages the made-up root becomes the way up from where they lie, in scripts it is found out when
// they run. Where modules don't load, in pages opened from a folder, docs/folder.js stands in for them.
import { copyFileSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../build/site/docs')
const BASE = '/__base__/'

function walk(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? walk(path) : [path]
  })
}

/** The headings of a page: text, title of the page, address. */
function headings(text, address) {
  const found = [...text.matchAll(/<h([1-4]) id="([^"]+)"[^>]*>(.*?)<a class="header-anchor"/gs)]
  const plain = (html) => html.replace(/<[^>]+>/g, '').replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&quot;/g, '"').replace(/&#39;/g, "'").replace(/&amp;/g, '&').trim()
  const title = plain(found.find((one) => one[1] === '1')?.[3] ?? address)
  return found.map(([, , id, html]) => [plain(html), title, `${address}#${id}`])
}

const index = []
copyFileSync(resolve(dirname(fileURLToPath(import.meta.url)), '../docs/folder.js'), join(root, 'folder.js'))

for (const path of walk(root)) {
  const folder = posix.relative(dirname(relative(root, path)), '.') || '.'
  if (path.endsWith('.html')) {
    const text = readFileSync(path, 'utf8')
    const found = `<script>window.__base=new URL(${JSON.stringify(`${folder}/`)},location.href).pathname</script>`
    const changed = text
      .replaceAll('__site__/', '../')
      .replace(/\\"base\\":\\"\/__base__\/\\"/g, '\\"base\\":\\""+window.__base+"\\"')
      .replaceAll(BASE, `${folder}/`)
      .replace('<head>', `<head>${found}<script defer src="${folder}/folder.js"></script>`)
    writeFileSync(path, changed)
    index.push(...headings(text, relative(root, path)))
  } else if (path.includes('localSearchIndex')) {
    // The index is one text in single quotes.
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(BASE, "'+window.__base+'"))
  } else if (path.endsWith('.js')) {
    const text = readFileSync(path, 'utf8')
    writeFileSync(
      path,
      text
        .replaceAll('__site__/', '../')
        .replace(/(["'])\/__base__\//g, (_, quote) => ` window.__base+${quote}`)
        .replace(/`\/__base__\//g, '`${window.__base}')
        .replaceAll(BASE, ''),
    )
  } else if (path.endsWith('.css')) {
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.replaceAll(`${BASE}assets/`, ''))
  }
}

writeFileSync(join(root, 'headings.js'), `window.WAYMARK_DOCS=${JSON.stringify(index)}\n`)
