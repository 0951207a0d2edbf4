// The platform game on a canvas: rock with grass on it, a door, a knight who runs and jumps, the
// states he is thinking of as sparks, and where he has been.
import type { Level } from '../engine/types'

/** Quarter pixels to a tile, and the knight's size, as the library has them. */
const TILE = 128
const WIDTH = 84
const HEIGHT = 116
/** Side of a tile in the picture of the level. */
const PIXELS = 16

const BODY = ['..ppp.....', '.pppssss..', '.p.ssssss.', '...sssvvv.', '...ssssss.', '....dsss..', '..tttttt..', '.dttttttd.', '.dtTtttTs.', '..gggggg..']
const LEGS = {
  stands: ['..tt..tt..', '..dd..dd..', '..bb..bb..', '..bbb.bbb.'],
  strides: ['..tt..tt..', '.dd....dd.', '.bb....bb.', 'bbb....bbb'],
  passes: ['...tttt...', '...ddd....', '....bb....', '....bbb...'],
  flies: ['..tttttt..', '.dd...dd..', '.bb..bb...', '.b...bb...'],
}
const COLOURS: Record<string, string> = {
  p: '#e84454',
  s: '#d6deec',
  d: '#8a96ae',
  v: '#222434',
  t: '#4878e8',
  T: '#3052b0',
  g: '#f0c454',
  b: '#7c543c',
}

export interface Pose {
  x: number
  y: number
  speed: number
  falling: boolean
  keys: number
}

export interface Spark {
  x: number
  y: number
  /** 1 = just now, 0 = gone. */
  glow: number
}

export class KnightView {
  private readonly picture = document.createElement('canvas')
  private level: Level | null = null
  pose: Pose | null = null
  sparks: Spark[] = []
  trail: { x: number; y: number; flies: boolean }[] = []
  insets = { top: 0, right: 0, bottom: 0, left: 0 }
  private frame = 0

  constructor(private readonly canvas: HTMLCanvasElement) {
    new ResizeObserver(() => this.resize()).observe(canvas)
    this.resize()
  }

  show(level: Level): void {
    this.level = level
    this.picture.width = level.width * PIXELS
    this.picture.height = level.height * PIXELS
    const context = this.picture.getContext('2d')!
    for (let y = 0; y < level.height; y++) {
      for (let x = 0; x < level.width; x++) {
        this.tile(context, level, x, y)
      }
    }
    this.door(context, level)
    this.draw()
  }

  private tile(context: CanvasRenderingContext2D, level: Level, x: number, y: number): void {
    const [left, top] = [x * PIXELS, y * PIXELS]
    const solid = (cx: number, cy: number) =>
      cx < 0 || cy < 0 || cx >= level.width || cy >= level.height || level.solid[cy * level.width + cx] !== 0
    if (!solid(x, y)) {
      context.fillStyle = (x + y) % 2 ? '#171b2e' : '#191e33'
      context.fillRect(left, top, PIXELS, PIXELS)
      if (noise(x, y) % 9 === 0) {
        context.fillStyle = '#3a4060'
        context.fillRect(left + (noise(y, x) % 14), top + (noise(x + 1, y) % 14), 1.5, 1.5)
      }
      return
    }
    context.fillStyle = '#5c4c48'
    context.fillRect(left, top, PIXELS, PIXELS)
    for (let i = 0; i < 5; i++) {
      const speck = noise(x * 7 + i, y * 5 + i)
      context.fillStyle = speck % 3 ? '#4a3c3c' : '#6e5c54'
      context.fillRect(left + (speck % 13), top + ((speck >> 5) % 13), 3, 3)
    }
    if (!solid(x, y - 1)) {
      context.fillStyle = '#74b254'
      context.fillRect(left, top, PIXELS, 3)
      context.fillStyle = '#4e8446'
      for (let u = 0; u < PIXELS; u += 3) {
        context.fillRect(left + u, top + 3, 2, noise(x * 16 + u, y) % 3)
      }
    }
  }

  private door(context: CanvasRenderingContext2D, level: Level): void {
    const [left, top] = [level.doorX * PIXELS, level.doorY * PIXELS]
    context.fillStyle = '#704628'
    context.fillRect(left + 2, top + 1, 12, 15)
    context.fillStyle = '#a66c38'
    context.fillRect(left + 3, top + 2, 10, 14)
    context.fillStyle = '#ffdc60'
    context.fillRect(left + 10, top + 9, 2, 2)
    context.fillStyle = '#b0b8c8'
    context.fillRect(level.startX * PIXELS + 1, level.startY * PIXELS + 2, 1, 14)
    context.fillStyle = '#60c4f0'
    context.fillRect(level.startX * PIXELS + 2, level.startY * PIXELS + 2, 7, 4)
  }

  draw(): void {
    if (!this.frame) {
      this.frame = requestAnimationFrame(() => {
        this.frame = 0
        this.paint()
      })
    }
  }

  private resize(): void {
    const scale = Math.min(2, devicePixelRatio || 1)
    this.canvas.width = this.canvas.clientWidth * scale
    this.canvas.height = this.canvas.clientHeight * scale
    this.paint()
  }

  private paint(): void {
    const context = this.canvas.getContext('2d')!
    const scale = this.canvas.width / Math.max(1, this.canvas.clientWidth)
    context.setTransform(scale, 0, 0, scale, 0, 0)
    context.fillStyle = '#0b0e18'
    context.fillRect(0, 0, this.canvas.clientWidth, this.canvas.clientHeight)
    const level = this.level
    if (!level) {
      return
    }
    const { top, right, bottom, left } = this.insets
    const width = this.canvas.clientWidth - left - right
    const height = this.canvas.clientHeight - top - bottom
    const zoom = Math.min(width / this.picture.width, height / this.picture.height)
    context.translate(left + (width - this.picture.width * zoom) / 2, top + (height - this.picture.height * zoom) / 2)
    context.scale(zoom, zoom)
    context.imageSmoothingEnabled = zoom < 1
    context.drawImage(this.picture, 0, 0)
    const unit = PIXELS / TILE
    for (const spot of this.trail) {
      context.fillStyle = spot.flies ? '#ff7060' : '#ffb048'
      context.fillRect((spot.x + WIDTH / 2) * unit - 0.7, (spot.y + HEIGHT / 2) * unit - 0.7, 1.4, 1.4)
    }
    for (const spark of this.sparks) {
      context.fillStyle = `rgba(110, 215, 255, ${(0.75 * spark.glow).toFixed(2)})`
      context.fillRect((spark.x + WIDTH / 2) * unit - 0.9, (spark.y + HEIGHT / 2) * unit - 0.9, 1.8, 1.8)
    }
    if (this.pose) {
      this.knight(context, this.pose, unit)
    }
  }

  private knight(context: CanvasRenderingContext2D, pose: Pose, unit: number): void {
    const flies = pose.falling && pose.speed !== 2
    const runs = (pose.keys & 3) !== 0
    const legs = flies ? LEGS.flies : !runs ? LEGS.stands : Math.floor(pose.x / 40) % 2 ? LEGS.strides : LEGS.passes
    const rows = [...BODY, ...legs]
    const mirrored = (pose.keys & 1) !== 0
    const size = (HEIGHT * unit) / rows.length
    const glow = context.createRadialGradient(pose.x * unit + 5, pose.y * unit + 7, 2, pose.x * unit + 5, pose.y * unit + 7, 26)
    glow.addColorStop(0, 'rgba(255,220,120,0.35)')
    glow.addColorStop(1, 'rgba(255,220,120,0)')
    context.fillStyle = glow
    context.fillRect(pose.x * unit - 24, pose.y * unit - 22, 60, 60)
    rows.forEach((row, v) => {
      for (let u = 0; u < row.length; u++) {
        const letter = row[mirrored ? row.length - 1 - u : u]
        if (letter !== '.') {
          context.fillStyle = COLOURS[letter]
          context.fillRect(pose.x * unit + u * size * 1.02, pose.y * unit + v * size, size * 1.1, size * 1.1)
        }
      }
    })
  }
}

function noise(x: number, y: number): number {
  let mixed = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  return (mixed ^ (mixed >>> 12)) >>> 0
}
