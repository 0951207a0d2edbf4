// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What only a binding can get wrong; every algorithm must print the lines of bindings/c/walk.c.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

import { Ground, WaymarkError, World, algorithms, hash } from './index.js'
import { Pool } from './pool.js'

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
  const tunnel = mud.find([0, 0], goal)
  mud.unlink([2, 2], [29, 27], { bothWays: true })
  const penalties = mud.penalties()
  for (let x = 13; x < 20; x++) for (let y = 0; y < 24; y++) penalties.set([x, y], 9)
  const danger = mud.find([0, 0], goal, 'astar', { penalties })
  const field = mud.field()
  field.begin(goal)
  while (field.step(1000) === 'moving');
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
      return path.outcome === 'budget' ? `${name} gave up` : line(name, path.cost, path.cells)
    } catch (error) {
      assert.equal(error.status, 'UNSUPPORTED')
      return `${name} unsupported`
    }
  })
  lines.push(...walkGround(), ...walkDatabase(ground), ...walkWorld(ground))
  const expected = execFileSync(process.env.WAYMARK_WALK, { encoding: 'utf8' })
  assert.deepEqual(lines, expected.trim().split('\n'))
})

test('slices, edits, repair', () => {
  const ground = new Ground(48, 48)
  ground.fill(24, 0, 1, 47, 0)
  assert.equal(ground.get(24, 5), 0)
  const navigator = ground.navigator('dba(sector=16)')
  const agent = navigator.agent()
  agent.begin([2, 2], [45, 2])
  while (agent.step(50) === 'moving');
  assert.equal(agent.path().outcome, 'arrived')
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
  while (field.step(100) === 'moving');
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
  assert.throws(() => ground.fill(4, 4, 8, 1, 0), WaymarkError)
  assert.throws(() => ground.fill(4, 4, 1, 1, 256), /0 to 255/)
  assert.throws(() => ground.fill(4, -1, 1, 1, 0), /whole numbers/)
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
    assert.equal(agent.run(), 'arrived')
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
