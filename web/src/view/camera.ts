// Where the map is on the screen. Hex maps lie sheared, so that their six neighbours stand around.

export class Camera {
  x = 0
  y = 0
  zoom = 1
  width = 1
  height = 1
  hex = false
  /** Space at the edges that panels cover, in pixels. */
  insets = { top: 0, right: 0, bottom: 0, left: 0 }

  constructor(
    public columns = 1,
    public rows = 1,
  ) {}

  private get shear(): number {
    return this.hex ? 0.5 : 0
  }

  private get squash(): number {
    return this.hex ? 0.866 : 1
  }

  /** The canvas transform from cells to pixels. */
  matrix(scale = 1): [number, number, number, number, number, number] {
    const zoom = this.zoom * scale
    return [zoom, 0, zoom * this.shear, zoom * this.squash, this.x * scale, this.y * scale]
  }

  toScreen(column: number, row: number): [number, number] {
    return [this.x + this.zoom * (column + this.shear * row), this.y + this.zoom * this.squash * row]
  }

  toMap(x: number, y: number): [number, number] {
    const row = (y - this.y) / (this.zoom * this.squash)
    return [(x - this.x) / this.zoom - this.shear * row, row]
  }

  /** All of the map, in the middle of what panels leave free. */
  fit(): void {
    const { top, right, bottom, left } = this.insets
    const columns = this.columns + this.shear * this.rows
    const rows = this.rows * this.squash
    const width = Math.max(80, this.width - left - right)
    const height = Math.max(80, this.height - top - bottom)
    this.zoom = Math.min((width - 24) / columns, (height - 24) / rows)
    this.x = left + (width - columns * this.zoom) / 2
    this.y = top + (height - rows * this.zoom) / 2
  }

  zoomAt(x: number, y: number, factor: number): void {
    const zoom = Math.max(0.05, Math.min(96, this.zoom * factor))
    const real = zoom / this.zoom
    this.x = x - (x - this.x) * real
    this.y = y - (y - this.y) * real
    this.zoom = zoom
  }

  pan(x: number, y: number): void {
    this.x += x
    this.y += y
    // Never lose the map: some of it stays on the screen.
    const margin = 60
    const width = (this.columns + this.shear * this.rows) * this.zoom
    const height = this.rows * this.squash * this.zoom
    this.x = Math.max(margin - width, Math.min(this.width - margin, this.x))
    this.y = Math.max(margin - height, Math.min(this.height - margin, this.y))
  }

  /** Moves as little as it takes to see a cell. */
  reveal(column: number, row: number): void {
    const [x, y] = this.toScreen(column + 0.5, row + 0.5)
    const { top, right, bottom, left } = this.insets
    const edge = 32
    this.pan(
      Math.max(0, left + edge - x) - Math.max(0, x - (this.width - right - edge)),
      Math.max(0, top + edge - y) - Math.max(0, y - (this.height - bottom - edge)),
    )
  }
}
