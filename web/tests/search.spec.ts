import { expect, test } from '@playwright/test'
import { readFileSync, readdirSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { drop, open, outcome } from './support'

test('the first load stays under 410 KB', () => {
  const files = ['index.html', ...readdirSync('../build/site/assets').filter((name) => name.startsWith('index-')).map((name) => `assets/${name}`)]
  const sizes = files.map((name) => gzipSync(readFileSync(`../build/site/${name}`), { level: 9 }).length)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(410_000)
})

test('A* and JPS find the same cost, as the command does', async ({ page }) => {
  await open(page, 'map=scene:deep-caves&algo=astar')
  const astar = await outcome(page)
  expect(astar).toEqual({ outcome: 'FOUND', cost: 114004, expansions: 9664 })
  await page.getByLabel('Algorithm', { exact: true }).selectOption('jps')
  await expect(page.getByTestId('outcome')).toHaveAttribute('data-expansions', '468')
  expect((await outcome(page)).cost).toBe(astar.cost)
})

test('searches at any angle find shorter ways than steps', async ({ page }) => {
  for (const algorithm of ['anya', 'lazytheta']) {
    await open(page, `map=scene:deep-caves&algo=${algorithm}`)
    const found = await outcome(page)
    expect(found.outcome).toBe('FOUND')
    expect(found.cost).toBeGreaterThan(90_000)
    expect(found.cost).toBeLessThan(114_004)
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
})

test('the film runs, stops, and steps to and fro', async ({ page }) => {
  await open(page, 'map=scene:deep-caves&algo=astar')
  await outcome(page)
  await page.keyboard.press('End')
  const counter = page.getByTestId('counter')
  await expect(counter).toContainText('9,664')
  await page.keyboard.press(',')
  await expect(counter).toContainText('9,663')
  await page.keyboard.press('.')
  await page.keyboard.press('Home')
  await expect(counter).toHaveText(/^0/)
  await page.getByLabel('Events').fill('1000')
  const middle = await counter.textContent()
  await page.getByLabel('Events').fill('5000')
  await page.getByLabel('Events').fill('1000')
  expect(await counter.textContent()).toBe(middle)
  await page.getByLabel('Speed').selectOption('1000')
  await page.getByRole('button', { name: 'Play' }).click()
  await expect(counter).toContainText('9,664')
  // Pointing at a cell tells what the search knows of it: the goal was reached, and has no way left.
  const goal = (await page.getByTestId('stage').getAttribute('data-goal'))!.split(',').map(Number)
  await page.getByTestId('stage').hover({ position: { x: goal[0], y: goal[1] } })
  const cell = page.getByTestId('cell')
  await expect(cell).toContainText('g114,004')
  await expect(cell).toContainText('h0')
  await expect(cell).toContainText('f114,004')
  await expect(cell).toContainText(/parent\d+, \d+/)
  await expect(cell.getByRole('listitem').first()).toHaveText(/^(expanded|generated) at event [\d,]+$/)
})

test('layers: costs to the goal, areas, clearance, regions of a database, lessons', async ({ page }) => {
  await open(page, 'map=scene:manor&algo=hpastar')
  await outcome(page)
  await page.keyboard.press('End')
  const shown = async (label: string) => {
    await page.getByLabel(label, { exact: true }).check()
    await page.waitForTimeout(150)
    return page.getByTestId('stage').evaluate((node) => (node as HTMLCanvasElement).toDataURL())
  }
  const plain = await page.getByTestId('stage').evaluate((node) => (node as HTMLCanvasElement).toDataURL())
  const seen = [plain]
  for (const label of ['Costs to the goal', 'Connected areas', 'Clearance', 'Regions of the database']) {
    seen.push(await shown(label))
  }
  await page.getByLabel('Regions of the database').uncheck()
  await page.getByLabel('Algorithm', { exact: true }).selectOption('lsslrta')
  await expect(page.getByTestId('outcome')).toHaveAttribute('data-outcome', /FOUND/)
  await page.keyboard.press('End')
  await page.waitForTimeout(150)
  seen.push(await page.getByTestId('stage').evaluate((node) => (node as HTMLCanvasElement).toDataURL()))
  seen.push(await shown('Learned estimates'))
  expect(new Set(seen).size).toBe(seen.length)
  // What an algorithm has not got, it says.
  await page.getByLabel('Regions of the database').click()
  await expect(page.locator('.notice')).toContainText('no regions')
})

test('works from a folder', async ({ page }) => {
  const folder = new URL('../../build/site/index.html', import.meta.url)
  await open(page, 'map=scene:manor&algo=jps', folder.href)
  expect((await outcome(page)).outcome).toBe('FOUND')
})

test('works without a network once it was seen', async ({ page, context }) => {
  await open(page, 'map=scene:manor&algo=jps')
  await page.waitForSelector('html[data-kept]')
  await page.waitForTimeout(500)
  await context.setOffline(true)
  await page.reload()
  await page.waitForSelector('html[data-ready]')
  expect((await outcome(page)).outcome).toBe('FOUND')
})

test('an algorithm has its page beside it', async ({ page }) => {
  await open(page, 'map=scene:manor&algo=jps')
  await page.getByRole('link', { name: /How Jump point search works/ }).click()
  await expect(page.frameLocator('.reader iframe').locator('h1')).toContainText('Jump point search')
  await page.getByRole('button', { name: 'Close the page' }).click()
  await expect(page.locator('.reader')).toHaveCount(0)
})

test('a bad file says what and where, and nothing is lost', async ({ page }) => {
  await open(page, 'map=scene:manor&algo=astar')
  const before = await outcome(page)
  await drop(page, 'bad.map', 'type octile\nheight 2\nwidth 3\nmap\n...\n.?.\n')
  await expect(page.locator('.notice.error')).toContainText('bad.map: line 6, column 2')
  expect(await outcome(page)).toEqual(before)
  await drop(page, 'other.scen', 'version 1\n0\tx.map\t9\t9\t1\t1\t2\t2\t1.41\n')
  await expect(page.locator('.notice.error').last()).toContainText('9 x 9')
  await drop(page, 'huge.map', 'type octile\nheight 5000\nwidth 5000\nmap\n')
  await expect(page.locator('.notice.error').last()).toContainText('2048')
  expect(await outcome(page)).toEqual(before)
})

test('a map and a scenario of your own', async ({ page }) => {
  await open(page, 'map=scene:manor&algo=astar')
  await drop(page, 'own.map', `type octile\nheight 5\nwidth 8\nmap\n${'........\n'.repeat(5)}`)
  await drop(page, 'own.scen', 'version 1\n0\town.map\t8\t5\t0\t0\t7\t0\t7.0\n0\town.map\t8\t5\t0\t0\t7\t4\t8.65\n')
  await expect(page.getByTestId('outcome')).toHaveAttribute('data-cost', String(7 * 408))
  await page.getByRole('button', { name: 'Next problem' }).click()
  await expect(page.getByTestId('outcome')).toHaveAttribute('data-cost', String(3 * 408 + 4 * 577))
  // Two floors and the stairs between them, of the price that the file says; the way leads up.
  await drop(page, 'house.map', 'type octile\nheight 2\nwidth 4\nfloors 2\nmap\n....\n....\n\n....\n....\nlinks\n0:3,0 1:3,0 900\n')
  await expect(page.locator('.notice', { hasText: '4 x 5 cells on 2 floors' })).toBeVisible()
  await drop(page, 'house.scen', 'version 1\n0\thouse.map\t4\t5\t0\t0\t0\t3\t0\n')
  await expect(page.getByTestId('outcome')).toHaveAttribute('data-cost', String(3 * 408 + 900 + 3 * 408))
  await page.getByTestId('stage').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByTestId('cell')).toContainText('floor 1: 0, 0')
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page).toHaveURL(/floors=2/)
})

test('the address brings everything back', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, 'map=scene:manor&algo=astar')
  await outcome(page)
  await page.keyboard.press('2')
  const stage = page.getByTestId('stage')
  const box = (await stage.boundingBox())!
  await page.mouse.move(box.x + 700, box.y + 400)
  await page.mouse.down()
  await page.mouse.move(box.x + 700, box.y + 480, { steps: 4 })
  await page.mouse.up()
  await page.getByLabel('Algorithm', { exact: true }).selectOption('weighted')
  await page.waitForTimeout(300)
  const before = await outcome(page)
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page).toHaveURL(/map=cells:/)
  const address = page.url()
  const other = await context.newPage()
  await other.goto(address)
  await other.waitForSelector('html[data-ready]')
  expect(await outcome(other)).toEqual(before)
  await other.close()
})

test('every algorithm runs, or says why it does not', async ({ page }) => {
  await open(page, 'map=gen:rooms,48,40,7,12,25&algo=astar')
  const select = page.getByLabel('Algorithm', { exact: true })
  const names = await select.locator('option').evaluateAll((list) => list.map((one) => (one as HTMLOptionElement).value))
  expect(names.length).toBeGreaterThan(40)
  for (const name of names) {
    await select.selectOption(name)
    const told = page.locator('.outcome, .trouble').first()
    await expect(told).toBeVisible()
    await expect(told).not.toContainText('undefined')
  }
})

test('a link is drawn by keys, used, shared, and removed', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, 'map=scene:manor&algo=astar')
  await drop(page, 'own.map', `type octile\nheight 5\nwidth 9\nmap\n${'....@....\n'.repeat(5)}`)
  await drop(page, 'own.scen', 'version 1\n0\town.map\t9\t5\t0\t0\t8\t0\t7.0\n')
  const told = page.getByTestId('outcome')
  await expect(told).not.toHaveAttribute('data-outcome', 'FOUND')
  await page.getByRole('button', { name: /Draw links/ }).click()
  const stage = page.getByTestId('stage')
  await stage.focus()
  for (const key of ['ArrowRight', 'Enter', ...Array<string>(5).fill('ArrowRight'), 'Enter']) {
    await stage.press(key)
  }
  await expect(told).toHaveAttribute('data-outcome', 'FOUND')
  // A step, the link, which costs four, and two steps.
  await expect(told).toHaveAttribute('data-cost', String(7 * 408))
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page).toHaveURL(/links=1%3D6|links=1=6/)
  const other = await context.newPage()
  await other.goto(page.url())
  await other.waitForSelector('html[data-ready]')
  expect((await outcome(other)).cost).toBe(7 * 408)
  await other.close()
  await stage.press('Enter')
  await stage.press('Enter')
  await expect(told).not.toHaveAttribute('data-outcome', 'FOUND')
})

test('addresses that are wrong are told in words, and the page opens all the same', async ({ page }) => {
  const wrong: [string, RegExp][] = [
    ['map=cells:zzzz', /This address: its map has the width 'zzzz', not a number from 1 to 2048/],
    ['map=cells:9,9,zzzz', /This address: its map is damaged: \d+ cells instead of 9 x 9/],
    ['map=gen:caves,x,9,1', /This address: its map has the width 'x'/],
    ['map=nonsense', /This address: it has an unknown kind of map, 'nonsens/],
    ['map=scene:manor&algo=nosuch', /This address: there is no search 'nosuch'/],
    ['map=scene:manor&mode=nosuch', /This address: there is no mode 'nosuch'/],
  ]
  for (const [hash, text] of wrong) {
    await page.goto('about:blank')
    await open(page, hash)
    await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()
    await expect(page.getByTestId('outcome')).toBeVisible()
  }
})

test('a first visit opens on jump point search; undo and step back look different', async ({ page }) => {
  await open(page)
  await expect(page.getByRole('link', { name: /How Jump point search works/ })).toBeVisible()
  const icon = (name: string) => page.getByRole('button', { name }).first().locator('svg').innerHTML()
  expect(await icon('Undo')).not.toBe(await icon('back'))
})
