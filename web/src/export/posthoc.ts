// A search trace in the format of the Posthoc visualiser, as `waymark find --trace` writes it.
import { NONE, type Events, type SearchReply } from '../engine/types'
import { ground } from '../model/state'

const TYPES = ['expanding', 'generating', 'updating', 'moving', 'learning']

export function posthocText(events: Events, reply: SearchReply, start: number, goal: number): string {
  const width = ground.value!.width
  const row = (type: string, id: number, from: number, g: number, f: number) =>
    JSON.stringify({ type, id, pId: from === NONE ? null : from, x: id % width, y: Math.floor(id / width), g, f })
  const rows = [row('source', start, NONE, 0, 0), row('destination', goal, NONE, 0, 0)]
  for (let i = 0; i < events.count; i++) {
    rows.push(row(TYPES[events.kind[i]], events.state[i], events.from[i], events.g[i], events.f[i]))
  }
  reply.path.forEach((cell, i) => {
    const last = i + 1 === reply.path.length
    rows.push(row(last ? 'end' : 'solution', cell, i ? reply.path[i - 1] : NONE, last ? reply.cost : 0, last ? reply.cost : 0))
  })
  const head = {
    version: '1.4.0',
    views: { main: [{ $: 'rect', x: '${{ $.x }}', y: '${{ $.y }}', width: 1, height: 1, fill: '${{ color[$.type] }}' }] },
    pivot: { x: '${{ $.x + 0.5 }}', y: '${{ $.y + 0.5 }}', scale: 1 },
  }
  return `${JSON.stringify(head).slice(0, -1)},"events":[\n${rows.join(',\n')}\n]}\n`
}
