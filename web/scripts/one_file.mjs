// one_file.mjs: the explorer as one file, build/site/explorer.html, with a place for results that
// `waymark report --html` fills in.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const site = join(resolve(dirname(fileURLToPath(import.meta.url)), '../..'), 'build/site')
const read = (name) => readFileSync(join(site, name), 'utf8').replaceAll('</script', '<\\/script')
let scripts = ''
const page = readFileSync(join(site, 'bench.html'), 'utf8')
  .replace(/<link rel="icon"[^>]*>\s*/, '')
  .replace(/<script defer src="results.js"><\/script>/, () => '<script>window.WAYMARK_RESULTS=/*RESULTS*/{"markdown": "", "runs": []}</script>')
  .replace(/<link rel="stylesheet" href="\.\/([^"]+)">/g, (_, name) => `<style>${read(name)}</style>`)
  .replace(/<script defer src="\.\/([^"]+)"><\/script>\s*/g, (_, name) => ((scripts += `<script>${read(name)}</script>\n`), ''))
writeFileSync(join(site, 'explorer.html'), page.replace('</body>', () => `${scripts}</body>`))
