// What a map and a unit are told: neighbours, corners, size, terrain, kind; budgets; how a knight thinks.
import { expect, test } from '@playwright/test'
import { drop, open } from './support'

const STRAIGHT = 408
const DIAGONAL = 577

test('rules: neighbours, corners, size, terrain and kinds of units', async ({ page }) => {
  await open(page, 'map=scene:manor&algo=astar')
  await drop(page, 'own.map', `type octile\nheight 3\nwidth 7\nmap\n${'.......\n'.repeat(3)}`)
  await drop(page, 'own.scen', 'version 1\n0\town.map\t7\t3\t0\t0\t6\t2\t6.8\n')
  const told = page.getByTestId('outcome')
  const choose = (group: string, option: string) => page.getByRole('radiogroup', { name: group }).getByRole('radio', { name: option, exact: true }).click()
  await expect(told).toHaveAttribute('data-cost', String(4 * STRAIGHT + 2 * DIAGONAL))
  await page.getByText('Rules', { exact: true }).click()
  await choose('Neighbours', '4')
  // Without diagonals a step costs one.
  await expect(told).toHaveAttribute('data-cost', '8')
  await choose('Neighbours', '8')
  await expect(told).toHaveAttribute('data-cost', String(4 * STRAIGHT + 2 * DIAGONAL))
  // A unit of two by two has no room at the goal.
  await page.getByLabel('Unit size').fill('2')
  await expect(told).not.toHaveAttribute('data-outcome', 'FOUND')
  await page.getByLabel('Unit size').fill('1')
  await expect(told).toHaveAttribute('data-outcome', 'FOUND')
  // A river between the ends: half a step into it costs more, and half a step out; birds do not mind.
  await page.getByRole('button', { name: /Draw terrain/ }).click()
  await page.getByLabel('Terrain', { exact: true }).selectOption('9')
  const stage = page.getByTestId('stage')
  const box = (await stage.boundingBox())!
  const [gx, gy] = (await stage.getAttribute('data-goal'))!.split(',').map(Number)
  const middle = (await page.evaluate(() => document.querySelector('[data-testid=stage]')!.clientWidth)) / 2
  await page.mouse.move(box.x + middle, box.y + gy)
  await page.mouse.down()
  await page.mouse.move(box.x + middle, box.y + gy - 2 * (gx - middle), { steps: 12 })
  await page.mouse.up()
  await expect.poll(async () => Number(await told.getAttribute('data-cost'))).toBeGreaterThan(10 * STRAIGHT)
  await choose('Kind of unit', 'bird')
  await expect(told).toHaveAttribute('data-cost', String(4 * STRAIGHT + 2 * DIAGONAL))
  await choose('Kind of unit', 'cart')
  await expect(told).not.toHaveAttribute('data-outcome', 'FOUND')
  await choose('Kind of unit', 'plain')
  // Past the corner of a wall; the problem waits for its map, and a map without one is searched at once.
  await drop(page, 'own.map', 'type octile\nheight 2\nwidth 2\nmap\n.@\n..\n')
  await expect(told).toHaveAttribute('data-cost', String(2 * STRAIGHT))
  await page.evaluate(() => {
    const bring = (name: string, text: string) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], name))
      dispatchEvent(new DragEvent('drop', { dataTransfer: transfer }))
    }
    bring('long.map', `type octile\nheight 1\nwidth 300\nmap\n${'.'.repeat(300)}\n`)
    bring('long.scen', 'version 1\n0\tlong.map\t300\t1\t7\t0\t10\t0\t3\n')
    bring('own.map', 'type octile\nheight 2\nwidth 2\nmap\n.@\n..\n')
    bring('own.scen', 'version 1\n0\town.map\t2\t2\t0\t0\t1\t1\t2\n')
  })
  await expect(told).toHaveAttribute('data-cost', String(2 * STRAIGHT))
  await expect(page.locator('.notices')).toContainText('long.scen: 1 problems')
  await choose('Diagonals past corners', 'one free')
  await expect(told).toHaveAttribute('data-cost', String(DIAGONAL))
})

test('real time: what a frame may spend; cells walked again glow', async ({ page }) => {
  await open(page, 'mode=realtime&map=gen:spiral,width=12,height=10,seed=1&algo=lrtastar')
  await page.getByLabel('Frames per second').fill('60')
  await page.getByLabel('Budget per frame').fill(String(Math.log(5000)))
  await page.getByRole('button', { name: 'Back to the start' }).click()
  await page.getByRole('button', { name: 'Walk' }).click()
  await expect(page.getByTestId('walk')).toHaveAttribute('data-outcome', '1', { timeout: 60_000 })
  const shot = () => page.getByTestId('stage').evaluate((node) => (node as HTMLCanvasElement).toDataURL())
  const warm = await shot()
  await expect(page.locator('.figures')).not.toContainText(/^0\s*revisits/m)
  await page.getByLabel('Revisits', { exact: true }).click()
  await expect.poll(async () => (await shot()) === warm).toBe(false)
})

test('knight: every way of thinking finds the door', async ({ page }) => {
  await open(page, 'mode=knight&level=7,16&algo=lsslrta(lookahead=1000)')
  const ways = await page.getByLabel('How the knight thinks').locator('option:not([disabled])').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))
  expect(ways.length).toBeGreaterThanOrEqual(4)
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByLabel('Frames per second').fill(String(Math.log(500)))
  for (const way of ways) {
    await page.getByLabel('How the knight thinks').selectOption(way)
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await expect(page.getByTestId('play')).toHaveAttribute('data-outcome', '1', { timeout: 60_000 })
  }
})
