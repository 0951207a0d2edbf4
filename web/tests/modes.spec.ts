// Every mode is driven once, as a visitor would.
import { expect, test } from '@playwright/test'
import { open } from './support'

test('real time: the unit arrives and keeps to its bound', async ({ page }) => {
  await open(page, 'mode=realtime&map=gen:comb,width=40,height=30,seed=1&algo=lsslrta(lookahead=50)')
  await page.getByLabel('Frames per second').fill('60')
  await expect(page.getByTestId('walk')).toHaveAttribute('data-outcome', '1', { timeout: 45_000 })
  await expect(page.getByText(/^most \d+, bound 50$/)).toBeVisible()
  const said = (await page.getByText(/^most \d/).textContent())!
  const [most, bound] = said.match(/\d+/g)!.map(Number)
  expect(most).toBeLessThanOrEqual(bound)
})

test('compare: one table for all', async ({ page }) => {
  await open(page, 'mode=compare&map=scene:manor&versus=astar|jps|weighted(weight=3)')
  const table = page.getByTestId('compare')
  await expect(table.locator('thead th')).toHaveCount(3)
  await expect(table.locator('tbody tr').nth(1).locator('td').first()).toHaveText('0.0 %')
  await expect(table.locator('tbody tr').nth(5).locator('td').first()).toHaveText(/µs|ms/)
  await expect(page.locator('.pareto circle')).toHaveCount(3)
  await page.getByLabel('Remove Weighted A*').click()
  await expect(table.locator('thead th')).toHaveCount(2)
})

test('changing map: walls are drawn under walking units', async ({ page }) => {
  await open(page, 'mode=changing&map=scene:frontier')
  const crowd = page.getByTestId('crowd')
  await expect(crowd).toHaveAttribute('data-units', '8')
  const box = (await page.getByTestId('stage').boundingBox())!
  await page.mouse.move(box.x + 600, box.y + 300)
  await page.mouse.down()
  await page.mouse.move(box.x + 800, box.y + 550, { steps: 8 })
  await page.mouse.up()
  await expect(crowd).not.toHaveAttribute('data-repairs', '0')
  await expect(crowd.getByText('cells looked at')).toBeVisible()
})

test('knight: thinks aloud and finds the door', async ({ page }) => {
  await open(page, 'mode=knight&level=7,16&algo=lsslrta(lookahead=1000)')
  await page.getByLabel('Frames per second').fill('500')
  await expect(page.getByTestId('play')).toHaveAttribute('data-outcome', '1', { timeout: 45_000 })
  await expect(page.getByTestId('thought')).toContainText(/door|looked/)
})

test('tiles: solved in as few moves as it takes, and by hand', async ({ page }) => {
  await open(page, 'mode=tiles&algo=astar&board=3x3:1,2,5,3,4,0,6,7,8')
  await expect(page.getByTestId('solved')).toHaveAttribute('data-moves', '3')
  await expect(page.getByTestId('board')).toHaveAttribute('data-board', '0,1,2,3,4,5,6,7,8')
  await page.getByLabel(/^Tile 3/).click()
  await expect(page.getByTestId('solved')).toHaveAttribute('data-moves', '1')
})

test('on a phone everything can be reached', async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' })
  await open(page, 'map=scene:harbour&algo=jps')
  await page.getByRole('button', { name: 'Results' }).tap()
  await expect(page.getByTestId('outcome')).toBeVisible()
  await page.getByRole('button', { name: 'Set up' }).tap()
  await expect(page.getByLabel('Algorithm', { exact: true })).toBeVisible()
  // A finger drags the goal, two zoom.
  await page.getByRole('button', { name: 'Set up' }).tap()
  const stage = page.getByTestId('stage')
  const box = (await stage.boundingBox())!
  const place = async () => (await stage.getAttribute('data-goal'))!.split(',').map(Number)
  const touch = await page.context().newCDPSession(page)
  const fingers = (type: string, ...points: [number, number][]) =>
    touch.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints: points.map(([x, y], id) => ({ x: box.x + x, y: box.y + y, id })) })
  const [gx, gy] = await place()
  const before = (await page.getByTestId('outcome').getAttribute('data-cost'))!
  await fingers('touchStart', [gx, gy])
  for (let i = 1; i <= 6; i++) {
    await fingers('touchMove', [gx + 2 * i, gy + 3 * i])
  }
  await fingers('touchEnd')
  await expect(page.getByTestId('outcome')).not.toHaveAttribute('data-cost', before)
  const [x, y] = await place()
  await fingers('touchStart', [150, 300], [250, 300])
  await fingers('touchMove', [120, 300], [280, 300])
  await fingers('touchEnd')
  await expect.poll(async () => Math.hypot(...(await place()).map((part, i) => part - [x, y][i]))).toBeGreaterThan(15)
  await page.getByRole('button', { name: 'Compare' }).tap()
  await expect(page.locator('.lane')).toHaveCount(4)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.close()
})

test('keys alone move the ends and draw', async ({ page }) => {
  await open(page, 'map=scene:manor&algo=astar')
  const before = await page.getByTestId('outcome').getAttribute('data-cost')
  await page.getByTestId('stage').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByTestId('cell')).toContainText('16, 89')
  await page.keyboard.press('s')
  await expect(page.getByTestId('outcome')).not.toHaveAttribute('data-cost', before!)
  await page.keyboard.press('ArrowUp')
  const cell = page.getByTestId('cell').locator('strong')
  const was = (await cell.textContent())!
  await page.keyboard.press('Enter')
  await expect(cell).not.toHaveText(was)
  await page.keyboard.press('Control+z')
  await expect(cell).toHaveText(was)
})

test('those who want no motion see the end at once', async ({ browser }) => {
  const page = await browser.newPage({ reducedMotion: 'reduce' })
  await open(page, 'map=scene:deep-caves&algo=astar')
  await expect(page.getByTestId('outcome')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pause' })).toHaveCount(0, { timeout: 100 })
  await expect(page.getByTestId('counter')).toContainText('9,664')
  await page.close()
})

test('world: a box selects, a click sends, walls go up', async ({ page }) => {
  await open(page, 'mode=world&map=scene:frontier')
  const world = page.getByTestId('world')
  await expect(world).toHaveAttribute('data-units', '1000')
  await page.getByRole('button', { name: 'Pause' }).click()
  const box = (await page.getByTestId('stage').boundingBox())!
  await page.mouse.move(box.x + 386, box.y + 172)
  await page.mouse.down()
  await page.mouse.move(box.x + 600, box.y + 300, { steps: 5 })
  await page.mouse.up()
  await expect(world).not.toHaveAttribute('data-selected', '0')
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.mouse.click(box.x + 700, box.y + 500)
  const tick = Number(await world.getAttribute('data-tick'))
  await expect.poll(async () => Number(await world.getAttribute('data-tick'))).toBeGreaterThan(tick)
  await page.getByLabel('Fog of war').check()
  await expect(world).toHaveAttribute('data-units', '1000')
  await expect(page.locator('.trouble')).toHaveCount(0)
})

test('world: a team of another kind', async ({ page }) => {
  await open(page, 'mode=world&map=scene:frontier')
  const world = page.getByTestId('world')
  await expect(world).toHaveAttribute('data-units', '1000')
  await page.getByLabel('Units of team gold').selectOption({ label: 'bird' })
  await expect(world).toHaveAttribute('data-units', '1000')
  const tick = Number(await world.getAttribute('data-tick'))
  await expect.poll(async () => Number(await world.getAttribute('data-tick'))).toBeGreaterThan(tick)
  await page.getByLabel('Units of team gold').selectOption({ label: 'cart' })
  await expect(page.locator('.trouble')).toHaveCount(0)
})

test('world: two armies on an open field, and a wall to draw', async ({ page }) => {
  await open(page, 'map=scene:deep-caves')
  await page.getByRole('navigation', { name: 'Modes' }).getByRole('button', { name: 'World' }).click()
  const world = page.getByTestId('world')
  await expect(world).toHaveAttribute('data-units', '1000')
  await expect(page.getByText('Draw a wall in their way')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Draw walls' })).toHaveAttribute('aria-pressed', 'true')
  const box = (await page.getByTestId('stage').boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height * 0.4)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height * 0.6, { steps: 8 })
  await page.mouse.up()
  await expect(page.getByText('Draw a wall in their way')).toHaveCount(0)
  await expect(page.locator('.trouble')).toHaveCount(0)
  const tick = Number(await world.getAttribute('data-tick'))
  await expect.poll(async () => Number(await world.getAttribute('data-tick'))).toBeGreaterThan(tick)
})
