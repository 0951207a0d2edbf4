// The colours, the same as those of the command's pictures: dark ground, bright search.

export interface Theme {
  name: 'dark' | 'light'
  page: string
  wall: [number, number, number]
  wallTop: [number, number, number]
  /** By weight from 1 on; the last goes for all heavier ones. */
  terrain: [number, number, number][]
  casing: string
  path: string
  text: string
}

export const THEMES: Record<'dark' | 'light', Theme> = {
  dark: {
    name: 'dark',
    page: '#0d1117',
    wall: [20, 24, 34],
    wallTop: [30, 36, 50],
    terrain: [
      [58, 65, 84],
      [58, 84, 76],
      [42, 80, 60],
      [116, 102, 72],
      [102, 88, 68],
      [104, 78, 66],
      [108, 86, 84],
      [66, 82, 88],
      [38, 78, 132],
    ],
    casing: 'rgba(8, 10, 16, 0.85)',
    path: '#ffffff',
    text: '#e6edf3',
  },
  light: {
    name: 'light',
    page: '#f4f1ea',
    wall: [112, 116, 130],
    wallTop: [134, 138, 152],
    terrain: [
      [250, 248, 243],
      [218, 234, 200],
      [176, 212, 164],
      [243, 228, 184],
      [226, 206, 164],
      [214, 182, 148],
      [204, 188, 180],
      [186, 208, 204],
      [160, 202, 240],
    ],
    casing: 'rgba(255, 255, 255, 0.9)',
    path: '#12161f',
    text: '#1b2130',
  },
}

const STOPS: [number, number, number][] = [
  [62, 56, 143],
  [108, 52, 160],
  [178, 58, 134],
  [228, 86, 98],
  [248, 140, 74],
  [252, 186, 64],
  [252, 226, 126],
]

/** From first to last: 256 colours as ABGR words for image data. */
export const RAMP = new Uint32Array(256)
for (let i = 0; i < 256; i++) {
  const at = (i / 255) * (STOPS.length - 1)
  const low = Math.min(STOPS.length - 2, Math.floor(at))
  const [r, g, b] = STOPS[low].map((from, k) => Math.round(from + (STOPS[low + 1][k] - from) * (at - low)))
  RAMP[i] = pack(r, g, b, 255)
}

export function pack(r: number, g: number, b: number, a: number): number {
  return ((a << 24) | (b << 16) | (g << 8) | r) >>> 0
}

export function rampCss(share: number): string {
  const word = RAMP[Math.max(0, Math.min(255, Math.round(share * 255)))]
  return `rgb(${word & 255} ${(word >> 8) & 255} ${(word >> 16) & 255})`
}

/** Colours that tell regions or teams apart: hues a golden angle from each other. */
export function hue(index: number): [number, number, number] {
  const angle = (index * 137.508) % 360
  const light = 0.52 + 0.1 * ((index * 7) % 3)
  const chroma = (1 - Math.abs(2 * light - 1)) * 0.62
  const sector = angle / 60
  const x = chroma * (1 - Math.abs((sector % 2) - 1))
  const [r, g, b] = [
    [chroma, x, 0],
    [x, chroma, 0],
    [0, chroma, x],
    [0, x, chroma],
    [x, 0, chroma],
    [chroma, 0, x],
  ][Math.floor(sector) % 6]
  const base = light - chroma / 2
  return [r, g, b].map((part) => Math.round((part + base) * 255)) as [number, number, number]
}

export const START = '#3fd68f'
export const GOAL = '#ff5c77'
export const OPEN = pack(96, 205, 235, 210)
export const OPEN_CSS = 'rgb(96 205 235)'
