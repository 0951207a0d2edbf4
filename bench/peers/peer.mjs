// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What peers in JavaScript have in common: reading maps and problems, saying what came of them
// (bench/measure/peer.h).
import { createInterface } from 'node:readline'

const now = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) * 1e-6
}
const held = () => process.memoryUsage().rss

/** Answers until there are no more questions; `make(rows)` gives a function of both ends. */
export async function run(make) {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
  const next = async () => (await lines.next()).value
  const height = Number((await next()).split(' ')[2])
  const rows = []
  while (rows.length < height) rows.push(await next())
  const before = held()
  let begun = now()
  const find = make(rows)
  process.stdout.write(`ready ${(now() - begun).toFixed(9)} ${Math.max(held() - before, 0)}\n`)
  for (let line = await next(); line; line = await next()) {
    const [, x, y, toX, toY] = line.split(' ').map(Number)
    begun = now()
    const path = find([x, y], [toX, toY])
    const seconds = now() - begun
    const cells = path.map(([x, y]) => ` ${x} ${y}`).join('')
    process.stdout.write(`path ${seconds.toFixed(9)} ${Math.max(held() - before, 0)} ${path.length}${cells}\n`)
  }
}

/** Steps that cut no corner. */
export const STEPS = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => [dx, dy])).filter(([dx, dy]) => dx || dy)
export const octile = (dx, dy) => Math.max(dx, dy) + (Math.SQRT2 - 1) * Math.min(dx, dy)
