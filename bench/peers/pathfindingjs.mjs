#!/usr/bin/env node
// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// PathFinding.js: its A*. A grid is used once, so that each search has a copy, as its manual says.
import PF from 'pathfinding'
import { run } from './peer.mjs'

run((rows) => {
  const grid = new PF.Grid(rows.map((row) => [...row].map((letter) => Number(letter !== '.'))))
  const finder = new PF.AStarFinder({ diagonalMovement: PF.DiagonalMovement.OnlyWhenNoObstacles })
  return (start, goal) => finder.findPath(...start, ...goal, grid.clone())
})
