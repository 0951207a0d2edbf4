// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// One member of a pool: a map, an agent, and answers in the order of the questions.
import { Ground } from './index.js'

const port = typeof self === 'undefined' ? (await import('node:worker_threads')).parentPort : self
let ground
let agent
let wrong

function answer(message) {
  if (message.kind === 'start') {
    ground = new Ground(message.width, message.height, message.weights)
    agent = ground.navigator(message.algorithm).agent()
  } else if (message.kind === 'fill') {
    ground.fill(...message.rectangle)
  } else if (wrong) {
    throw new Error(wrong)
  } else {
    agent.begin(message.from, message.to)
    agent.run()
    return agent.path()
  }
}

function receive(message) {
  try {
    const path = answer(message)
    if (message.kind === 'find') port.postMessage({ id: message.id, path })
  } catch (error) {
    if (message.kind === 'find') port.postMessage({ id: message.id, problem: error.message })
    else wrong = error.message
  }
}

if (typeof self === 'undefined') port.on('message', receive)
else port.onmessage = (event) => receive(event.data)
