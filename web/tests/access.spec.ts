// Everybody can use it: axe-core looks at every mode and page, light and dark, wide and narrow, contrast
// included; and what a screen reader is told is read off the accessibility tree.
import { expect, test, type Page } from '@playwright/test'
import { createRequire } from 'node:module'
import { open } from './support'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

interface Found {
  id: string
  nodes: { target: string[]; failureSummary: string }[]
}

const CONTRAST = { runOnly: ['color-contrast'] }

/** What axe finds fault with, under the rules or options given. */
async function problems(page: Page, options: object = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.addScriptTag({ path: axe })
  }
  return page.evaluate(async (options) => {
    const { axe: tool } = window as unknown as { axe: { run(options: object): Promise<{ violations: Found[] }> } }
    // Frames are pages of their own.
    const found = await tool.run({ iframes: false, ...options })
    return found.violations.flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.target.join(' ')}: ${node.failureSummary.split('\n')[1] ?? ''}`))
  }, options)
}

const MODES = ['Search', 'Real time', 'Compare', 'Changing map', 'World', 'Knight', 'Tiles']

for (const theme of ['dark', 'light'] as const) {
  test(`nothing in the way in any mode: ${theme}`, async ({ browser }) => {
    const page = await browser.newPage({ colorScheme: theme, reducedMotion: 'reduce' })
    await open(page, 'map=scene:manor')
    for (const mode of MODES) {
      await page.getByRole('navigation', { name: 'Modes' }).getByRole('button', { name: mode }).click()
      await page.waitForTimeout(200)
      // Names and roles are the same in both.
      expect(await problems(page, theme === 'dark' ? {} : CONTRAST), mode).toEqual([])
    }
    await page.keyboard.press('?')
    expect(await problems(page, CONTRAST), 'the list of keys').toEqual([])
    await page.close()
  })

  test(`nothing in the way while a map is prepared: ${theme}`, async ({ browser }) => {
    const page = await browser.newPage({ colorScheme: theme, reducedMotion: 'reduce' })
    // The engine says that half is done whenever the test wants it, on machines of any speed.
    await page.addInitScript(() => {
      window.Worker = class extends Worker {
        constructor(...given: ConstructorParameters<typeof Worker>) {
          super(...given)
          addEventListener('half', () => this.dispatchEvent(new MessageEvent('message', { data: { id: 0, progress: 0.5 } })))
        }
      }
    })
    await open(page, 'map=scene:manor')
    await page.evaluate(() => dispatchEvent(new Event('half')))
    await expect(page.getByRole('region', { name: 'Preparation' })).toContainText('50 %')
    expect(await problems(page)).toEqual([])
    await page.close()
  })

  test(`nothing in the way on a phone, in the explorer and the docs: ${theme}`, async ({ browser }) => {
    const page = await browser.newPage({ colorScheme: theme, reducedMotion: 'reduce', viewport: { width: 390, height: 844 } })
    await open(page, 'map=scene:manor')
    await page.getByRole('button', { name: 'Results' }).click()
    expect(await problems(page, theme === 'dark' ? {} : CONTRAST), 'phone').toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('bench.html')
    await page.waitForSelector('main')
    // The groups of its figures have labels and no roles: that is how the plotting library draws.
    expect(await problems(page, { rules: { 'aria-prohibited-attr': { enabled: false } } }), 'explorer').toEqual([])
    await page.getByRole('button', { name: 'Claims' }).click()
    expect(await problems(page, CONTRAST), 'claims').toEqual([])
    // The frame of the documentation is VitePress's own; its colours are ours.
    await page.goto('docs/algorithms/jps.html')
    await page.waitForSelector('h1')
    expect(await problems(page, CONTRAST), 'docs').toEqual([])
    await page.close()
  })
}

test('what a screen reader is told', async ({ page }) => {
  await open(page, 'map=scene:manor&algo=astar')
  const said = page.getByRole('status', { name: 'What happened' })
  await expect(said).toHaveText(/^A\*: Found\. Length [\d.]+, \d+ cells\. \d+ expanded\.$/i)
  await expect(page.getByRole('application', { name: /^Map of \d+ by \d+ cells/ })).toBeVisible()
  await expect(page.locator('.app')).toMatchAriaSnapshot(`
    - banner:
      - navigation "Modes":
        - button "Search"
        - button "Tiles"
      - navigation "Site":
        - link "Docs"
        - link "Benchmarks"
        - button "Share"
  `)
  for (const [region, within, role, name] of [
    ['toolbar', 'Tools', 'button', 'Draw walls'],
    ['complementary', 'Settings', 'combobox', 'Algorithm'],
    ['complementary', 'Results', 'checkbox', 'Learned estimates'],
    ['group', 'Playback', 'slider', 'Events'],
    ['group', 'Playback', 'combobox', 'Speed'],
  ] as const) {
    await expect(page.getByRole(region, { name: within }).getByRole(role, { name, exact: true })).toBeVisible()
  }
  // What runs by itself sixty times a second is not read out.
  await expect(page.getByTestId('counter')).toHaveAttribute('aria-live', 'off')
  const mode = (name: string) => page.getByRole('navigation', { name: 'Modes' }).getByRole('button', { name }).click()
  await mode('Compare')
  await expect(said).toHaveText(/A\*: \d+ expanded; Jump point search: \d+ expanded/)
  await expect(page.getByRole('img', { name: /^Time of a search against excess length\. A\*: / })).toBeVisible()
  await mode('World')
  await expect(page.getByTestId('world')).toHaveAttribute('data-units', '1000')
  await page.getByTestId('stage').click({ position: { x: 700, y: 400 } })
  await expect(said).toHaveText(/^\d+ units sent to \d+, \d+$/)
  await mode('Tiles')
  await expect(page.getByRole('status').filter({ hasText: /found|goal|solved/i }).first()).toBeVisible()
})
