// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What only a binding can get wrong; every algorithm must print the lines of bindings/c/walk.c.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

import { Ground, WaymarkError, algorithms, hash } from './index.js'
import { Pool } from './pool.js'

function pillars(side = 32) {
  return Uint8Array.from({ length: side * side }, (_, cell) => {
    const [x, y] = [cell % side, Math.floor(cell / side)]
    return +((x * x + 3 * y + x * y) % 7 !== 1)
  })
}

test('every algorithm gives the paths of C', (t) => {
  if (!process.env.WAYMARK_WALK) return t.skip('WAYMARK_WALK names no program to compare with')
  const ground = new Ground(32, 32, pillars())
  const lines = algorithms().map(({ name }) => {
    try {
      const path = ground.find([0, 0], [31, 31], name)
      return `${name} ${path.cost} ${hash(path.cells)}`
    } catch (error) {
      assert.equal(error.status, 'UNSUPPORTED')
      return `${name} unsupported`
    }
  })
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
  assert.throws(() => ground.navigator('dba(sector=0)'), /sector/)
  assert.throws(() => ground.find([0, 0], [8, 0]), /outside the map/)
  assert.throws(() => new Ground(4, 4, [1]), /weights for/)
  assert.throws(() => ground.fill(4, 4, 8, 1, 0), WaymarkError)
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
