// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Never run: the declarations say of every call what it takes and gives, and refuse what is wrong.
import { Ground, Replay, Shared, WaymarkError, World, algorithms, hash, version } from 'waymark'
import type { Algorithm, GivenPlace, Order, Outcome, Path, Place, UnitView, WorldEvent } from 'waymark'
import { Pool } from 'waymark/pool'
import { Avoider, Ground as FreeGround, Mesh } from 'waymark/mesh'
import type { Mover } from 'waymark/mesh'
import { Ground as SmallGround } from 'waymark/small'

const here: Place = [2, 2]
const there: Place = [60, 60]
const names: string[] = algorithms().map(({ name }: Algorithm) => name)
const ground = new Ground(64, 64, new Uint8Array(64 * 64))
ground.fill(20, 0, 1, 40, 0)
ground.set(1, 1, 9)
const weights: Uint8Array = ground.weights()
const free: boolean = ground.get(1, 1) > 0 && ground.reachable(here, there)
const profile: number = ground.profile({ size: 2, weights: { 3: 1 } })
ground.link(here, there, 500, { bothWays: true, profile })
ground.unlink(here, there)
const penalties = ground.penalties({ unit: 100 })
penalties.set(here, 9)
const path: Path = ground.find(here, there, 'jps', { penalties })
const cost: number | null = path.cost
const digits: string = hash(path.cells) + version

const navigator = ground.navigator('dba(sector=16)', { profile })
const again = ground.open(navigator.save())
const done: boolean = again.repair(100) && again.current
const agent = again.agent()
agent.begin(here, there, { nearest: true })
const outcome: Outcome = agent.step(500)
const field = ground.field({ forward: true, limit: 4000 })
field.begin(here, there)
const next: GivenPlace | null = field.next(here)
const costs: Uint32Array = field.costs()
const tower = new Ground(8, 8, { floors: 3, neighbours: 4, corners: 'loose' })
tower.paint(0, 0, 2, 2, new Shared(Uint8Array, 4))
const stairs = tower.smooth([[0, 0, 0], [0, 1, 0]], { kind: 'pull' })
const belief = ground.belief({ unseen: 1 })
const seen: number = belief.look(1, [{ place: here, radius: 4 }])
const walker = belief.map.navigator('dstarlite').walker({ belief, radius: 3 })
walker.retarget(there)
const tiny: Path = new SmallGround(8, 8).find(here, here)

const world = new World(ground, { units: 8, kinds: [{ profile }], teams: [{ fog: true, sight: 4 }] })
const unit: bigint = world.add(here, { team: 0 })
const order: Order = { kind: 'patrol', places: [here, there], formation: 'box' }
world.order([unit], order)
world.frame(2000)
const views: UnitView[] = [...world]
const events: WorldEvent[] = world.events()
const spots: Float32Array = World.restore(world.save()).positions()
const replay = new Replay(world.record().end())
const same: boolean = replay.frame().same
const pool = new Pool({ width: 64, height: 64, weights, algorithm: 'jps', workers: 2 })
const answer: Promise<Path> = pool.find(here, there, { signal: AbortSignal.timeout(9), nearest: true })
const later: Uint8Array = agent.park()
const many: Path[] = agent.trips([here], [there])
const figures: number = world.statistics.tick + ground.links().length + ground.distance(here, there)
const mesh: Mesh = new FreeGround(8, 8).mesh({ tile: 8 })
const corners: readonly number[] = mesh.find([0.5, 0.5], [3.5, 3]).places[0] ?? []
const movers: Mover[] = [{ x: 0, y: 0, radius: 0.5, speed: 0.1 }]
new Avoider({ capacity: 1 }).step(movers, [[0, 0, 1, 1]])

// @ts-expect-error a place has two numbers, or three
ground.find([1, 2, 3, 4], there)
// @ts-expect-error an option that there is not
new Ground(8, 8, { neighbors: 4 })
// @ts-expect-error the small build has no fields
new SmallGround(8, 8).field()
// @ts-expect-error the whole build has no meshes
ground.mesh()
// @ts-expect-error an outcome that there is not
const wrong: Outcome = 'lost'
// @ts-expect-error navigators are made by grounds
new (navigator.constructor as typeof import('waymark').Navigator)()
// @ts-expect-error an order has a kind of its own
world.order([unit], { kind: 'march' })
// @ts-expect-error units are bigints
world.remove(7)
// @ts-expect-error there may be no cost
const sum: number = 1 + path.cost

export { WaymarkError, answer, corners, cost, costs, digits, done, events, figures, free, later, many, names, next, outcome, same, seen, spots, stairs, sum, tiny, views, wrong }
