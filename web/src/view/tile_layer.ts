// A picture of the map in tiles, a few pixels a cell. Only what changed is put on a tile's canvas,
// only tiles on the screen are filled and drawn, and a frame fills no more than some cells: the rest
// follows with the next frames. So a stroke or a search costs what it touches, whatever the map's size.
import type { Camera } from './camera'

/** Side of a tile in pixels. */
const SIDE = 256
/** How often a picture is halved at most. */
const LEVELS = 4

/** Cells that a frame may fill. */
export const FILL_MAX = 1 << 19

interface Tile {
  left: number
  top: number
  columns: number
  rows: number
  /** Nothing of it is right. */
  stale: boolean
  image: ImageData | null
  pixels: Uint32Array
  /** The picture, and half of it, and half of that, as far as they were asked for. */
  levels: HTMLCanvasElement[]
  /** What the canvas does not show yet, in cells of the tile. */
  dirtyLeft: number
  dirtyTop: number
  dirtyRight: number
  dirtyBottom: number
}

/** Writes the cells of a rectangle; `at` is the first cell's first pixel. */
export type Fill = (left: number, top: number, right: number, bottom: number, pixels: Uint32Array, at: number, stride: number) => void

const NOTHING = new Uint32Array(0)

export class TileLayer {
  readonly tiles: Tile[] = []
  /** Cells filled, and pixels put, since the layer was made. */
  filled = 0
  put = 0
  private readonly across: number
  private readonly columns: number
  private readonly rows: number
  private scratch: Uint32Array = NOTHING

  /** `whole`: tiles as wide as the map, which leave no seams when it is drawn sheared. */
  constructor(
    private readonly width: number,
    height: number,
    /** Pixels a cell. */
    readonly scale: number,
    whole: boolean,
    private readonly fill: Fill,
  ) {
    this.columns = whole ? width : Math.max(1, Math.floor(SIDE / scale))
    this.rows = whole ? Math.max(1, Math.floor((SIDE * SIDE) / (width * scale * scale))) : this.columns
    this.across = Math.ceil(width / this.columns)
    for (let top = 0; top < height; top += this.rows) {
      for (let left = 0; left < width; left += this.columns) {
        const [columns, rows] = [Math.min(this.columns, width - left), Math.min(this.rows, height - top)]
        this.tiles.push({ left, top, columns, rows, stale: true, image: null, pixels: NOTHING, levels: [], dirtyLeft: columns, dirtyTop: rows, dirtyRight: 0, dirtyBottom: 0 })
      }
    }
  }

  /** Everything has to be filled again. */
  spoil(): void {
    for (const tile of this.tiles) {
      tile.stale = true
    }
  }

  /** Sets the pixel of a cell, in layers with one pixel a cell. */
  set(cell: number, word: number): void {
    const y = Math.floor(cell / this.width)
    const x = cell - y * this.width
    const tile = this.tiles[Math.floor(y / this.rows) * this.across + Math.floor(x / this.columns)]
    if (tile.stale || (word === 0 && !tile.image)) {
      return
    }
    this.filled++
    this.make(tile)
    tile.pixels[(y - tile.top) * tile.columns + x - tile.left] = word
    spread(tile, x - tile.left, y - tile.top, x - tile.left + 1, y - tile.top + 1)
  }

  /** Fills a rectangle of cells again. */
  refill(left: number, top: number, right: number, bottom: number): void {
    for (let row = Math.floor(top / this.rows); row * this.rows < bottom; row++) {
      for (let column = Math.floor(left / this.columns); column * this.columns < right; column++) {
        const tile = this.tiles[row * this.across + column]
        if (!tile.stale) {
          this.fillPart(tile, Math.max(left, tile.left), Math.max(top, tile.top), Math.min(right, tile.left + tile.columns), Math.min(bottom, tile.top + tile.rows))
        }
      }
    }
  }

  /** Fills what is stale on the screen, up to about `most` cells; gives whether nothing is left. */
  freshen(visible: [number, number, number, number], most: number): boolean {
    const end = this.filled + most
    for (const tile of this.tiles) {
      if (tile.stale && inside(tile, visible)) {
        if (this.filled >= end) {
          return false
        }
        tile.stale = false
        this.fillTile(tile)
      }
    }
    return true
  }

  private fillTile(tile: Tile): void {
    if (tile.image) {
      this.fillPart(tile, tile.left, tile.top, tile.left + tile.columns, tile.top + tile.rows)
      return
    }
    // A tile that shows nothing takes no memory.
    const size = tile.columns * tile.rows * this.scale * this.scale
    if (this.scratch.length < size) {
      this.scratch = new Uint32Array(size)
    }
    this.filled += tile.columns * tile.rows
    this.fill(tile.left, tile.top, tile.left + tile.columns, tile.top + tile.rows, this.scratch, 0, tile.columns * this.scale)
    const made = this.scratch.subarray(0, size)
    if (made.some((word) => word !== 0)) {
      this.make(tile)
      tile.pixels.set(made)
      spread(tile, 0, 0, tile.columns, tile.rows)
    }
  }

  private fillPart(tile: Tile, left: number, top: number, right: number, bottom: number): void {
    const stride = tile.columns * this.scale
    this.filled += (right - left) * (bottom - top)
    this.make(tile)
    this.fill(left, top, right, bottom, tile.pixels, (top - tile.top) * this.scale * stride + (left - tile.left) * this.scale, stride)
    spread(tile, left - tile.left, top - tile.top, right - tile.left, bottom - tile.top)
  }

  private make(tile: Tile): void {
    if (!tile.image) {
      tile.image = new ImageData(tile.columns * this.scale, tile.rows * this.scale)
      tile.pixels = new Uint32Array(tile.image.data.buffer)
    }
  }

  private show(tile: Tile): void {
    if (!tile.levels.length) {
      tile.levels.push(canvas(tile.image!.width, tile.image!.height))
    }
    const k = this.scale
    const [x, y, width, height] = [tile.dirtyLeft * k, tile.dirtyTop * k, (tile.dirtyRight - tile.dirtyLeft) * k, (tile.dirtyBottom - tile.dirtyTop) * k]
    tile.levels[0].getContext('2d')!.putImageData(tile.image!, 0, 0, x, y, width, height)
    this.put += width * height
    for (let level = 1; level < tile.levels.length; level++) {
      const [left, top] = [x >> level, y >> level]
      halve(tile.levels[level - 1], tile.levels[level], left, top, ((x + width) >> level) + 1 - left, ((y + height) >> level) + 1 - top)
    }
    tile.dirtyLeft = tile.columns
    tile.dirtyTop = tile.rows
    tile.dirtyRight = tile.dirtyBottom = 0
  }

  /** Draws the tiles on the screen. Their edges lie on whole pixels, so that none shows. */
  draw(context: CanvasRenderingContext2D, camera: Camera, scale: number, visible: [number, number, number, number]): void {
    const place = (column: number, row: number) => camera.toScreen(column, row).map((part) => Math.round(part * scale))
    const matrix = camera.matrix(scale)
    // From the level that is drawn at half its size at least.
    const level = Math.max(0, Math.min(LEVELS, Math.floor(-Math.log2((camera.zoom * scale) / this.scale))))
    for (const tile of this.tiles) {
      if (!tile.image || !inside(tile, visible)) {
        continue
      }
      if (tile.dirtyRight > tile.dirtyLeft) {
        this.show(tile)
      }
      while (tile.levels.length <= level) {
        const finer = tile.levels.at(-1)!
        tile.levels.push(canvas((finer.width + 1) >> 1, (finer.height + 1) >> 1))
        halve(finer, tile.levels.at(-1)!, 0, 0, finer.width, finer.height)
      }
      const [x, y] = place(tile.left, tile.top)
      const [right, bottom] = place(tile.left + tile.columns, tile.top + tile.rows)
      if (camera.hex) {
        context.setTransform(matrix[0], 0, matrix[2], (bottom - y) / tile.rows, camera.toScreen(0, tile.top)[0] * scale, y)
        context.drawImage(tile.levels[level], 0, 0, tile.columns, tile.rows)
      } else {
        context.setTransform(1, 0, 0, 1, 0, 0)
        context.drawImage(tile.levels[level], x, y, right - x, bottom - y)
      }
    }
  }
}

function canvas(width: number, height: number): HTMLCanvasElement {
  const made = document.createElement('canvas')
  made.width = width
  made.height = height
  return made
}

/** Draws a rectangle of `to` from twice as many pixels of `from`. */
function halve(from: HTMLCanvasElement, to: HTMLCanvasElement, x: number, y: number, width: number, height: number): void {
  const context = to.getContext('2d')!
  const [w, h] = [Math.min(width, to.width - x), Math.min(height, to.height - y)]
  context.clearRect(x, y, w, h)
  context.drawImage(from, 2 * x, 2 * y, 2 * w, 2 * h, x, y, w, h)
}

function spread(tile: Tile, left: number, top: number, right: number, bottom: number): void {
  tile.dirtyLeft = Math.min(tile.dirtyLeft, left)
  tile.dirtyTop = Math.min(tile.dirtyTop, top)
  tile.dirtyRight = Math.max(tile.dirtyRight, right)
  tile.dirtyBottom = Math.max(tile.dirtyBottom, bottom)
}

function inside(tile: Tile, [left, top, right, bottom]: [number, number, number, number]): boolean {
  return tile.left < right && tile.top < bottom && tile.left + tile.columns > left && tile.top + tile.rows > top
}
