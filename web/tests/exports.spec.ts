// What is taken home is whole: pictures open, maps parse, traces and code are about this query.
import { expect, test, type Page } from '@playwright/test'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drop, open, outcome } from './support'

async function take(page: Page, label: string): Promise<{ name: string; bytes: Buffer; path: string }> {
  await page.locator('.menu > summary').click()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: label }).click()])
  const path = join(mkdtempSync(join(tmpdir(), 'waymark-')), download.suggestedFilename())
  await download.saveAs(path)
  return { name: download.suggestedFilename(), bytes: readFileSync(path), path }
}

test('PNG, GIF, map, JSON, trace and code', async ({ page }) => {
  await open(page, 'map=gen:rooms,width=32,height=24,seed=3&algo=astar')
  const before = await outcome(page)
  await page.keyboard.press('End')
  const png = await take(page, 'PNG')
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG')
  const gif = await take(page, 'GIF')
  expect(gif.bytes.subarray(0, 6).toString()).toBe('GIF89a')
  const json = JSON.parse((await take(page, 'JSON')).bytes.toString())
  expect(json.cost).toBe(before.cost)
  expect(json.path.at(-1)).toBe(json.goal)
  const trace = JSON.parse((await take(page, 'Trace')).bytes.toString())
  expect(trace.version).toBe('1.4.0')
  expect(trace.events.filter((event: { type: string }) => event.type === 'expanding').length).toBe(before.expansions)
  const map = await take(page, 'Map')
  await drop(page, 'again.map', map.bytes.toString())
  await expect(page.locator('.notice', { hasText: '32 x 24' })).toBeVisible()
})

test('the exported program gives the same answer', async ({ page }) => {
  const library = ['dev', 'release'].map((kind) => `../build/${kind}/src/libwaymark.a`).find(existsSync)
  test.skip(!library, 'needs a native build of the library beside the site')
  await open(page, 'map=gen:rooms,width=32,height=24,seed=3&algo=weighted(weight=2)')
  const before = await outcome(page)
  const code = await take(page, 'C code')
  const program = `${code.path}.out`
  execFileSync('cc', ['-std=c17', '-Wall', '-Werror', '-I../include', code.path, library!, '-lm', '-o', program])
  const said = execFileSync(program).toString()
  expect(said).toContain(`cost ${before.cost},`)
  expect(said).toContain(`${before.expansions} expansions`)
})
