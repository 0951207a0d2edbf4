import { expect, test } from '@playwright/test'
import { readdirSync } from 'node:fs'

test('every algorithm has a page with a live figure', async ({ page }) => {
  await page.goto('docs/algorithms/jps.html')
  await expect(page.locator('h1')).toContainText('Jump point search')
  await page.locator('.live-start').click()
  const live = page.frameLocator('.live iframe')
  await expect(live.getByTestId('counter')).not.toHaveText(/^0/)
  const pages = readdirSync('../build/site/docs/algorithms').filter((name) => name.endsWith('.html'))
  expect(pages.length).toBeGreaterThan(40)
})

test('search finds a function of the reference', async ({ page }) => {
  await page.goto('docs/index.html')
  await page.locator('#local-search button').click()
  await page.locator('#localsearch-input').fill('way_map_nearest_passable')
  await page.locator('a.result').first().click()
  await expect(page).toHaveURL(/api\/ground\.html/)
  await expect(page.locator('#way-map-nearest-passable, #way_map_nearest_passable')).toBeVisible()
})

test('code has a copy button', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('docs/hello.html')
  const block = page.locator('div[class*="language-c"]').first()
  await block.hover()
  await block.locator('button.copy').click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('#include <waymark')
})

test('pages are readable from a folder', async ({ page }) => {
  await page.goto(new URL('../../build/site/docs/choosing.html', import.meta.url).href)
  await expect(page.locator('h1')).toBeVisible()
  await page.locator('.VPSidebar a', { hasText: 'Hello' }).first().click()
  await expect(page).toHaveURL(/docs\/hello\.html$/)
  const background = await page.locator('.VPSidebar').evaluate((node) => getComputedStyle(node).position)
  expect(background).toBe('fixed')
})

test('pages opened from a folder search, switch colours and run figures', async ({ page }) => {
  await page.goto(new URL('../../build/site/docs/algorithms/jps.html', import.meta.url).href)
  const root = page.locator('html')
  const dark = await root.evaluate((node) => node.classList.contains('dark'))
  await page.locator('.VPSwitchAppearance').first().click()
  await expect.poll(() => root.evaluate((node) => node.classList.contains('dark'))).toBe(!dark)
  await page.locator('.live-start').click()
  await expect(page.frameLocator('.live iframe').getByTestId('counter')).not.toHaveText(/^0/)
  await page.locator('#local-search button').click()
  await page.locator('#localsearch-input').fill('way_map_nearest_passable')
  await page.locator('a.result').first().click()
  await expect(page).toHaveURL(/api\/ground\.html/)
})
