// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The siege of bindings/c/siege.c in JavaScript. Places are [x, y].
import { Ground, World } from 'waymark'
import { Pool } from 'waymark/pool'

const camp = [2, 8]
const keep = [40, 8]

function draw(ground, marks) {
  const rows = Array.from({ length: ground.height }, (_, y) =>
    Array.from({ length: ground.width }, (_, x) => '#.?~'[ground.get(x, y)]),
  )
  for (const [x, y] of marks) rows[y][x] = 'o'
  for (const row of rows) console.log(row.join(''))
}

function tell(name, { places, cost }) {
  console.log(`${name}: ${places.length} cells, cost ${cost}`)
}

// Plain ground, a river with a bridge, a town behind a wall.
const ground = new Ground(48, 16)
ground.fill(12, 0, 4, 16, 3)
ground.fill(12, 14, 4, 1, 1)
ground.fill(32, 2, 14, 12, 0)
ground.fill(33, 3, 12, 10, 1)
console.log(`the wall stands: ${ground.reachable(camp, keep) ? 'a way' : 'no way'}`)
ground.fill(32, 7, 1, 2, 1)

// Off the main thread: every worker of a pool has a copy of the map, and sees edits in their order.
const pool = new Pool({ width: 48, height: 16, weights: ground.weights(), workers: 2 })
tell('on foot', await pool.find(camp, keep))
await pool.close()

// Those on foot wade, boats need not; archers above the breach; a tunnel.
const boat = ground.profile({ weights: { 3: 1 } })
tell('by boat', ground.find(camp, keep, 'astar', { profile: boat }))
const penalties = ground.penalties()
for (let x = 26; x < 36; x++) for (let y = 5; y < 11; y++) penalties.set([x, y], 20)
tell('under fire', ground.find(camp, keep, 'astar', { penalties }))
ground.link([20, 3], [38, 4], 4000, { bothWays: true })
tell('by the tunnel', ground.find(camp, keep, 'astar', { penalties }))
ground.unlink([20, 3], [38, 4], { bothWays: true })

// A messenger who plans a little per frame, by a database that was saved and opened.
const bytes = ground.navigator('dba(sector=8)').save()
const rider = ground.open(bytes).agent()
rider.begin(camp, keep)
while (rider.step(20) === 'working') {
  // the next frame
}
console.log(`the messenger: cost ${rider.path().cost}`)
draw(ground, rider.path().places)

// Everybody through the breach, by one call per frame.
const world = new World(ground, { units: 12 })
const army = Array.from({ length: 12 }, (_, i) => world.add([20, 2 + i]))
world.order(army, { kind: 'go', place: keep })
for (let frame = 0; frame < 100; frame++) world.frame(2000)
console.log('the army:')
draw(ground, [...world].map(({ place }) => place))
