// The engine in the browser does to the last count what every other machine does.
import { expect, test } from '@playwright/test'
import { readFileSync } from 'node:fs'

test('results in the browser equal the recorded ones', async ({ page }) => {
  test.setTimeout(180_000)
  const module = readFileSync('../build/wasm/web/engine/waymark_golden.wasm').toString('base64')
  await page.goto('favicon.svg')
  const text = await page.evaluate(async (packed) => {
    const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0))
    let memory: WebAssembly.Memory
    const system = {
      fd_write(_file: number, list: number, count: number, written: number) {
        const view = new DataView(memory.buffer)
        let total = 0
        for (let i = 0; i < count; i++) {
          total += view.getUint32(list + 8 * i + 4, true)
        }
        view.setUint32(written, total, true)
        return 0
      },
      fd_close: () => 0,
      fd_seek: () => 0,
      fd_fdstat_get: () => 0,
      proc_exit(code: number) {
        throw new Error(`exit ${code}`)
      },
    }
    const { instance } = await WebAssembly.instantiate(bytes, { wasi_snapshot_preview1: system })
    const calls = instance.exports as Record<string, () => number> & WebAssembly.Exports
    memory = instance.exports.memory as WebAssembly.Memory
    try {
      calls._start()
    } catch (error) {
      const at = calls.trouble()
      const said = new Uint8Array(memory.buffer, at, 256)
      return `${error} ${new TextDecoder().decode(said.slice(0, said.indexOf(0)))}`
    }
    return new TextDecoder().decode(new Uint8Array(memory.buffer, calls.text(), calls.text_size()).slice())
  }, module)
  const recorded = ['results', 'work'].map((file) => readFileSync(`../tests/golden/${file}.csv`, 'utf8')).join('')
  const differing = text.split('\n').filter((line, i) => line !== recorded.split('\n')[i])
  expect(differing.slice(0, 5)).toEqual([])
  expect(text).toBe(recorded)
})
