// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Ground without cells: meshes, to walk on at any angle, and discs that move freely and keep out of each
// other's way. A build of its own, whose Ground is not that of 'waymark'.
import packed from 'packed'

import {
  Handle, NONE, ask, check, encode, fill, flag, lend, listOf, make, optionsOf, read, start, struct, textAt, unpack, wasm, whole,
} from './engine.js'
import { Ground as SmallGround, outcomeName } from './search.js'

/** The module, compiled. */
export const engine = unpack(packed)
start(engine)

export const version = textAt(wasm.way_version())
export { Shared, WaymarkError } from './engine.js'
export { Agent, Navigator, Path, Penalties, algorithms, hash } from './search.js'

const UNIT = 1000
const REACH = 1e6
const TILE_MAX = 65535

/** A number in cells as a whole one of the library's. */
function scaled(what, value, scale, low, high) {
  if (!(typeof value === 'number' && value >= low && value <= high)) throw new RangeError(`${what} is a number from ${low} to ${high}, not ${String(value)}`)
  return Math.round(value * scale)
}

function pointsOf(places) {
  return Int32Array.from(places.flatMap(([x, y]) => [scaled('x', x, UNIT, -REACH, REACH), scaled('y', y, UNIT, -REACH, REACH)]))
}

export class Ground extends SmallGround {
  /** Convex polygons over the free cells, to walk on at any angle. */
  mesh(options) {
    const { profile, tile, anyWeight } = optionsOf('ground.mesh', options, { profile: 1, tile: 0, anyWeight: false })
    const config = { map: this.at, profile: this.known(profile), tile: whole('tile', tile, 0, TILE_MAX), any_weight: flag('anyWeight', anyWeight) }
    return new Mesh(this, (out, problem) => lend(struct('way_mesh_map_config', { ...config, problem }), (at) => wasm.way_mesh_create_for(at, out)))
  }
}

/** A floor of convex polygons: of a Ground, of a text, or of points and polygons of your own. */
export class Mesh extends Handle {
  #points

  constructor(owner, create) {
    if (typeof create !== 'function') throw new TypeError('a mesh is made by ground.mesh, Mesh.parse or Mesh.of')
    const mesh = make(create)
    let points = 0
    try {
      points = make((out) => wasm.way_space_create_points(mesh, 2, 0, out))
    } catch (error) {
      wasm.way_mesh_destroy(mesh)
      throw error
    }
    super((at) => {
      wasm.way_space_destroy(points)
      wasm.way_mesh_destroy(at)
    }, owner ?? undefined, mesh)
    this.#points = points
  }

  /** A mesh of the text that `text` gives. */
  static parse(text) {
    const bytes = encode(text)
    return new Mesh(null, (out, problem) => lend(bytes, (at) => wasm.way_mesh_parse(at, bytes.length - 1, 0, out, problem)))
  }

  /** A mesh of points [x, y] in cells and polygons, each a list of the numbers of its points. */
  static of(points, polygons) {
    const corners = Uint32Array.from(polygons.flat(), (corner) => whole('a corner', corner, 0, points.length - 1))
    const sizes = Uint32Array.from(polygons, ({ length }) => length)
    return new Mesh(null, (out, problem) =>
      lend(pointsOf(points), (places) =>
        lend(corners, (list) =>
          lend(sizes, (counts) => {
            const config = { points: places, point_count: points.length, corners: list, sizes: counts, polygon_count: sizes.length }
            return lend(struct('way_mesh_config', config), (at) => wasm.way_mesh_create(at, out, problem))
          }),
        ),
      ),
    )
  }

  get size() {
    return wasm.way_mesh_polygon_count(this.at)
  }

  /** x, y of all points, in cells. */
  points() {
    const count = wasm.way_mesh_point_count(this.at)
    const points = ask(Int32Array, 2 * count, (at) => {
      for (let i = 0; i < count; i++) wasm.way_mesh_point(at + 8 * i, this.at, i)
    })
    return Float64Array.from(points, (value) => value / UNIT)
  }

  /** The numbers of the points of a polygon. */
  polygon(index) {
    whole('a polygon', index, 0, this.size - 1)
    return lend(new Uint32Array(1), (at) => {
      const list = wasm.way_mesh_polygon(this.at, index, at)
      return new Uint32Array(wasm.memory.buffer, list, new Uint32Array(wasm.memory.buffer, at, 1)[0]).slice()
    })
  }

  /** The polygon that holds a place; null if none does. */
  locate(place) {
    const polygon = lend(pointsOf([place]), (at) => wasm.way_mesh_locate(this.at, at)) >>> 0
    return polygon === NONE ? null : polygon
  }

  text() {
    const size = wasm.way_mesh_format(this.at, 0, 0)
    return new TextDecoder().decode(ask(Uint8Array, size, (at) => wasm.way_mesh_format(this.at, at, size)))
  }

  /** The shortest way between two places: its outcome, its length, and the places to walk straight between. */
  find(from, to) {
    for (const [spot, place] of [from, to].entries()) {
      lend(pointsOf([place]), (at) => check(wasm.way_points_set(this.at && this.#points, spot, at), `[${place}] is not on the mesh`))
    }
    return lend(struct('way_path'), (at) => {
      lend(encode('polyanya'), (name) => check(wasm.way_find_in(this.#points, name, 0, 1, at)))
      const { states, count, outcome } = read('way_path', at)
      const list = new Uint32Array(wasm.memory.buffer, states, count).slice()
      wasm.way_path_free(at)
      let length = 0
      const points = ask(Int32Array, 2 * count, (out) => {
        list.forEach((state, i) => wasm.way_points_at(out + 8 * i, this.#points, state))
        length = wasm.way_points_length(out, count)
      })
      return { outcome: outcomeName(outcome), length, places: Array.from(list, (_, i) => [points[2 * i] / UNIT, points[2 * i + 1] / UNIT]) }
    })
  }

  /** Whether it knows of all edits of its ground. */
  get current() {
    return wasm.way_mesh_is_current(this.at) !== 0
  }

  /** Follows the edits of its ground, with about `budget` of work; whether it has. */
  repair(budget) {
    whole('budget', budget, 1, NONE)
    return ask(Uint8Array, 1, (done) => check(wasm.way_mesh_repair(this.at, budget, done)))[0] !== 0
  }
}

const LENGTH = 1024
const SPEED = 65536
const FAR = 2 ** 18

/** Keeps discs apart that move freely. */
export class Avoider extends Handle {
  constructor(options) {
    const { capacity, horizon, wallHorizon } = optionsOf('new Avoider', options, { capacity: undefined, horizon: 40, wallHorizon: 10 })
    const config = struct('way_avoider_config', {
      capacity: whole('capacity', capacity, 1, 2 ** 20), horizon: whole('horizon', horizon, 1, 256),
      wall_horizon: whole('wallHorizon', wallHorizon, 1, 256),
    })
    super(wasm.way_avoider_destroy, undefined, make((out) => lend(config, (at) => wasm.way_avoider_create(at, out))))
    this.capacity = capacity
  }

  /**
   * Moves discs { x, y, vx, vy, wishX, wishY, radius, speed, fixed }, in cells and cells a tick, by one tick:
   * x, y, vx, vy are set anew. Walls are [x1, y1, x2, y2].
   */
  step(movers, walls = []) {
    whole('movers', movers.length, 0, this.capacity)
    const discs = listOf(movers.map((mover) => {
      const { x, y, vx, vy, wishX, wishY, radius, speed, fixed } = optionsOf('a mover', mover, {
        x: undefined, y: undefined, vx: 0, vy: 0, wishX: 0, wishY: 0, radius: undefined, speed: undefined, fixed: false,
      })
      return struct('way_mover', {
        x: scaled('x', x, LENGTH, -FAR, FAR), y: scaled('y', y, LENGTH, -FAR, FAR),
        velocity_x: scaled('vx', vx, SPEED, -4, 4), velocity_y: scaled('vy', vy, SPEED, -4, 4),
        wish_x: scaled('wishX', wishX, SPEED, -4, 4), wish_y: scaled('wishY', wishY, SPEED, -4, 4),
        radius: scaled('radius', radius, LENGTH, 1 / LENGTH, 8), speed: scaled('speed', speed, SPEED, 0, 2), fixed: flag('fixed', fixed),
      })
    }))
    const lines = Int32Array.from(walls.flat(), (end) => scaled('an end of a wall', end, LENGTH, -FAR, FAR))
    lend(discs, (at) => {
      lend(lines, (list) => check(wasm.way_avoider_step(this.at, at, movers.length, list, walls.length)))
      movers.forEach((mover, i) => {
        const disc = read('way_mover', at + (discs.length / movers.length) * i)
        Object.assign(mover, { x: disc.x / LENGTH, y: disc.y / LENGTH, vx: disc.velocity_x / SPEED, vy: disc.velocity_y / SPEED })
      })
    })
  }
}
