#!/usr/bin/env node
// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// EasyStar.js, told to calculate everything at once.
import EasyStar from 'easystarjs'
import { run } from './peer.mjs'

run((rows) => {
  const finder = new EasyStar.js()
  finder.setGrid(rows.map((row) => [...row].map((letter) => Number(letter !== '.'))))
  finder.setAcceptableTiles([0])
  finder.enableDiagonals()
  finder.disableCornerCutting()
  finder.enableSync()
  return (start, goal) => {
    let found = []
    finder.findPath(...start, ...goal, (path) => (found = path ?? []))
    finder.calculate()
    return found.map(({ x, y }) => [x, y])
  }
})
