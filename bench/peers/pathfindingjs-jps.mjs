#!/usr/bin/env node
// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// PathFinding.js: its jump point search.
import PF from 'pathfinding'
import { run } from './peer.mjs'

run((rows) => {
  const grid = new PF.Grid(rows.map((row) => [...row].map((letter) => Number(letter !== '.'))))
  const finder = new PF.JumpPointFinder({ diagonalMovement: PF.DiagonalMovement.OnlyWhenNoObstacles })
  return (start, goal) => PF.Util.expandPath(finder.findPath(...start, ...goal, grid.clone()))
})
