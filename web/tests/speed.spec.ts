// The page never freezes: what it does for a frame is counted, cells and messages, on the largest maps
// too. Times are told, not judged: a machine under load draws late.
import { expect, test, type Page } from '@playwright/test'
import { open, outcome } from './support'

interface Frame {
  ms: number
  painted: number
  coloured: number
  messages: number
  events: number
}

/** Notes down what every frame from now on takes. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const canvas = document.querySelector('canvas.stage') as HTMLCanvasElement & { work(): Frame }
    const frames: Frame[] = []
    Object.assign(window, { frames })
    let [last, at] = [canvas.work(), performance.now()]
    const tick = () => {
      const [now, time] = [canvas.work(), performance.now()]
      frames.push({ ms: time - at, painted: now.painted - last.painted, coloured: now.coloured - last.coloured, messages: now.messages - last.messages, events: now.events })
      ;[last, at] = [now, time]
      requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
  })
}

async function seen(page: Page, what: string): Promise<{ most: Frame; total: Frame }> {
  const frames = await page.evaluate(() => (window as unknown as { frames: Frame[] }).frames.splice(0))
  const fold = (join: (a: number, b: number) => number) =>
    Object.fromEntries(Object.keys(frames[0]).map((key) => [key, frames.map((one) => one[key as keyof Frame]).reduce(join)])) as unknown as Frame
  const [most, total] = [fold((a, b) => Math.max(a, b)), fold((a, b) => a + b)]
  const median = frames.map((one) => one.ms).sort((a, b) => a - b)[frames.length >> 1]
  console.log(`${what}: ${frames.length} frames, median ${median.toFixed(1)} ms; at most ${most.coloured} cells coloured, ${most.painted} painted, ${most.messages} messages a frame; ${most.events} events`)
  return { most, total }
}

async function stroke(page: Page, from: [number, number], step: [number, number], count: number): Promise<void> {
  await page.mouse.move(...from)
  await page.mouse.down()
  for (let i = 1; i <= count; i++) {
    await page.mouse.move(from[0] + step[0] * i, from[1] + step[1] * i)
  }
}

async function goalAt(page: Page): Promise<[number, number]> {
  const stage = page.getByTestId('stage')
  await expect(stage).toHaveAttribute('data-goal', /,/)
  const [x, y] = (await stage.getAttribute('data-goal'))!.split(',').map(Number)
  const box = (await stage.boundingBox())!
  return [box.x + x, box.y + y]
}

test('dragging the goal on 512 x 512 with JPS', async ({ page }) => {
  await open(page, 'map=gen:caves,width=512,height=512,seed=3&algo=jps')
  await outcome(page)
  await page.keyboard.press('End')
  const goal = await goalAt(page)
  await page.waitForTimeout(300)
  await watch(page)
  await stroke(page, goal, [4, 3], 50)
  const { most, total } = await seen(page, 'drag, 512 x 512')
  await page.mouse.up()
  // Live: the path and the search follow. A move is one message; a frame takes the cells of the
  // search before off and puts those of the new one on, and no others.
  expect(total.messages).toBeGreaterThan(5)
  expect(most.messages).toBeLessThanOrEqual(2)
  expect(most.painted).toBe(0)
  expect(most.coloured).toBeGreaterThan(0)
  expect(most.coloured).toBeLessThanOrEqual(4 * most.events)
  expect(most.events).toBeLessThan(40_000)
  expect(await goalAt(page)).not.toEqual(goal)
  await expect(page.getByTestId('outcome')).toHaveAttribute('data-outcome', /FOUND|PARTIAL/)
})

test('a map of 2048 x 2048: panned, zoomed, drawn on', async ({ page }) => {
  await open(page, 'map=gen:caves,width=2048,height=2048,seed=3&algo=jps')
  const before = await outcome(page)
  await page.keyboard.press('End')
  const goal = await goalAt(page)
  await page.waitForTimeout(500)
  await watch(page)
  await page.mouse.move(700, 400)
  await page.mouse.down({ button: 'middle' })
  await page.mouse.move(760, 440, { steps: 12 })
  await page.mouse.up({ button: 'middle' })
  for (let i = 0; i < 6; i++) {
    await page.mouse.wheel(0, -120)
  }
  await page.waitForTimeout(100)
  // What was drawn once is drawn again as it is.
  const moved = await seen(page, 'pan and zoom, 2048 x 2048')
  expect(moved.total.painted + moved.total.coloured + moved.total.messages).toBe(0)
  await page.keyboard.press('0')
  await stroke(page, goal, [5, 4], 30)
  const dragged = await seen(page, 'drag, 2048 x 2048')
  await page.mouse.up()
  expect(dragged.total.messages).toBeGreaterThan(3)
  expect(dragged.most.messages).toBeLessThanOrEqual(2)
  expect(dragged.most.painted).toBe(0)
  expect(dragged.most.coloured).toBeLessThanOrEqual(before.expansions * 4)
  await page.waitForTimeout(300)
  await page.keyboard.press('2')
  await stroke(page, [650, 300], [4, 6], 30)
  const drawn = await seen(page, 'brush, 2048 x 2048')
  await page.mouse.up()
  expect(drawn.total.painted).toBeGreaterThan(9)
  expect(drawn.total.painted).toBeLessThan(40_000)
  expect(drawn.most.coloured).toBeLessThanOrEqual(before.expansions * 4)
  expect(drawn.most.messages).toBeLessThanOrEqual(4)
  await expect(page.getByTestId('outcome')).toHaveAttribute('data-outcome', /FOUND|PARTIAL/)
})
