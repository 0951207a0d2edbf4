// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Processor time per path beside pathfinding (PathFinding.js) and easystarjs, on one map and in one
// process. All use eight neighbours and cut no corners. The best of ten rounds counts.
import easystar from 'easystarjs'
import pathfinding from 'pathfinding'

import { Ground } from 'waymark'

const SIDE = 256
const PAIRS = 20
let seed = 7
const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647

const coarse = Array.from({ length: (SIDE / 4) ** 2 }, () => +(random() > 0.28))
const weights = Uint8Array.from({ length: SIDE * SIDE }, (_, cell) => {
  const [x, y] = [cell % SIDE, Math.floor(cell / SIDE)]
  return coarse[Math.floor(y / 4) * (SIDE / 4) + Math.floor(x / 4)]
})
const ground = new Ground(SIDE, SIDE, weights)
const pairs = []
while (pairs.length < PAIRS) {
  const pair = [0, 1].map(() => [Math.floor(random() * SIDE), Math.floor(random() * SIDE)])
  if (pair.every(([x, y]) => ground.get(x, y)) && ground.reachable(...pair)) pairs.push(pair)
}

function length(places) {
  let sum = 0
  for (let i = 1; i < places.length; i++) {
    sum += Math.hypot(places[i][0] - places[i - 1][0], places[i][1] - places[i - 1][1])
  }
  return sum
}

function timed(name, find) {
  let [time, total] = [Infinity, 0]
  for (let round = 0; round < 10; round++) {
    const begun = process.cpuUsage()
    total = pairs.reduce((sum, pair) => sum + length(find(...pair)), 0)
    const { user, system } = process.cpuUsage(begun)
    time = Math.min(time, (user + system) / PAIRS)
  }
  return { name, time, total }
}

const rows = ['astar', 'jps'].map((name) => {
  const agent = ground.navigator(name).agent()
  return timed(`waymark ${name}`, (from, to) => {
    agent.begin(from, to)
    agent.run()
    return agent.path().places
  })
})
const matrix = Array.from({ length: SIDE }, (_, y) =>
  Array.from({ length: SIDE }, (_, x) => 1 - weights[y * SIDE + x]),
)
const blank = new pathfinding.Grid(matrix)
for (const [name, Finder] of [['AStarFinder', pathfinding.AStarFinder], ['JumpPointFinder', pathfinding.JumpPointFinder]]) {
  const finder = new Finder({
    diagonalMovement: pathfinding.DiagonalMovement.OnlyWhenNoObstacles,
    heuristic: pathfinding.Heuristic.octile,
  })
  rows.push(
    timed(`pathfinding ${name}`, (from, to) =>
      pathfinding.Util.expandPath(finder.findPath(...from, ...to, blank.clone())),
    ),
  )
}
const star = new easystar.js()
star.setGrid(matrix)
star.setAcceptableTiles([0])
star.enableDiagonals()
star.disableCornerCutting()
star.enableSync()
rows.push(
  timed('easystarjs', (from, to) => {
    let found = []
    star.findPath(...from, ...to, (path) => (found = path.map(({ x, y }) => [x, y])))
    star.calculate()
    return found
  }),
)
console.log(`| ${SIDE} x ${SIDE}, ${PAIRS} paths | µs per path | times waymark astar | longer than best |`)
console.log('|---|---|---|---|')
for (const { name, time, total } of rows) {
  const excess = ((total / rows[0].total - 1) * 100).toFixed(2)
  console.log(`| ${name} | ${time.toFixed(0)} | ${(time / rows[0].time).toFixed(2)} | ${excess} % |`)
}
