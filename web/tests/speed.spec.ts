// The page never freezes: the goal is dragged over a map of 512 x 512 while frames are counted.
import { expect, test } from '@playwright/test'
import { open, outcome } from './support'

test('dragging the goal on 512 x 512 with JPS', async ({ page }) => {
  await open(page, 'map=gen:caves,width=512,height=512,seed=3&algo=jps')
  await outcome(page)
  const stage = page.getByTestId('stage')
  const box = (await stage.boundingBox())!
  await expect(stage).toHaveAttribute('data-goal', /,/)
  const goal = (await stage.getAttribute('data-goal'))!.split(',').map(Number)
  await page.mouse.move(box.x + goal[0], box.y + goal[1])
  await page.mouse.down()
  await page.evaluate(() => {
    const frames: number[] = []
    Object.assign(window, { frames })
    const tick = (now: number) => {
      frames.push(now)
      requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
  })
  for (let i = 0; i < 60; i++) {
    await page.mouse.move(box.x + goal[0] - 4 * i, box.y + goal[1] - 2 * i)
  }
  await page.mouse.up()
  const gaps = await page.evaluate(() => {
    const frames = (window as unknown as { frames: number[] }).frames
    return frames.slice(1).map((time, i) => time - frames[i]).sort((a, b) => a - b)
  })
  const median = gaps[gaps.length >> 1]
  console.log(`frames while dragging: median ${median.toFixed(1)} ms, worst ${gaps.at(-1)!.toFixed(1)} ms over ${gaps.length}`)
  // A machine under load draws late; a page that froze would not draw at all.
  expect(median).toBeLessThan(100)
  await expect(stage).not.toHaveAttribute('data-goal', goal.join(','))
  await expect(page.getByTestId('outcome')).toHaveAttribute('data-outcome', /ARRIVED|PARTIAL/)
})
