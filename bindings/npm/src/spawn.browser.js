// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A worker of a text: no bundler needs to know of it, and no server.

export function spawn(text) {
  const url = URL.createObjectURL(new Blob([`const port = self;${text}`], { type: 'text/javascript' }))
  const worker = new Worker(url)
  // Its text is fetched by the time it says anything; the address may go long before.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
  return worker
}
