#!/usr/bin/env node
// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// ngraph.path: its A* on a graph of cells.
import createGraph from 'ngraph.graph'
import path from 'ngraph.path'
import { octile, run, STEPS } from './peer.mjs'

run((rows) => {
  const graph = createGraph()
  const free = (x, y) => rows[y]?.[x] === '.'
  const name = (x, y) => y * rows[0].length + x
  rows.forEach((row, y) =>
    [...row].forEach((letter, x) => {
      if (letter !== '.') return
      graph.addNode(name(x, y), { x, y })
      for (const [dx, dy] of STEPS) {
        if (free(x + dx, y + dy) && free(x + dx, y) && free(x, y + dy)) {
          graph.addLink(name(x, y), name(x + dx, y + dy), { weight: Math.hypot(dx, dy) })
        }
      }
    }),
  )
  const finder = path.aStar(graph, {
    oriented: true,
    distance: (from, to, link) => link.data.weight,
    heuristic: (from, to) => octile(Math.abs(from.data.x - to.data.x), Math.abs(from.data.y - to.data.y)),
  })
  return (start, goal) =>
    finder
      .find(name(...start), name(...goal))
      .reverse()
      .map((node) => [node.data.x, node.data.y])
})
