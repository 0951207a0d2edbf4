// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// One member of a pool: a map, an agent, and answers in the order of the questions. It listens from
// its first statement on; `port` is what it is told by and answers through.
import { start } from './engine.js'
import { Ground } from './search.js'

/** Milliseconds of work after which it looks whether the question was taken back. */
const SLICE = 8
const EXPANSIONS = 4096

const queue = []
let busy = false
let asked = null
let ground
let agent
let wrong = null

port.onmessage = ({ data }) => {
  if (data.kind === 'cancel') {
    const place = queue.findIndex(({ id }) => id === data.id)
    if (place >= 0) queue.splice(place, 1)
    else if (asked === data.id) asked = null
    return
  }
  queue.push(data)
  if (!busy) work()
}

async function work() {
  busy = true
  for (let message; (message = queue.shift()); ) {
    try {
      if (message.kind === 'find') await find(message)
      else change(message)
    } catch (error) {
      const { name, message: text, status } = error
      if (message.kind === 'find') port.postMessage({ id: message.id, problem: { name, text, status } })
      else wrong = error
    }
  }
  busy = false
}

function change({ kind, call, values, engine, map, algorithm }) {
  if (kind === 'start') {
    start(engine)
    ground = new Ground(...map)
    agent = ground.navigator(algorithm).agent()
  } else if (ground) {
    ground[call](...values)
  }
}

async function find({ id, from, to, options }) {
  if (wrong) throw wrong
  asked = id
  agent.begin(from, to, options)
  for (let since = Date.now(); agent.step(EXPANSIONS) === 'working'; ) {
    if (Date.now() - since < SLICE) continue
    await new Promise((next) => setTimeout(next))
    if (asked !== id) return agent.cancel()
    since = Date.now()
  }
  asked = null
  const { outcome, cost, cells } = agent.path()
  port.postMessage({ id, path: { outcome, cost, cells } }, [cells.buffer])
}
