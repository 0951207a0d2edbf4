// The map itself as a picture of a few pixels a cell: walls with a lit edge, ground with their
// shadow, heavier ground in a warmer tone. Painted once, then only where an edit falls.
import type { Ground } from '../engine/types'
import { pack, type Theme } from './palette'

const SIDE = 2048

export class GroundLayer {
  readonly canvas = document.createElement('canvas')
  private readonly context = this.canvas.getContext('2d')!
  /** Pixels a cell. */
  private scale = 1
  private shades: Uint32Array = new Uint32Array(0)

  paint(ground: Ground, theme: Theme): void {
    this.scale = Math.max(1, Math.min(8, Math.floor(SIDE / Math.max(ground.width, ground.height))))
    this.canvas.width = ground.width * this.scale
    this.canvas.height = ground.height * this.scale
    this.shades = shades(theme)
    this.repaint(ground, theme, 0, 0, ground.width, ground.height)
  }

  /** Paints a rectangle of cells again; shadows fall one cell further. */
  repaint(ground: Ground, theme: Theme, x: number, y: number, width: number, height: number): void {
    const left = Math.max(0, x - 1)
    const top = Math.max(0, y - 1)
    const right = Math.min(ground.width, x + width + 1)
    const bottom = Math.min(ground.height, y + height + 1)
    if (right <= left || bottom <= top) {
      return
    }
    const k = this.scale
    const image = this.context.createImageData((right - left) * k, (bottom - top) * k)
    const pixels = new Uint32Array(image.data.buffer)
    for (let row = top; row < bottom; row++) {
      for (let column = left; column < right; column++) {
        const at = (row - top) * k * image.width + (column - left) * k
        this.cell(ground, theme, column, row, pixels, at, image.width)
      }
    }
    this.context.putImageData(image, left * k, top * k)
  }

  private cell(
    ground: Ground,
    theme: Theme,
    x: number,
    y: number,
    pixels: Uint32Array,
    at: number,
    stride: number,
  ): void {
    const { width, weights } = ground
    const k = this.scale
    const cell = y * width + x
    const wall = weights[cell] === 0
    const noise = ((x * 73856093) ^ (y * 19349663)) & 3
    const colour = wall ? pack(...theme.wall, 255) : this.shades[Math.min(15, weights[cell]) * 4 + noise]
    for (let v = 0; v < k; v++) {
      pixels.fill(colour, at + v * stride, at + v * stride + k)
    }
    if (k < 3) {
      return
    }
    const rim = Math.max(1, k >> 2)
    if (wall && y > 0 && weights[cell - width] !== 0) {
      const lit = pack(...theme.wallTop, 255)
      for (let v = 0; v < rim; v++) {
        pixels.fill(lit, at + v * stride, at + v * stride + k)
      }
    } else if (!wall && y > 0 && weights[cell - width] === 0) {
      for (let v = 0; v < rim; v++) {
        for (let u = 0; u < k; u++) {
          pixels[at + v * stride + u] = darker(pixels[at + v * stride + u])
        }
      }
    }
    if (!wall && x > 0 && weights[cell - 1] === 0) {
      for (let v = 0; v < k; v++) {
        for (let u = 0; u < rim; u++) {
          pixels[at + v * stride + u] = darker(pixels[at + v * stride + u])
        }
      }
    }
  }
}

function darker(word: number): number {
  return pack(((word & 255) * 216) >> 8, (((word >> 8) & 255) * 216) >> 8, (((word >> 16) & 255) * 218) >> 8, 255)
}

/** Ground by weight, in four slightly different tones each. */
function shades(theme: Theme): Uint32Array {
  const list = new Uint32Array(64)
  for (let weight = 1; weight < 16; weight++) {
    const tone = theme.terrain[Math.min(theme.terrain.length, weight) - 1]
    for (let noise = 0; noise < 4; noise++) {
      const [r, g, b] = tone.map((part) => Math.round(part + (theme.name === 'dark' ? noise - 1 : (1 - noise) * 0.7)))
      list[weight * 4 + noise] = pack(r, g, b, 255)
    }
  }
  return list
}
