import { expect, test } from '@playwright/test'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

test('the committed results can be explored', async ({ page }) => {
  await page.goto('bench.html')
  await expect(page.getByTestId('chart').locator('svg').first()).toBeVisible()
  const options = await page.getByTestId('dataset').locator('option').count()
  expect(options).toBeGreaterThan(5)
  // A run that the store exported is what one sees first, with where it comes from.
  await expect(page.getByRole('heading', { name: 'dao10: every query' })).toBeVisible()
  await expect(page.getByText(/waymark bench dao10.* · .* commit [0-9a-f]{7,}/)).toBeVisible()
  await expect(page.getByTestId('chart').locator('svg').first()).toContainText('time (µs)')
  for (const view of ['Distribution', 'Scaling', 'Pareto front']) {
    await page.getByRole('radio', { name: view }).click()
    await expect(page.getByTestId('chart').locator('svg').first()).toBeVisible()
    if (view === 'Scaling') await expect(page.getByTestId('chart').locator('svg').first()).toContainText('map cells')
  }
  await page.getByRole('radio', { name: 'Table' }).click()
  await expect(page.getByTestId('table').locator('tbody tr').first()).toBeVisible()
  await page.getByRole('button', { name: 'Claims' }).click()
  const claims = page.getByTestId('claims').locator('tbody tr')
  await expect(claims.first()).toBeVisible()
  // Where something was measured it says on how much.
  await expect(claims.filter({ hasText: /on \d+ maps/ }).first()).toBeVisible()
})

test('a run of your own is read, a bad one refused with a reason', async ({ page }) => {
  await page.goto('bench.html')
  const give = (name: string, text: string) =>
    page.getByTestId('run').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
  await give('bad.json', '{"runs": []}')
  await expect(page.getByRole('status')).toContainText('bad.json: no table "maps"')
  const queries = ['astar', 'jps'].flatMap((algorithm, k) =>
    [1, 2, 3].map((i) => ({ map: `m${i}`, algorithm, time_cost: i * (k ? 1 : 10), excess: 0, expansions: i * 100 })),
  )
  const maps = [1, 2, 3].map((i) => ({ map: `m${i}`, cells: 1000 * i }))
  await give('own.json', JSON.stringify({ runs: [{ suite: 'own' }], maps, preparations: [], queries }))
  await expect(page.getByRole('heading', { name: 'own: every query' })).toBeVisible()
  await page.getByRole('radio', { name: 'Scaling' }).click()
  await expect(page.getByTestId('chart').locator('svg').first()).toBeVisible()
})

test('what the command exports is read', async ({ page }) => {
  const command = ['dev', 'release'].map((kind) => `../build/${kind}/bin/waymark`).find(existsSync)
  test.skip(!command, 'needs a native build of the command beside the site')
  const folder = mkdtempSync(join(tmpdir(), 'waymark-'))
  const store = join(folder, 'run.db')
  const run = (...words: string[]) => execFileSync(command!, words, { stdio: 'pipe' })
  run('bench', 'quick', '--problems', '2', '--algo', 'astar', '--algo', 'jps', '--map', 'scene:old-town', '--db', store)
  run('bench', 'export', '--db', store, '--json', join(folder, 'run.json'))
  await page.goto('bench.html')
  await page.getByTestId('run').setInputFiles(join(folder, 'run.json'))
  await expect(page.getByRole('heading', { name: /every query/ })).toBeVisible()
  await page.getByRole('radio', { name: 'Table' }).click()
  await expect(page.getByTestId('table').locator('tbody tr')).toHaveCount(2)
})

for (const [width, height] of [
  [360, 740],
  [1600, 900],
]) {
  test(`plots are readable at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await page.goto('bench.html')
    const svg = page.getByTestId('chart').locator('svg').first()
    for (const view of ['Pareto front', 'Distribution', 'Scaling', 'Problems', 'Cactus']) {
      await page.getByRole('radio', { name: view }).click()
      await expect(svg).toBeVisible()
      const box = (await svg.boundingBox())!
      // On the first screen: all of its top, and of a plot the whole.
      expect(box.y).toBeLessThan(height / 2)
      expect(view === 'Distribution' || box.y + box.height <= height).toBe(true)
      const faults = await svg.evaluate((node) => {
        const whole = node.getBoundingClientRect()
        const boxes = (list: Iterable<Element>) => [...list].map((one) => ({ text: one.textContent ?? '', ...one.getBoundingClientRect().toJSON() }))
        const clipped = boxes(node.querySelectorAll('text')).filter((one) => one.left < whole.left - 1 || one.right > whole.right + 1)
        const touching = [...node.querySelectorAll('[aria-label$="tick label"]')].flatMap((axis) => {
          const labels = boxes(axis.querySelectorAll('text'))
          return labels.flatMap((a, i) => labels.slice(i + 1).filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom).map((b) => `${a.text} on ${b.text}`))
        })
        const bare = [...node.querySelectorAll('[aria-label$="tick label"]')].filter((axis) => boxes(axis.querySelectorAll('text')).some((one) => !one.text)).length
        return [...clipped.map((one) => `${one.text} is clipped`), ...touching, ...(bare ? ['a tick without a label'] : [])]
      })
      expect(faults, view).toEqual([])
    }
  })
}

test('results are fetched when the explorer opens, not before', async ({ page }) => {
  const asked: string[] = []
  page.context().on('request', (request) => asked.push(request.url()))
  await page.goto('index.html')
  await page.waitForSelector('html[data-kept]')
  expect(asked.filter((address) => /results|bench/.test(address))).toEqual([])
  await page.goto('bench.html')
  await expect(page.getByTestId('chart').locator('svg').first()).toBeVisible()
  expect(asked.some((address) => address.endsWith('results.js'))).toBe(true)
})

test('a report is one file, with its tables and all rows', async ({ page }, info) => {
  const folder = new URL('../', import.meta.url)
  const quick = JSON.parse(readFileSync(new URL('results/quick.json', folder), 'utf8'))
  const lines = ['a', 'b', 'c', 'd', 'e', 'f'].map((name, i) => `| \`${name}\` | ${i + 1} | ${6 - i} |`)
  const markdown = ['# Benchmarks', '', '## Mine', '', '| algorithm | trip us | excess % |', '|---|--:|--:|', ...lines, ''].join('\n')
  const results = JSON.stringify({ markdown, pages: [], runs: [{ name: 'quick', tables: quick }] }).replaceAll('<', '\\u003c')
  const page0 = readFileSync(new URL('../build/site/explorer.html', folder), 'utf8')
  const [before, after] = [page0.indexOf('/*RESULTS*/'), page0.indexOf('</script>')]
  const path = info.outputPath('report.html')
  writeFileSync(path, page0.slice(0, before) + results + page0.slice(after))
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`file://${path}`)
  await expect(page.getByTestId('chart').locator('svg').first()).toBeVisible()
  await expect(page.locator('option', { hasText: 'Mine' })).toHaveCount(1)
  await expect(page.locator('option', { hasText: 'every query' })).toHaveCount(1)
  expect(asked).toEqual([`file://${path}`])
})
