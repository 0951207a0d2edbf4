// Kinds of terrain that brushes lay, and kinds of units that see them differently. A unit is told to
// the engine as one number: its size, and 100 times the place of its profile in this list.

export interface Terrain {
  weight: number
  name: string
}

export const TERRAINS: Terrain[] = [
  { weight: 2, name: 'meadow' },
  { weight: 3, name: 'forest' },
  { weight: 4, name: 'sand' },
  { weight: 5, name: 'scrub' },
  { weight: 6, name: 'hills' },
  { weight: 7, name: 'scree' },
  { weight: 8, name: 'marsh' },
  { weight: 9, name: 'water' },
]

export interface Profile {
  name: string
  help: string
  /** What a terrain weighs for it; 0 = may not enter. */
  weigh(terrain: number): number
}

const CART: Record<number, number> = { 1: 1, 2: 2, 4: 6, 5: 8 }

export const PROFILES: Profile[] = [
  { name: 'plain', help: 'Every terrain weighs what it is', weigh: (terrain) => terrain },
  { name: 'hiker', help: 'Half as slow on heavy ground; does not swim', weigh: (terrain) => (terrain === 9 ? 0 : Math.ceil(terrain / 2)) },
  { name: 'cart', help: 'Keeps to roads, meadows and sand', weigh: (terrain) => CART[terrain] ?? 0 },
  { name: 'boat', help: 'Water, and marsh if it must', weigh: (terrain) => (terrain === 9 ? 1 : terrain === 8 ? 3 : 0) },
  { name: 'bird', help: 'All ground is alike; walls are walls', weigh: (terrain) => Number(terrain > 0) },
]

export const SCALE = 100

export function profileWeights(index: number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, terrain) => Math.min(255, PROFILES[index].weigh(terrain)))
}
