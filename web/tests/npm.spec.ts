// The npm package as files on a server, in a page: a pool asked a thousand times, answers, errors,
// questions taken back. With bundlers: make test-bindings.
import { expect, test } from '@playwright/test'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const folder = '../build/npm-web'

test('the npm package runs in a browser', () => {
  test.skip(!existsSync(folder), 'needs sh scripts/build_npm.sh build/npm-web "astar jps"')
  const said = execFileSync('node', ['../bindings/npm/browser.mjs', folder, 'unbundled', 'esbuild'], { encoding: 'utf8' })
  expect(said).toBe('unbundled: DONE\nesbuild: DONE\n')
})
