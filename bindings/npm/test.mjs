// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What only a binding can get wrong; every algorithm must print the lines of bindings/c/walk.c.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'

import { Ground, Replay, Shared, WaymarkError, World, algorithms, hash } from 'waymark'
import { Pool } from 'waymark/pool'
import * as free from 'waymark/mesh'
import * as small from 'waymark/small'

function pillars(side = 32) {
  return Uint8Array.from({ length: side * side }, (_, cell) => {
    const [x, y] = [cell % side, Math.floor(cell / side)]
    return +((x * x + 3 * y + x * y) % 7 !== 1)
  })
}

const goal = [31, 31]

function line(name, cost, cells) {
  return `${name} ${cost} ${hash(cells)}`
}

function walkGround() {
  const mud = new Ground(32, 32, pillars().map((weight, cell) =>
    weight && ((cell % 32) + 2 * Math.floor(cell / 32)) % 5 === 0 ? 3 : weight,
  ))
  const profile = mud.profile({ weights: { 3: 1 } })
  const boots = mud.find([0, 0], goal, 'astar', { profile })
  mud.link([2, 2], [29, 27], 500, { bothWays: true })
  const tunnel = mud.find([0, 0], goal, 'astar')
  mud.unlink([2, 2], [29, 27], { bothWays: true })
  const penalties = mud.penalties()
  for (let x = 13; x < 20; x++) for (let y = 0; y < 24; y++) penalties.set([x, y], 9)
  const danger = mud.find([0, 0], goal, 'astar', { penalties })
  const field = mud.field()
  field.begin(goal)
  while (field.step(1000) === 'working');
  const cells = []
  for (let place = [0, 0]; place; place = field.next(place)) cells.push(mud.cell(place))
  return [
    line('profile', boots.cost, boots.cells),
    line('link', tunnel.cost, tunnel.cells),
    line('penalty', danger.cost, danger.cells),
    line('field', field.cost([0, 0]), cells),
  ]
}

function walkDatabase(ground) {
  const tour = (name, navigator) => {
    const agent = navigator.agent()
    agent.begin([0, 0], goal)
    agent.run()
    return line(name, agent.path().cost, agent.path().cells)
  }
  const bytes = ground.navigator('dba(sector=8)').save()
  const opened = ground.open(bytes)
  const before = tour('opened', opened)
  ground.fill(8, 8, 10, 10, 0)
  assert.ok(!opened.current)
  opened.favour([[31, 31]])
  while (!opened.repair(100));
  return [line('database', bytes.length, bytes), before, tour('repaired', opened)]
}

function walkWorld(ground) {
  const world = new World(ground, { units: 16 })
  const units = []
  for (let cell = 0; units.length < 16; cell++) {
    const place = ground.place(cell)
    if (ground.get(...place)) units.push(world.add(place))
  }
  world.order(units, { kind: 'go', place: goal })
  for (let frame = 0; frame < 60; frame++) world.frame(2000)
  const arrived = world.events().filter(({ kind }) => kind === 'arrived').length
  return [`world ${arrived} ${world.hash()}`]
}

test('everything gives the paths of C', (t) => {
  if (!process.env.WAYMARK_WALK) return t.skip('WAYMARK_WALK names no program to compare with')
  const ground = new Ground(32, 32, pillars())
  const lines = algorithms().map(({ name }) => {
    try {
      const path = ground.find([0, 0], [31, 31], name)
      return path.outcome === 'limit' ? `${name} gave up` : line(name, path.cost, path.cells)
    } catch (error) {
      assert.equal(error.status, 'UNSUPPORTED')
      return `${name} unsupported`
    }
  })
  lines.push(...walkGround(), ...walkDatabase(ground), ...walkWorld(ground))
  const expected = execFileSync(process.env.WAYMARK_WALK, { encoding: 'utf8' })
  assert.deepEqual(lines, expected.trim().split('\n'))
})

test('ways at any angle', () => {
  const ground = new Ground(20, 20)
  ground.fill(10, 0, 1, 10, 0)
  assert.ok(ground.find([0, 0], [19, 0], 'anya').cost < ground.find([0, 0], [19, 0]).cost)
})

test('slices, edits, repair', () => {
  const ground = new Ground(48, 48)
  ground.fill(24, 0, 1, 47, 0)
  assert.equal(ground.get(24, 5), 0)
  const navigator = ground.navigator('dba(sector=16)')
  const agent = navigator.agent()
  agent.begin([2, 2], [45, 2])
  while (agent.step(50) === 'working');
  assert.equal(agent.path().outcome, 'found')
  ground.fill(24, 47, 1, 1, 0)
  assert.ok(!ground.reachable([2, 2], [45, 2]))
  while (!navigator.repair(500));
  agent.begin([2, 2], [45, 2])
  assert.equal(agent.run(), 'no_path')
  assert.equal(agent.path().cost, null)
  agent.begin([2, 2], [45, 2], { nearest: true })
  assert.equal(agent.run(), 'partial')
  assert.equal(agent.path().places.at(-1)[0], 23)
})

test('fields lead there at the cost of a path', () => {
  const ground = new Ground(32, 32, pillars())
  const field = ground.field()
  field.begin([31, 31])
  while (field.step(100) === 'working');
  assert.equal(field.cost([0, 0]), ground.find([0, 0], [31, 31]).cost)
  let place = [0, 0]
  for (let next; (next = field.next(place)); place = next);
  assert.deepEqual(place, [31, 31])
})

test('failures say what is wrong', () => {
  const ground = new Ground(8, 8)
  assert.throws(() => ground.navigator('nosuch'), /nosuch/)
  assert.throws(() => ground.navigator('dba(sector=1000)'), /sector/)
  assert.throws(() => ground.find([0, 0], [8, 0]), /outside the map/)
  assert.throws(() => new Ground(4, 4, [1]), /weights for/)
  assert.throws(() => ground.fill(4, 4, 8, 1, 0), /width is a whole number from 0 to 4, not 8/)
  assert.throws(() => ground.fill(4, 4, 1, 1, 256), /0 to 255, not 256/)
  assert.throws(() => ground.fill(4, -1, 1, 1, 0), /y is a whole number from 0 to 7, not -1/)
  assert.throws(() => ground.find([0.5, 0], [7, 0]), /outside the map/)
  assert.deepEqual(ground.weights(), new Uint8Array(64).fill(1))
})

test('a world of two teams', () => {
  const ground = new Ground(24, 24)
  const heavy = ground.profile({ size: 2 })
  const world = new World(ground, {
    units: 8, kinds: [{ size: 1 }, { profile: heavy }], teams: [{}, { fog: true, sight: 4 }], rivals: true,
  })
  const scout = world.add([2, 2])
  const tank = world.add([10, 10], { kind: 1, team: 1 })
  world.order([scout], { kind: 'go', place: [20, 2] })
  world.order([tank], { kind: 'hold' })
  assert.throws(() => world.order([tank], { kind: 'march' }), /march/)
  world.fill(10, 0, 1, 5, 0)
  for (let frame = 0; frame < 60; frame++) world.frame(2000)
  assert.deepEqual(world.unit(scout).place, [20, 2])
  assert.equal(world.unit(tank).size, 2)
  world.remove(scout)
  assert.equal(world.unit(scout), null)
  assert.deepEqual([...world].map(({ unit }) => unit), [tank])
  assert.throws(() => world.remove(scout), WaymarkError)
})

test('databases of other maps are refused', () => {
  const bytes = new Ground(32, 32, pillars()).navigator('dba(sector=8)').save()
  assert.throws(() => new Ground(32, 32).open(bytes), (error) => error.status === 'STALE')
  assert.throws(
    () => new Ground(32, 32, pillars()).open(bytes.slice(0, 100)),
    (error) => error.status === 'BAD_FORMAT',
  )
})

test('memory is given back, whatever is dropped first', () => {
  for (let round = 0; round < 300; round++) {
    const ground = new Ground(256, 256)
    const navigator = ground.navigator('astar')
    const agent = navigator.agent()
    ground.drop()
    navigator.drop()
    agent.begin([0, 0], [255, 255])
    assert.equal(agent.run(), 'found')
    agent.drop()
  }
})

test('a pool answers off the main thread and sees edits', async () => {
  const pool = new Pool({ width: 64, height: 64, algorithm: 'jps' })
  const before = await Promise.all(Array.from({ length: 8 }, () => pool.find([1, 1], [60, 1])))
  assert.ok(before.every((path) => path.cost === 59 * 408))
  pool.fill(30, 0, 1, 64, 0)
  const after = await Promise.all([pool.find([1, 1], [60, 1]), pool.find([1, 1], [60, 1])])
  assert.ok(after.every((path) => path.outcome === 'no_path'))
  await assert.rejects(pool.find([1, 1], [64, 1]), /outside the map/)
  await pool.close()
})

test('no value is bent to fit, no option passed over', () => {
  const ground = new Ground(8, 8)
  const four = new Ground(8, 8, { neighbours: 4 })
  const belief = four.belief()
  belief.look(5, [{ place: [0, 0] }])
  const world = new World(new Ground(8, 8), { units: 2 })
  const unit = world.add([0, 0])
  const refused = [
    [() => new Ground(4, 4, Array(16).fill(300)), /weights\[0\] is a whole number from 0 to 255, not 300/],
    [() => new Ground(4, 4, Float32Array.from({ length: 16 }, () => 0.5)), /not 0.5/],
    [() => new Ground(2, 1, [1, NaN]), /weights\[1\] .* not NaN/],
    [() => new Ground(2, 1, [1, '1']), /not "1"/],
    [() => new Ground(0, 4), /width .* from 1 to 65535, not 0/],
    [() => new Ground(4, 4, { neighbors: 4 }), /no option "neighbors"; there are weights, neighbours/],
    [() => new Ground(4, 4, { neighbours: 5 }), /4, 6 or 8, not 5/],
    [() => new Ground(4, 4, { corners: 'some' }), /no rule for corners "some"; there are strict, loose, any/],
    [() => ground.set(1, 1, 0.5), /not 0.5/],
    [() => ground.set(1, 1, NaN), /not NaN/],
    [() => ground.set(1, 1, 256), /not 256/],
    [() => ground.get(8, 0), /x .* not 8/],
    [() => ground.profile({ size: 17 }), /size .* from 1 to 16, not 17/],
    [() => ground.profile({ weights: { 3: 256 } }), /terrain 3 .* not 256/],
    [() => ground.profile({ weights: { 300: 1 } }), /a terrain .* not 300/],
    [() => ground.link([0, 0], [4, 4], 0), /cost of a link .* not 0/],
    [() => ground.link([0, 0], [4, 4], 9, { bothways: true }), /no option "bothways"/],
    [() => ground.link([0, 0], [4, 4], 9, { bothWays: 1 }), /true or false, not 1/],
    [() => ground.unlink([0, 0], [4, 4]), /no such link from \[0,0\] to \[4,4\]/],
    [() => ground.find([0, 0], [4, 4], 'jps', { profile: 70000 }), /no profile 70000/],
    [() => ground.find([0, 0], [4, 4], 'jpz'), /jpz/],
    [() => ground.find([0, 0], [4, 4], 'jps', { penalties: new Ground(8, 8).penalties() }), /another map/],
    [() => ground.nearest([0, 0], { size: 2 }), /no option "size"/],
    [() => ground.cost([[0, 0]], { units: 2 }), /no option "units"/],
    [() => ground.penalties().set([0, 0], 256), /points .* not 256/],
    [() => ground.navigator().agent().begin([0, 0], [1, 1], { near: true }), /no option "near"/],
    [() => ground.navigator().agent().begin([0, 0], [1, 1], { range: 9 }), /range is for the goal "range", not exact/],
    [() => ground.find([0, 0, 0, 9], [1, 1]), /outside the map/],
    [() => ground.find(5, [1, 1]), /\[5\] is outside the map/],
    [() => ground.profile({ weights: new Map([[3, 256]]) }), /terrain 3 .* not 256/],
    [() => ground.navigator().agent().step(0), /budget .* not 0/],
    [() => ground.navigator().agent().step(1.5), /not 1.5/],
    [() => ground.field({ limit: -1 }), /limit .* not -1/],
    [() => ground.smooth([[0, 0]], { kind: 'soft' }), /no kind of smoothing "soft"/],
    [() => new World(ground, { units: 0 }), /units .* not 0/],
    [() => new World(ground, { units: 4, kind: [] }), /no option "kind"/],
    [() => new World(ground, { units: 4, kinds: [{ speed: 300 }] }), /speed .* not 300/],
    [() => new World(ground, { units: 4, algorithm: 'nosuch' }), /nosuch/],
    [() => new Ground(4, 4, { costs: [5000, 0] }), /costs\[0\] .* from 1 to 4096, not 5000/],
    [() => ground.link([1, 1], [1, 1], 9), /a link from \[1,1\] to itself/],
    [() => ground.navigator().agent().begin([0, 0], [], { goal: 'nearest' }), /number of goals .* not 0/],
    [() => ground.navigator('dstarlite').agent().advance(1), /begin one/],
    [() => ground.navigator('dstarlite').agent().retarget([1, 1]), /begin one/],
    [() => ground.navigator('dstarlite').walker().retarget([1, 1]), /begin one/],
    [() => ground.navigator('dstarlite').save(), /dstarlite/],
    [() => ground.navigator('dstarlite').favour([[0, 0]]), /dstarlite/],
    [() => ground.navigator('dstarlite').walker({ belief }), /another map than the belief/],
    [() => ground.navigator('dstarlite').walker({ foresight: -1 }), /foresight .* not -1/],
    [() => new World(ground, { units: 4, framesPerTick: 65 }), /framesPerTick .* not 65/],
    [() => ground.field().begin(), /number of goals .* not 0/],
    [() => ground.solve([[0, 0]], [[1, 1]]), /4 neighbours, not 8/],
    [() => four.solve([[0, 0], [0, 0]], [[1, 1], [2, 2]]), /a place of its own/],
    [() => belief.look(4, [{ place: [0, 0] }]), /time never goes back/],
    [() => belief.share(ground.belief()), /another map/],
    [() => world.order(unit, { kind: 'stop' }), /units are a list/],
    [() => world.order([unit], { kind: 'go' }), /an order to go needs a place/],
    [() => world.order([unit], { kind: 'any' }), /needs places/],
    [() => world.order([unit], { kind: 'follow' }), /needs a target/],
    [() => world.order([unit], { kind: 'flee', target: 77n }), /no unit 77/],
    [() => world.knows(1, [0, 0]), /team is a whole number from 0 to 0, not 1/],
    [() => new Pool({ width: 4, height: 4, weights: Array(16).fill(256) }), /not 256/],
    [() => new Pool({ width: 4, height: 4, worker_count: 2 }), /no option "worker_count"/],
  ]
  for (const [call, text] of refused) assert.throws(call, (error) => text.test(error.message) || assert.fail(`${call}: ${error.message}`))
  assert.deepEqual(ground.weights(), new Uint8Array(64).fill(1))
  const gone = new Ground(4, 4)
  gone.drop()
  assert.throws(() => gone.get(0, 0), /was dropped/)
})

test('rules of maps: four neighbours, corners, costs, floors', () => {
  const walls = Uint8Array.of(1, 0, 1, 1)
  const cost = (options) => new Ground(2, 2, options).find([0, 0], [1, 1]).cost
  assert.equal(cost({ neighbours: 4 }), 2)
  assert.equal(cost({}), 577)
  assert.equal(cost({ weights: walls }), 2 * 408)
  assert.equal(cost({ weights: walls, corners: 'loose' }), 577)
  assert.equal(cost({ weights: Uint8Array.of(1, 0, 0, 1) }), null)
  assert.equal(cost({ weights: Uint8Array.of(1, 0, 0, 1), corners: 'any' }), 577)
  assert.equal(cost({ costs: [10, 14] }), 14)
  const tower = new Ground(8, 8, { floors: 3 })
  assert.deepEqual([tower.height, tower.floors], [26, { count: 3, height: 8 }])
  assert.equal(tower.find([0, 0, 0], [7, 7, 2]).outcome, 'no_path')
  tower.link([7, 7, 0], [7, 7, 1], 500)
  tower.link([0, 0, 1], [0, 0, 2], 500)
  const path = tower.find([0, 0, 0], [7, 7, 2])
  assert.equal(path.cost, 3 * 7 * 577 + 1000)
  assert.deepEqual(path.places.at(-1), [7, 7, 2])
  assert.throws(() => tower.cell([0, 0, 3]), /3 floors/)
})

test('searches go on: retarget, advance, goals of other kinds, nearest places, costs of many ways', () => {
  const ground = new Ground(32, 32)
  ground.fill(16, 0, 1, 31, 0)
  const { algorithm, reason } = ground.navigator().choice
  assert.equal(algorithm, 'jps')
  assert.match(reason, /plain ground/)
  const agent = ground.navigator('dstarlite').agent()
  agent.begin([2, 2], [30, 2])
  agent.run()
  assert.equal(agent.bound, 1)
  agent.advance(3)
  assert.deepEqual(agent.place, agent.path().places[0])
  agent.retarget([2, 20])
  while (agent.step(100) === 'working');
  assert.deepEqual(agent.path().places.at(-1), [2, 20])
  const plain = ground.navigator('astar').agent()
  plain.begin([2, 2], [[30, 2], [9, 9]], { goal: 'nearest' })
  assert.equal(plain.run(), 'found')
  assert.deepEqual(plain.path().places.at(-1), [9, 9])
  plain.begin([2, 2], [16, 5], { goal: 'adjacent' })
  assert.equal(plain.run(), 'found')
  assert.deepEqual(ground.nearest([16, 5]), [15, 5])
  ground.fill(16, 31, 1, 1, 0)
  assert.equal(ground.nearestReachable([2, 2], [30, 2])[0], 15)
  assert.deepEqual(plain.distances([[0, 0], [1, 0]], [[2, 0], [20, 0]]), [[816, null], [408, null]])
})

test('typed arrays both ways without copies', () => {
  const ground = new Ground(64, 64)
  const bytes = new Shared(Uint8Array, 16)
  bytes.array.fill(0)
  ground.paint(8, 8, 4, 4, bytes)
  assert.equal(ground.get(11, 11), 0)
  assert.equal(ground.weights().reduce((sum, weight) => sum + weight, 0), 64 * 64 - 16)
  const all = new Shared(Uint8Array, 64 * 64)
  assert.equal(ground.weights(all), all.array)
  assert.equal(all.array[8 * 64 + 8], 0)
  const penalties = ground.penalties()
  penalties.array.fill(9)
  assert.ok(ground.find([0, 0], [9, 0], 'astar', { penalties }).cost > 9 * 408)
  const agent = ground.navigator().agent()
  agent.begin([0, 0], [63, 63])
  agent.run()
  assert.deepEqual(agent.cells().slice(), agent.path().cells)
  assert.equal(agent.cells().buffer, agent.cells().buffer)
  const field = ground.field()
  field.begin([63, 63])
  field.run()
  const costs = field.costs().slice()
  assert.equal(costs[0], field.cost([0, 0]))
  assert.equal(costs[8 * 64 + 8], 0xffffffff)
  assert.deepEqual(ground.place(field.nexts()[0]), field.next([0, 0]))
})

test('paths are smoothed, measured, bent', () => {
  const ground = new Ground(32, 32, pillars())
  const path = ground.find([0, 0], goal)
  const corners = ground.smooth(path, { kind: 'any_angle' })
  assert.ok(corners.length < path.cells.length)
  assert.deepEqual([corners[0], corners.at(-1)], [path.cells[0], path.cells.at(-1)])
  assert.equal(ground.cost(ground.smooth(path)), path.cost)
  assert.equal(ground.cost([[0, 0], [31, 31]]), null)
  assert.ok(ground.length(corners) < ground.length(path))
  const curve = ground.curve(corners)
  assert.deepEqual([...curve.slice(0, 2), ...curve.slice(-2)], [0, 0, 31, 31])
  const open = new Ground(9, 9)
  open.set(4, 4, 0)
  assert.deepEqual([open.sees([0, 0], [8, 0]), open.sees([0, 0], [8, 8])], [true, false])
})

test('fog: beliefs, and walkers that look where they go', () => {
  const ground = new Ground(32, 32)
  ground.fill(16, 0, 1, 30, 0)
  const belief = ground.belief()
  assert.equal(belief.map.find([2, 2], [30, 2]).cost, 28 * 408)
  assert.ok(belief.look(1, [{ place: [14, 2], radius: 6 }]) > 0)
  assert.equal(belief.map.get(16, 2), 0)
  assert.deepEqual([belief.seen([16, 2]), belief.seen([30, 30])], [1, 0])
  assert.ok(belief.map.find([2, 2], [30, 2]).cost > 28 * 408)
  const ally = ground.belief()
  assert.ok(ally.share(belief) > 0)
  assert.equal(ally.map.get(16, 2), 0)
  const fog = ground.belief()
  const walker = fog.map.navigator('dstarlite').walker({ belief: fog, radius: 3, sight: true, foresight: 4 })
  walker.begin([2, 2], [30, 2])
  for (let step = 0; walker.step(500) === 'working'; step++) assert.ok(step < 1000)
  assert.deepEqual(walker.place, [30, 2])
  assert.ok(walker.walk.plans > 1 && walker.walk.cost > 28 * 408)
  assert.ok(fog.seen([16, 5]) && fog.map.get(16, 5) === 0 && !fog.seen([2, 30]))
  walker.retarget([2, 2])
  while (walker.step(500) === 'working');
  assert.deepEqual(walker.place, [2, 2])
})

test('ways for many at once that never meet', () => {
  const ground = new Ground(8, 8, { neighbours: 4 })
  const row = (y) => Array.from({ length: 8 }, (_, x) => [x, y])
  const plan = ground.solve(row(0), row(7).reverse())
  assert.equal(plan.outcome, 'found')
  for (let time = 0; time <= plan.makespan; time++) assert.equal(new Set(plan.at(time)).size, 8)
  assert.deepEqual([...plan.at(plan.makespan)], row(7).reverse().map((place) => ground.cell(place)))
  assert.throws(() => ground.solve([[0, 0]], []), /1 starts for 0 goals/)
})

test('worlds are saved, restored, recorded and replayed', () => {
  const ground = new Ground(24, 24)
  const world = new World(ground, { units: 8 })
  const units = Array.from({ length: 8 }, (_, i) => world.add([1, 2 * i]))
  const record = world.record()
  world.order(units, { kind: 'go', place: [20, 10] })
  for (let frame = 0; frame < 5; frame++) world.frame(2000)
  const twin = World.restore(world.save())
  assert.equal(twin.hash(), world.hash())
  for (const one of [world, twin]) {
    one.fill(10, 0, 1, 20, 0)
    for (let frame = 0; frame < 40; frame++) one.frame(2000)
  }
  assert.equal(twin.hash(), world.hash())
  assert.equal(twin.ground.get(10, 5), 0)
  const replay = new Replay(record.end())
  let frames = 0
  const calls = { set: [3, 3, 0], add: [[9, 9]], frame: [9], order: [[], { kind: 'stop' }], record: [] }
  for (const [call, values] of Object.entries(calls)) assert.throws(() => replay.world[call](...values), /is to look at/)
  for (let step; !(step = replay.frame()).over; frames++) assert.ok(step.same)
  assert.equal(frames, 45)
  assert.equal(replay.world.hash(), world.hash())
  assert.deepEqual([...world.units()], units)
  const { x, y } = world.unit(units[3])
  assert.deepEqual([...world.positions().slice(6, 8)], [x, y])
  const kept = new Float32Array(2 * world.size)
  assert.equal(world.positions(kept), kept)
  assert.deepEqual(kept, world.positions())
  const place = world.unit(units[0]).place
  assert.equal(world.unitOn(place), units[0])
  assert.throws(() => World.restore(world.save().slice(0, 50)), (error) => error.status === 'BAD_FORMAT')
  replay.drop()
  twin.drop()
})

test('the map of a world is edited through the world', () => {
  const ground = new Ground(16, 16)
  const world = new World(ground, { units: 4 })
  const calls = {
    fill: [4, 0, 1, 8, 0], set: [1, 1, 0], paint: [0, 0, 1, 1, [0]], link: [[0, 0], [9, 9], 500], unlink: [[0, 0], [9, 9]],
  }
  for (const [name, values] of Object.entries(calls)) {
    assert.throws(() => ground[name](...values), new RegExp(`call world\\.${name} instead`))
  }
  world.add([0, 0])
  for (const [name, values] of Object.entries(calls)) world[name](...values)
  world.frame(1000)
  const [first] = world.units()
  assert.throws(() => world.add([4, 4]), /kind 0 can't stand on \[4,4\]: there is a wall/)
  assert.throws(() => world.add(world.unit(first).place), new RegExp(`unit ${first} stands on`))
  assert.throws(() => world.order([first, 77n], { kind: 'stop' }), /no unit 77/)
  assert.throws(() => ground.navigator(7), /name such as/)
  assert.throws(() => ground.open('jps'), /saved database is a Uint8Array/)
  assert.throws(() => world.add([5, 5], { team: 3 }), /team 3/)
  world.drop()
  ground.fill(4, 0, 1, 8, 1)
  const [one, two] = [new World(ground, { units: 1 }), new World(ground, { units: 1 })]
  assert.throws(() => one.fill(0, 0, 1, 1, 0), /another world/)
  two.drop()
  one.fill(0, 0, 1, 1, 0)
})

test('a pool tells errors, takes questions back, ends', async () => {
  const pool = new Pool({ width: 64, height: 64, neighbours: 4, workers: 2 })
  const answers = await Promise.all(Array.from({ length: 1000 }, (_, i) => pool.find([1, 1], [60, 1 + (i % 60)])))
  answers.forEach(({ cost }, i) => assert.equal(cost, 59 + (i % 60)))
  await assert.rejects(pool.find([1, 1], [1, 64]), RangeError)
  await assert.rejects(pool.find([1, 1], [1, 2], { near: 1 }), /no option "near"/)
  await assert.rejects(pool.find([1, 1], [1, 2], { signal: AbortSignal.abort() }), { name: 'AbortError' })
  const asked = new AbortController()
  const taken = pool.find([1, 1], [60, 60], { signal: asked.signal })
  asked.abort(new Error('never mind'))
  await assert.rejects(taken, /never mind/)
  const last = pool.find([1, 1], [60, 60])
  await Promise.all([pool.close(), assert.rejects(last, /closed/)])
  await assert.rejects(pool.find([1, 1], [2, 2]), /closed/)
  const wrong = new Pool({ width: 4, height: 4, algorithm: 'nosuch', workers: 1 })
  await assert.rejects(wrong.find([0, 0], [1, 1]), (error) => error instanceof WaymarkError && /nosuch/.test(error.message))
  await wrong.close()
})

test('the small build has what it says, and finds the same paths', () => {
  assert.deepEqual(small.algorithms().map(({ name }) => name), ['astar', 'jps'])
  const [tiny, whole] = [small.Ground, Ground].map((Made) => new Made(32, 32, pillars()).find([0, 0], goal))
  assert.deepEqual([tiny.cost, tiny.cells], [whole.cost, whole.cells])
  assert.throws(() => new small.Ground(8, 8).find([0, 0], [1, 1], 'dba'), /dba/)
  const file = createRequire(import.meta.url).resolve('waymark/small')
  assert.ok(gzipSync(readFileSync(file), { level: 9 }).length <= 100_000)
})

test('CommonJS has the same', () => {
  const require = createRequire(import.meta.url)
  for (const name of ['waymark', 'waymark/small', 'waymark/pool']) assert.ok(Object.keys(require(name)).length)
  assert.equal(new (require('waymark').Ground)(8, 8).find([0, 0], [7, 0]).cost, 7 * 408)
})

test('a map says what it is, a trip how it stands', () => {
  const ground = new Ground(12, 6, { neighbours: 4, costs: [10, 14] })
  ground.fill(5, 0, 1, 5, 0)
  ground.link([0, 0], [11, 0], 7)
  const boat = ground.profile({ weights: { 0: 2 } })
  assert.deepEqual(ground.costs, [10, 0])
  assert.deepEqual(ground.links(), [{ from: [0, 0], to: [11, 0], cost: 7, profile: 0 }])
  assert.deepEqual([ground.weight([5, 0]), ground.weight([5, 0], boat), ground.clearance([0, 0]), ground.fits([5, 0])], [0, 2, 5, false])
  assert.equal(ground.distance([2, 0], [4, 0]), 20)
  const before = ground.revision
  ground.set(7, 0, 2)
  assert.ok(ground.revision > before)
  ground.unprofile(boat)
  assert.throws(() => ground.weight([5, 0], boat), /no profile/)
  const agent = ground.navigator('astar').agent()
  agent.begin([1, 0], [9, 0])
  assert.equal(agent.run(), 'found')
  assert.deepEqual([agent.goal, agent.holds(), agent.waypoints().at(-1), agent.expansions > 4], [[9, 0], true, [9, 0], true])
  const starts = Array.from({ length: 1000 }, (_, i) => [1, i % 6])
  const goals = starts.map((_, i) => [9, i % 5])
  const paths = agent.trips(starts, goals)
  assert.equal(paths.length, 1000)
  for (const [i, { outcome, places }] of paths.entries()) assert.deepEqual([outcome, places[0], places.at(-1)], ['found', starts[i], goals[i]])
  assert.throws(() => agent.trips(starts, []), /1000 starts for 0 goals/)
  assert.throws(() => agent.park(), /no trip to park/)
  const roads = new Ground(40, 40).navigator('dba(sector=8)')
  const [driver, later] = [roads.agent(), roads.agent()]
  driver.begin([1, 0], [39, 30])
  assert.equal(driver.step(roads.lookahead), 'working')
  later.resume(driver.park())
  assert.deepEqual([later.run(), driver.run()], ['found', 'found'])
  assert.deepEqual(later.path().places.at(-1), [39, 30])
  const field = ground.field({ limit: 20 })
  field.begin([0, 5])
  field.run()
  assert.equal(field.cells()[0], 60)
  const better = new Ground(8, 8, { neighbours: 4 }).solve([[0, 0], [7, 7]], [[7, 7], [0, 0]], { improve: 1_000_000 })
  assert.equal(better.sum, better.bound)
  const chaser = new Ground(40, 40).navigator('dstarlite').agent()
  chaser.horizon(5)
  chaser.begin([0, 0], [39, 0])
  chaser.run()
  assert.equal(chaser.cells().length, 6)
  chaser.change([[20, 20]])
  const world = new World(new Ground(16, 16), { units: 2, teams: [{ fog: true, sight: 2 }] })
  world.add([3, 3])
  world.frame(100)
  assert.deepEqual([world.teamMap(0).get(3, 3), world.profile(0), world.statistics.tick], [1, 1, 1])
  assert.throws(() => world.teamMap(0).set(0, 0, 0), /world/)
})

test('meshes, of maps and of polygons', () => {
  const ground = new free.Ground(20, 20)
  ground.fill(10, 0, 1, 10, 0)
  const mesh = ground.mesh({ tile: 8 })
  const { outcome, length, places } = mesh.find([0.5, 0.5], [19.5, 0.5])
  assert.deepEqual([outcome, places.length, places[1]], ['found', 4, [10, 10]])
  assert.ok(Math.abs(length - (Math.hypot(9.5, 9.5) + 1 + Math.hypot(8.5, 9.5))) < 0.01)
  ground.fill(10, 10, 1, 10, 0)
  assert.equal(mesh.current, false)
  while (!mesh.repair(1000));
  assert.equal(mesh.find([0.5, 0.5], [19.5, 0.5]).outcome, 'no_path')
  assert.throws(() => mesh.find([10.5, 0.5], [1, 1]), /\[10.5,0.5\] is not on the mesh/)
  assert.throws(() => mesh.locate([NaN, 0]), /x is a number from -1000000 to 1000000, not NaN/)
  assert.throws(() => ground.mesh({ tiles: 8 }), /no option "tiles"/)
  const two = free.Mesh.of([[0, 0], [4, 0], [4, 4], [0, 4], [8, 4]], [[0, 1, 2, 3], [1, 4, 2]])
  assert.deepEqual([two.size, two.locate([1, 1]), two.locate([7, 1]), two.points()[8]], [2, 0, null, 8])
  assert.deepEqual([...two.polygon(1)].sort(), [1, 2, 4])
  assert.equal(two.find([0, 4], [8, 4]).length, 8)
  assert.equal(free.Mesh.parse(two.text()).text(), two.text())
  assert.throws(() => free.Mesh.parse('waymark-mesh 2'), /waymark-mesh 2/)
  assert.throws(() => free.Mesh.of([[0, 0], [1, 0]], [[0, 1, 2]]), /a corner is a whole number from 0 to 1, not 2/)
  assert.equal(ground.find([0, 0], [9, 9], 'jps').cost, new Ground(20, 20).find([0, 0], [9, 9]).cost)
  mesh.drop()
  assert.throws(() => mesh.size, /dropped/)
})

test('discs that move freely keep apart', () => {
  const avoider = new free.Avoider({ capacity: 2, horizon: 20 })
  const movers = [{ x: 0, y: 0, wishX: 0.1, radius: 0.4, speed: 0.1 }, { x: 5, y: 0, wishX: -0.1, radius: 0.4, speed: 0.1 }]
  for (let tick = 0; tick < 80; tick++) {
    avoider.step(movers, [[-9, 3, 9, 3]])
    assert.ok(Math.hypot(movers[0].x - movers[1].x, movers[0].y - movers[1].y) > 0.75)
  }
  assert.ok(movers[0].x > 4 && movers[1].x < 1)
  assert.throws(() => avoider.step([...movers, ...movers]), /movers is a whole number from 0 to 2, not 4/)
  assert.throws(() => avoider.step([{ x: 0, y: 0, radius: 9, speed: 1 }]), /radius is a number from .* to 8, not 9/)
  assert.throws(() => avoider.step([{ x: 0, y: 0, radius: 1, speed: 1, wish: 2 }]), /no option "wish"/)
})
