// What tests of the playground share.
import { expect, type Page } from '@playwright/test'

/** Opens the playground and waits until its engine runs. Fails on any error in the page. */
export async function open(page: Page, hash = '', file = 'index.html'): Promise<void> {
  page.on('pageerror', (error) => {
    throw error
  })
  await page.goto(file + (hash ? `#${hash}` : ''))
  await page.waitForSelector('html[data-ready]')
}

/** What the search came to, once it is there. */
export async function outcome(page: Page): Promise<{ outcome: string; cost: number; expansions: number }> {
  const element = page.getByTestId('outcome')
  await expect(element).toBeVisible()
  const data = await element.evaluate((node) => ({ ...(node as HTMLElement).dataset }))
  return { outcome: data.outcome!, cost: Number(data.cost), expansions: Number(data.expansions) }
}

export async function drop(page: Page, name: string, text: string): Promise<void> {
  await page.getByTestId('files').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
}
