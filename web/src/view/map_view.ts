// Draws a map with what is laid over it, and turns pointers and keys into cells.
import { NONE, type Ground } from '../engine/types'
import { Camera } from './camera'
import { groundLayer, type GroundLayer } from './ground_layer'
import { GOAL, START, type Theme } from './palette'
import { FILL_MAX, TileLayer } from './tile_layer'

export interface Line {
  cells: ArrayLike<number>
  colour: string
  width: number
  casing?: string
  dash?: number[]
  /** Cells from the start that are drawn; all if missing. */
  count?: number
}

export interface Unit {
  x: number
  y: number
  colour: string
  size: number
  label?: string
  /** Least radius in pixels. */
  least?: number
}

export interface Detail {
  texts: string[]
  from: number
}

/** What a pointer that went down on a cell does. */
export type Grip = 'start' | 'goal' | 'brush' | 'link' | 'box' | 'pan'

export interface Handlers {
  grip(cell: number, near: 'start' | 'goal' | null, event: PointerEvent): Grip
  drag(grip: Grip, cell: number, from: number): void
  drop(grip: Grip): void
  hover(cell: number): void
  tap(cell: number): void
}

const GRID_ZOOM = 14
const DETAIL_ZOOM = 46

export class MapView {
  readonly camera = new Camera()
  ground: Ground | null = null
  start = NONE
  goal = NONE
  hovered = NONE
  /** The cell that keys move; NONE = keys are not used. */
  cursor = NONE
  lines: Line[] = []
  links: readonly { from: number; to: number; both: boolean }[] = []
  /** A link that is being drawn. */
  linking: { from: number; to: number } | null = null
  units: Unit[] = []
  unitSize = 1
  /** What a cell of the overlay looks like, as ABGR; 0 = nothing. */
  colour: (cell: number) => number = () => 0
  detail: ((cell: number) => Detail | null) | null = null
  /** Draws on top, in screen coordinates. */
  extra: ((context: CanvasRenderingContext2D, camera: Camera) => void) | null = null
  fitted = true

  private readonly context: CanvasRenderingContext2D
  private base: GroundLayer | null = null
  private overlay: TileLayer | null = null
  private frame = 0
  private frames = 0
  private pointers = new Map<number, { x: number; y: number }>()
  private grip: Grip | null = null
  private lastCell = NONE
  private moved = 0

  constructor(
    readonly canvas: HTMLCanvasElement,
    public theme: Theme,
    private readonly handlers: Handlers,
  ) {
    this.context = canvas.getContext('2d')!
    new ResizeObserver(() => this.resize()).observe(canvas)
    canvas.addEventListener('pointerdown', (event) => this.down(event))
    canvas.addEventListener('pointermove', (event) => this.move(event))
    canvas.addEventListener('pointerup', (event) => this.up(event))
    canvas.addEventListener('pointercancel', (event) => this.up(event))
    canvas.addEventListener('pointerleave', () => this.hover(NONE))
    canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false })
    canvas.addEventListener('contextmenu', (event) => event.preventDefault())
    this.resize()
  }

  show(ground: Ground, keepCamera = false): void {
    this.ground = ground
    this.base = groundLayer(ground)
    this.overlay = new TileLayer(ground.width, ground.height, 1, ground.neighbours === 6, (...part) => this.colourPart(...part))
    this.camera.columns = ground.width
    this.camera.rows = ground.height
    this.camera.hex = ground.neighbours === 6
    if (!keepCamera) {
      this.fit()
    }
    this.draw()
  }

  setTheme(theme: Theme): void {
    this.theme = theme
    this.recolour()
  }

  repaint(x: number, y: number, width: number, height: number): void {
    this.base?.repaint(x, y, width, height)
    this.draw()
  }

  fit(): void {
    this.fitted = true
    this.camera.fit()
    this.draw()
  }

  /** What drawing took so far: frames, cells painted and coloured, pixels put on canvases. */
  get work(): { frames: number; painted: number; coloured: number; put: number } {
    const [base, overlay] = [this.base?.tiles, this.overlay]
    return { frames: this.frames, painted: base?.filled ?? 0, coloured: overlay?.filled ?? 0, put: (base?.put ?? 0) + (overlay?.put ?? 0) }
  }

  // The overlay ---------------------------------------------------------------------------------

  private colourPart(left: number, top: number, right: number, bottom: number, pixels: Uint32Array, at: number, stride: number): void {
    const width = this.ground!.width
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        pixels[at + (y - top) * stride + x - left] = this.colour(y * width + x)
      }
    }
  }

  /** A cell may look different. */
  touch(cell: number): void {
    if (this.ground && cell < this.ground.width * this.ground.height) {
      this.overlay!.set(cell, this.colour(cell))
    }
  }

  /** All cells may look different. */
  recolour(): void {
    this.overlay?.spoil()
    this.draw()
  }

  // Drawing -------------------------------------------------------------------------------------

  draw(): void {
    if (!this.frame) {
      this.frame = requestAnimationFrame(() => {
        this.frame = 0
        this.paint(this.context, Math.min(2, devicePixelRatio || 1), FILL_MAX)
      })
    }
  }

  private resize(): void {
    const scale = Math.min(2, devicePixelRatio || 1)
    const { clientWidth, clientHeight } = this.canvas
    if (!clientWidth || !clientHeight) {
      return
    }
    this.canvas.width = Math.round(clientWidth * scale)
    this.canvas.height = Math.round(clientHeight * scale)
    this.camera.width = clientWidth
    this.camera.height = clientHeight
    if (this.fitted) {
      this.camera.fit()
    }
    this.paint(this.context, scale, FILL_MAX)
  }

  /** Draws everything; `most` is how many cells it may fill for that. */
  paint(context: CanvasRenderingContext2D, scale: number, most = Infinity): void {
    const { camera, ground } = this
    this.frames++
    context.setTransform(scale, 0, 0, scale, 0, 0)
    context.fillStyle = this.theme.page
    context.fillRect(0, 0, camera.width, camera.height)
    if (!ground) {
      return
    }
    this.paintTiles(context, scale, most)
    context.setTransform(scale, 0, 0, scale, 0, 0)
    if (camera.zoom > GRID_ZOOM) {
      this.drawGrid(context)
    }
    this.lines.forEach((line) => this.drawLine(context, line))
    this.links.forEach((link) => this.drawLink(context, link, link.both))
    if (this.linking) {
      this.drawLink(context, this.linking, false)
    }
    if (camera.zoom > DETAIL_ZOOM && this.detail) {
      this.drawDetails(context)
    }
    this.canvas.dataset.goal = this.goal === NONE ? '' : this.centre(this.goal).map(Math.round).join(',')
    this.drawEnd(context, this.start, START)
    this.drawEnd(context, this.goal, GOAL)
    this.units.forEach((unit) => this.drawUnit(context, unit))
    this.drawCursor(context)
    this.extra?.(context, camera)
  }

  private paintTiles(context: CanvasRenderingContext2D, scale: number, most: number): void {
    const [base, overlay, zoom, visible] = [this.base!, this.overlay!, this.camera.zoom * scale, this.visible()]
    base.paint(this.theme)
    const done = base.tiles.freshen(visible, most) && overlay.freshen(visible, most)
    context.imageSmoothingEnabled = zoom < base.tiles.scale * 1.01
    base.tiles.draw(context, this.camera, scale, visible)
    context.imageSmoothingEnabled = zoom < 1
    overlay.draw(context, this.camera, scale, visible)
    if (!done) {
      this.draw()
    }
  }

  /** The cells on the screen. */
  private visible(): [number, number, number, number] {
    const { camera, ground } = this
    const corners = [
      camera.toMap(0, 0),
      camera.toMap(camera.width, 0),
      camera.toMap(0, camera.height),
      camera.toMap(camera.width, camera.height),
    ]
    const xs = corners.map((corner) => corner[0])
    const ys = corners.map((corner) => corner[1])
    return [
      Math.max(0, Math.floor(Math.min(...xs))),
      Math.max(0, Math.floor(Math.min(...ys))),
      Math.min(ground!.width, Math.ceil(Math.max(...xs))),
      Math.min(ground!.height, Math.ceil(Math.max(...ys))),
    ]
  }

  private drawGrid(context: CanvasRenderingContext2D): void {
    const { camera } = this
    const [left, top, right, bottom] = this.visible()
    const strength = Math.min(1, (camera.zoom - GRID_ZOOM) / 20)
    context.strokeStyle = this.theme.name === 'dark' ? `rgba(255,255,255,${0.09 * strength})` : `rgba(0,0,0,${0.1 * strength})`
    context.lineWidth = 1
    context.beginPath()
    for (let x = left; x <= right; x++) {
      context.moveTo(...camera.toScreen(x, top))
      context.lineTo(...camera.toScreen(x, bottom))
    }
    for (let y = top; y <= bottom; y++) {
      context.moveTo(...camera.toScreen(left, y))
      context.lineTo(...camera.toScreen(right, y))
    }
    context.stroke()
  }

  private centre(cell: number): [number, number] {
    const width = this.ground!.width
    const half = this.unitSize / 2
    return this.camera.toScreen((cell % width) + half, Math.floor(cell / width) + half)
  }

  private drawLine(context: CanvasRenderingContext2D, line: Line): void {
    const count = Math.min(line.cells.length, line.count ?? Infinity)
    if (count < 2) {
      return
    }
    context.beginPath()
    context.moveTo(...this.centre(line.cells[0]))
    for (let i = 1; i < count; i++) {
      const straight = i > 1 && i + 1 < count && line.cells[i] - line.cells[i - 1] === line.cells[i + 1] - line.cells[i]
      if (!straight) {
        context.lineTo(...this.centre(line.cells[i]))
      }
    }
    context.lineJoin = context.lineCap = 'round'
    const width = line.width * Math.max(1, Math.min(3.2, this.camera.zoom / 9))
    context.setLineDash(line.dash ?? [])
    if (line.casing) {
      context.strokeStyle = line.casing
      context.lineWidth = width + 3
      context.stroke()
    }
    context.strokeStyle = line.colour
    context.lineWidth = width
    context.stroke()
    context.setLineDash([])
  }

  /** A bow from end to end, with a head where it leads. */
  private drawLink(context: CanvasRenderingContext2D, link: { from: number; to: number }, both: boolean): void {
    const [ax, ay] = this.centre(link.from)
    const [bx, by] = this.centre(link.to)
    const [mx, my] = [(ax + bx) / 2 - (by - ay) * 0.18, (ay + by) / 2 + (bx - ax) * 0.18]
    context.strokeStyle = context.fillStyle = '#c792ff'
    context.lineWidth = Math.max(1.5, Math.min(3, this.camera.zoom / 8))
    context.setLineDash([6, 4])
    context.beginPath()
    context.moveTo(ax, ay)
    context.quadraticCurveTo(mx, my, bx, by)
    context.stroke()
    context.setLineDash([])
    for (const [x, y] of both ? [[ax, ay], [bx, by]] : [[bx, by]]) {
      const length = Math.hypot(x - mx, y - my) || 1
      const [ux, uy] = [(x - mx) / length, (y - my) / length]
      context.beginPath()
      context.moveTo(x, y)
      context.lineTo(x - ux * 10 - uy * 5, y - uy * 10 + ux * 5)
      context.lineTo(x - ux * 10 + uy * 5, y - uy * 10 - ux * 5)
      context.fill()
    }
  }

  private drawEnd(context: CanvasRenderingContext2D, cell: number, colour: string): void {
    if (cell === NONE || !this.ground) {
      return
    }
    const [x, y] = this.centre(cell)
    const radius = Math.max(7, Math.min(20, this.camera.zoom * 0.55 * this.unitSize))
    const glow = context.createRadialGradient(x, y, radius * 0.4, x, y, radius * 2.4)
    glow.addColorStop(0, colour + '88')
    glow.addColorStop(1, colour + '00')
    context.fillStyle = glow
    context.beginPath()
    context.arc(x, y, radius * 2.4, 0, Math.PI * 2)
    context.fill()
    context.beginPath()
    context.arc(x, y, radius, 0, Math.PI * 2)
    context.fillStyle = this.theme.name === 'dark' ? '#0b0e14' : '#ffffff'
    context.fill()
    context.lineWidth = radius * 0.42
    context.strokeStyle = colour
    context.stroke()
    if (this.unitSize > 1) {
      const [left, top] = this.camera.toScreen(cell % this.ground.width, Math.floor(cell / this.ground.width))
      context.lineWidth = 1.5
      context.strokeRect(left, top, this.camera.zoom * this.unitSize, this.camera.zoom * this.unitSize)
    }
  }

  private drawUnit(context: CanvasRenderingContext2D, unit: Unit): void {
    const [x, y] = this.camera.toScreen(unit.x + 0.5 * unit.size, unit.y + 0.5 * unit.size)
    const radius = Math.max(unit.least ?? 5 * Math.min(1, unit.size), this.camera.zoom * 0.42 * unit.size)
    context.beginPath()
    context.arc(x, y, radius, 0, Math.PI * 2)
    context.fillStyle = unit.colour
    context.fill()
    context.lineWidth = Math.max(1, radius * 0.22)
    context.strokeStyle = this.theme.casing
    context.stroke()
    if (unit.label) {
      context.font = '600 12px system-ui, sans-serif'
      context.textAlign = 'center'
      context.fillStyle = this.theme.text
      context.fillText(unit.label, x, y - radius - 6)
    }
  }

  private drawCursor(context: CanvasRenderingContext2D): void {
    for (const [cell, colour] of [
      [this.hovered, 'rgba(150,170,210,0.6)'],
      [this.cursor, '#ffd34d'],
    ] as const) {
      if (cell === NONE || (cell === this.hovered && this.camera.zoom < 5)) {
        continue
      }
      const x = cell % this.ground!.width
      const y = Math.floor(cell / this.ground!.width)
      context.beginPath()
      context.moveTo(...this.camera.toScreen(x, y))
      context.lineTo(...this.camera.toScreen(x + 1, y))
      context.lineTo(...this.camera.toScreen(x + 1, y + 1))
      context.lineTo(...this.camera.toScreen(x, y + 1))
      context.closePath()
      context.strokeStyle = colour
      context.lineWidth = cell === this.cursor ? 3 : 1.5
      context.stroke()
    }
  }

  private drawDetails(context: CanvasRenderingContext2D): void {
    const [left, top, right, bottom] = this.visible()
    const size = Math.min(13, this.camera.zoom / 5)
    context.textAlign = 'left'
    context.font = `500 ${size}px ui-monospace, monospace`
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        const cell = y * this.ground!.width + x
        const detail = this.detail!(cell)
        if (!detail) {
          continue
        }
        const [sx, sy] = this.camera.toScreen(x, y)
        context.fillStyle = 'rgba(10,12,18,0.82)'
        detail.texts.forEach((text, i) => context.fillText(text, sx + 4, sy + 3 + size * (i + 1)))
        if (detail.from !== NONE) {
          this.drawArrow(context, cell, detail.from)
        }
      }
    }
  }

  private drawArrow(context: CanvasRenderingContext2D, cell: number, from: number): void {
    const [x, y] = this.centre(cell)
    const [px, py] = this.centre(from)
    const length = Math.hypot(px - x, py - y) || 1
    const reach = this.camera.zoom * 0.36
    const [ux, uy] = [(px - x) / length, (py - y) / length]
    context.beginPath()
    context.moveTo(x + ux * reach * 0.2, y + uy * reach * 0.2)
    context.lineTo(x + ux * reach, y + uy * reach)
    context.lineWidth = 2
    context.strokeStyle = 'rgba(10,12,18,0.6)'
    context.stroke()
    context.beginPath()
    context.arc(x + ux * reach, y + uy * reach, 3, 0, Math.PI * 2)
    context.fillStyle = 'rgba(10,12,18,0.6)'
    context.fill()
  }

  // Pointers ------------------------------------------------------------------------------------

  cellAt(x: number, y: number): number {
    if (!this.ground) {
      return NONE
    }
    const [column, row] = this.camera.toMap(x, y).map(Math.floor)
    const inside = column >= 0 && row >= 0 && column < this.ground.width && row < this.ground.height
    return inside ? row * this.ground.width + column : NONE
  }

  private place(event: PointerEvent | WheelEvent): [number, number] {
    const box = this.canvas.getBoundingClientRect()
    return [event.clientX - box.left, event.clientY - box.top]
  }

  private near(x: number, y: number, reach: number): 'start' | 'goal' | null {
    const distance = (cell: number) => {
      if (cell === NONE) {
        return Infinity
      }
      const [ex, ey] = this.centre(cell)
      return Math.hypot(ex - x, ey - y)
    }
    const [start, goal] = [distance(this.start), distance(this.goal)]
    return Math.min(start, goal) > reach ? null : goal <= start ? 'goal' : 'start'
  }

  private down(event: PointerEvent): void {
    const [x, y] = this.place(event)
    this.canvas.setPointerCapture(event.pointerId)
    this.pointers.set(event.pointerId, { x, y })
    this.cursor = NONE
    if (this.pointers.size > 1) {
      if (this.grip && this.grip !== 'pan') {
        this.handlers.drop(this.grip)
      }
      this.grip = 'pan'
      return
    }
    this.moved = 0
    this.lastCell = this.cellAt(x, y)
    const reach = event.pointerType === 'touch' ? 30 : 18
    const middle = event.button === 1
    this.grip = middle ? 'pan' : this.handlers.grip(this.lastCell, this.near(x, y, reach), event)
    if (this.grip === 'brush') {
      this.handlers.drag('brush', this.lastCell, this.lastCell)
    }
  }

  private move(event: PointerEvent): void {
    const [x, y] = this.place(event)
    const before = this.pointers.get(event.pointerId)
    const cell = this.cellAt(x, y)
    if (!before) {
      this.hover(cell)
      this.canvas.style.cursor = this.near(x, y, 18) ? 'grab' : ''
      return
    }
    this.moved += Math.hypot(x - before.x, y - before.y)
    if (this.pointers.size === 2) {
      this.pinch(event.pointerId, x, y)
    } else if (this.grip === 'pan') {
      this.fitted = false
      this.camera.pan(x - before.x, y - before.y)
      this.draw()
    } else if (this.grip && cell !== NONE && cell !== this.lastCell) {
      this.handlers.drag(this.grip, cell, this.lastCell)
      this.lastCell = cell
    }
    this.pointers.set(event.pointerId, { x, y })
    this.hover(cell)
  }

  private pinch(id: number, x: number, y: number): void {
    const old = this.pointers.get(id)!
    const other = [...this.pointers.entries()].find(([key]) => key !== id)![1]
    const before = Math.hypot(old.x - other.x, old.y - other.y) || 1
    const after = Math.hypot(x - other.x, y - other.y) || 1
    this.fitted = false
    this.camera.zoomAt((x + other.x) / 2, (y + other.y) / 2, after / before)
    this.camera.pan((x - old.x) / 2, (y - old.y) / 2)
    this.draw()
  }

  private up(event: PointerEvent): void {
    const [x, y] = this.place(event)
    if (!this.pointers.delete(event.pointerId)) {
      return
    }
    const grip = this.grip
    if (this.pointers.size === 0) {
      this.grip = null
    }
    if (grip) {
      this.handlers.drop(grip)
    }
    if ((grip === 'pan' || grip === 'box') && this.moved < 5 && this.pointers.size === 0) {
      this.handlers.tap(this.cellAt(x, y))
    }
  }

  private hover(cell: number): void {
    if (cell !== this.hovered) {
      this.hovered = cell
      this.handlers.hover(cell)
      this.draw()
    }
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault()
    const [x, y] = this.place(event)
    this.fitted = false
    this.camera.zoomAt(x, y, Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016)))
    this.draw()
  }

  zoom(factor: number): void {
    this.fitted = false
    this.camera.zoomAt(this.camera.width / 2, this.camera.height / 2, factor)
    this.draw()
  }
}
