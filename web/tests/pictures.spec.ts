// The pictures that READMEs show, taken from the site itself: `make pictures` keeps them.
import { test } from '@playwright/test'
import { mkdirSync } from 'node:fs'
import { open, outcome } from './support'

const folder = process.env.SITE_PICTURES ?? '../build/site-pictures'

test.beforeAll(() => mkdirSync(folder, { recursive: true }))

test('playground', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, 'map=scene:deep-caves&algo=astar')
  await outcome(page)
  await page.keyboard.press('End')
  await page.mouse.move(700, 770)
  await page.waitForTimeout(400)
  await page.screenshot({ path: `${folder}/playground.png` })
})

test('compare', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, 'mode=compare&map=scene:compound&versus=astar|jps|hpastar|lsslrta')
  await page.locator('.pareto circle').first().waitFor()
  await page.getByLabel('Events').fill('1000000')
  await page.getByLabel('Events').blur()
  await page.waitForTimeout(400)
  await page.screenshot({ path: `${folder}/playground_compare.png` })
})

for (const [name, width, height] of [['explorer', 1600, 900], ['explorer_phone', 360, 740]] as const) {
  test(name, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await page.goto('bench.html')
    await page.getByTestId('chart').locator('svg').first().waitFor()
    await page.waitForTimeout(400)
    await page.screenshot({ path: `${folder}/${name}.png` })
  })
}

test('phone', async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark', deviceScaleFactor: 1 })
  await open(page, 'map=scene:harbour&algo=weighted(weight=1.5)')
  await page.getByLabel('Events').fill('1000000')
  await page.getByLabel('Events').blur()
  await page.waitForTimeout(400)
  await page.screenshot({ path: `${folder}/playground_phone.png` })
  await page.close()
})
