// The map itself: walls with a lit edge, ground with their shadow, heavier ground in a warmer tone.
// All views of a map share its picture.
import type { Ground } from '../engine/types'
import { pack, type Theme } from './palette'
import { TileLayer } from './tile_layer'

const SIDE = 2048

export class GroundLayer {
  readonly tiles: TileLayer
  private theme: Theme | null = null
  private shades: Uint32Array = new Uint32Array(0)
  private wall = 0
  private lit = 0

  constructor(private readonly ground: Ground) {
    const scale = Math.max(1, Math.min(8, Math.floor(SIDE / Math.max(ground.width, ground.height))))
    this.tiles = new TileLayer(ground.width, ground.height, scale, ground.neighbours === 6, (...part) => this.fill(...part))
  }

  /** The colours from now on. */
  paint(theme: Theme): void {
    if (this.theme !== theme) {
      this.theme = theme
      this.shades = shades(theme)
      this.wall = pack(...theme.wall, 255)
      this.lit = pack(...theme.wallTop, 255)
      this.tiles.spoil()
    }
  }

  /** Cells changed; shadows fall one cell further. */
  repaint(x: number, y: number, width: number, height: number): void {
    this.tiles.refill(Math.max(0, x - 1), Math.max(0, y - 1), Math.min(this.ground.width, x + width + 1), Math.min(this.ground.height, y + height + 1))
  }

  private fill(left: number, top: number, right: number, bottom: number, pixels: Uint32Array, at: number, stride: number): void {
    const { width, weights } = this.ground
    const k = this.tiles.scale
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        const weight = weights[y * width + x]
        const noise = ((x * 73856093) ^ (y * 19349663)) & 3
        const colour = weight === 0 ? this.wall : this.shades[Math.min(15, weight) * 4 + noise]
        const first = at + (y - top) * k * stride + (x - left) * k
        if (k === 1) {
          pixels[first] = colour
        } else {
          this.cell(x, y, colour, pixels, first, stride)
        }
      }
    }
  }

  private cell(x: number, y: number, colour: number, pixels: Uint32Array, at: number, stride: number): void {
    const { width, weights } = this.ground
    const k = this.tiles.scale
    const cell = y * width + x
    const wall = weights[cell] === 0
    for (let v = 0; v < k; v++) {
      pixels.fill(colour, at + v * stride, at + v * stride + k)
    }
    if (k < 3) {
      return
    }
    const rim = Math.max(1, k >> 2)
    if (wall && y > 0 && weights[cell - width] !== 0) {
      for (let v = 0; v < rim; v++) {
        pixels.fill(this.lit, at + v * stride, at + v * stride + k)
      }
    } else if (!wall && y > 0 && weights[cell - width] === 0) {
      shade(pixels, at, stride, k, rim)
    }
    if (!wall && x > 0 && weights[cell - 1] === 0) {
      shade(pixels, at, stride, rim, k)
    }
  }
}

const layers = new WeakMap<Ground, GroundLayer>()

/** The picture of a map. */
export function groundLayer(ground: Ground): GroundLayer {
  let layer = layers.get(ground)
  if (!layer) {
    layer = new GroundLayer(ground)
    layers.set(ground, layer)
  }
  return layer
}

function shade(pixels: Uint32Array, at: number, stride: number, width: number, height: number): void {
  for (let v = 0; v < height; v++) {
    for (let u = 0; u < width; u++) {
      pixels[at + v * stride + u] = darker(pixels[at + v * stride + u])
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
