// An algorithm with its parameters, as text and back: "lsslrta(lookahead=40, learn=on)".
import type { Algorithm, Param } from '../engine/types'

export type Values = Record<string, number>

export function valueText(param: Param, value: number): string {
  switch (param.type) {
    case 'ratio':
      return String(value / 1000)
    case 'choice':
      return param.choices[value] ?? String(value)
    case 'switch':
      return value ? 'on' : 'off'
    default:
      return String(value)
  }
}

/** Names only what differs from the presets. */
export function specText(algorithm: Algorithm, values: Values): string {
  const given = algorithm.params
    .filter((param) => values[param.name] !== undefined && values[param.name] !== param.preset)
    .map((param) => `${param.name}=${valueText(param, values[param.name])}`)
  return given.length ? `${algorithm.name}(${given.join(', ')})` : algorithm.name
}

function valueOf(param: Param, text: string): number {
  switch (param.type) {
    case 'ratio':
      return Math.round(Number(text) * 1000)
    case 'choice':
      return param.choices.indexOf(text)
    case 'switch':
      return Number(text === 'on')
    default:
      return Number(text)
  }
}

/** Reads a spec; what it does not know it leaves out. */
export function specParse(algorithms: Algorithm[], spec: string): { algorithm: Algorithm; values: Values } | null {
  const match = /^\s*([a-z0-9]+)\s*(?:\((.*)\))?\s*$/.exec(spec)
  const algorithm = match && algorithms.find((one) => one.name === match[1])
  if (!match || !algorithm) {
    return null
  }
  const values: Values = {}
  for (const part of (match[2] ?? '').split(',')) {
    const [name, text] = part.split('=').map((word) => word.trim())
    const param = algorithm.params.find((one) => one.name === name)
    const value = param && text !== undefined ? valueOf(param, text) : NaN
    if (param && value >= param.min && value <= param.max) {
      values[name] = value
    }
  }
  return { algorithm, values }
}
