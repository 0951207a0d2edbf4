// What was measured, whichever way it came: tables of pages, or the rows of a store's export. Both
// become rows with a name and numbers.

import { tables } from './tables.mjs'

export interface PageTable {
  title: string
  said: string
  columns: string[]
  rows: string[][]
}

export interface Page {
  name: string
  title: string
  tables: PageTable[]
}

type Cell = string | number | null
type Rows = Record<string, Cell>[]

/** `waymark bench export --json`. */
export interface RunExport {
  name: string
  runs: Rows
  maps: Rows
  preparations: Rows
  queries: Rows
}

/** A table as scripts/pack_results.mjs leaves it. */
interface Packed {
  columns: string[]
  rows: Cell[][]
}

function unpack(table: Rows | Packed): Rows {
  return Array.isArray(table) ? table : table.rows.map((row) => Object.fromEntries(table.columns.map((name, i) => [name, row[i]])))
}

/** A committed run, with its tables as rows. */
export function unpackRun(run: RunExport): RunExport {
  const { name, ...tables } = run
  return { name, ...Object.fromEntries(Object.entries(tables).map(([key, table]) => [key, unpack(table)])) } as RunExport
}

export interface Results {
  pages: Page[]
  runs: RunExport[]
}

/** What `waymark report --html` puts into the explorer: its page of Markdown, and the runs behind it. */
export interface Report {
  markdown: string
  runs: { name: string; tables: Omit<RunExport, 'name'> }[]
}

/** The same as what the site has. */
export function readReport(report: Report): Results {
  const title = /^# (.+)$/m.exec(report.markdown)?.[1] ?? 'Report'
  return {
    pages: [{ name: 'report', title, tables: tables(report.markdown) }],
    runs: report.runs.map(({ name, tables }) => ({ ...tables, name })),
  }
}

export interface Row {
  /** The algorithm, or whatever the table is about. */
  name: string
  /** The map or set; '' where there is none. */
  set: string
  /** Of rows of queries: which problem of the map, in their order if that is not told. */
  problem?: number
  values: Record<string, number>
}

export interface Dataset {
  id: string
  title: string
  said: string
  page: string
  /** Numeric columns. */
  columns: string[]
  rows: Row[]
  /** One row a query rather than one an algorithm. */
  raw: boolean
}

/** What units are told in here: times in µs, sizes in KB. */
const UNITS: Record<string, { factor: number; unit: string }> = {
  ns: { factor: 1e-3, unit: 'µs' },
  us: { factor: 1, unit: 'µs' },
  µs: { factor: 1, unit: 'µs' },
  ms: { factor: 1e3, unit: 'µs' },
  s: { factor: 1e6, unit: 'µs' },
  B: { factor: 1e-3, unit: 'KB' },
  KB: { factor: 1, unit: 'KB' },
  MB: { factor: 1e3, unit: 'KB' },
  GB: { factor: 1e6, unit: 'KB' },
  '%': { factor: 1, unit: '%' },
  x: { factor: 1, unit: '' },
  times: { factor: 1, unit: '' },
}

/** "1,234", "12 %", "3.5 us", "49/50": the number and what it counts; null if there is none. */
export function quantity(text: string): { value: number; unit: string } | null {
  const share = /^(\d+)\/(\d+)$/.exec(text.trim())
  if (share) {
    return { value: (100 * Number(share[1])) / Number(share[2]), unit: '%' }
  }
  const match = /^\s*(-?[\d,]*\.?\d+(?:e[-+]?\d+)?)\s*([%a-zµ]+)?\s*$/i.exec(text)
  const unit = match?.[2] ? UNITS[match[2]] : { factor: 1, unit: '' }
  return match && unit ? { value: Number(match[1].replace(/,/g, '')) * unit.factor, unit: unit.unit } : null
}

function fromTable(page: Page, table: PageTable, index: number): Dataset | null {
  const columns = table.columns.map((name, at) => {
    const told = table.rows.map((row) => row[at] ?? '').filter((cell) => cell && cell !== 'none' && cell !== '-')
    const read = told.map(quantity).filter((one) => one !== null)
    const unit = read.find((one) => one.unit)?.unit ?? ''
    const numeric = at > 0 && told.length > 0 && read.length >= told.length * 0.7
    return { at, numeric, name: unit && !name.includes(unit) ? `${name} (${unit})` : name }
  })
  const numeric = columns.filter((column) => column.numeric)
  if (numeric.length === 0 || table.rows.length < 2) {
    return null
  }
  const words = columns.filter((column) => !column.numeric)
  const rows = table.rows.map((row) => ({
    name: row[words[0]?.at ?? 0],
    set: words.slice(1).map((column) => row[column.at]).filter(Boolean).join(', '),
    values: Object.fromEntries(
      numeric.map((column) => [column.name, quantity(row[column.at] ?? '')?.value] as const).filter((pair): pair is [string, number] => pair[1] !== undefined),
    ),
  }))
  return { id: `${page.name}#${index}`, title: table.title, said: table.said, page: page.name, columns: numeric.map((column) => column.name), rows, raw: false }
}

/** The columns of an export that say something, what they are called here, and in which unit. */
const QUERY: Record<string, [string, number]> = {
  time_cost: ['time (µs)', 1e6],
  cold: ['cold time (µs)', 1e6],
  first: ['first move (µs)', 1e6],
  mean: ['time per move (µs)', 1e6],
  max_step_time: ['longest move (µs)', 1e6],
  '20steps_cost': ['first 20 cells (µs)', 1e6],
  excess: ['excess (%)', 100],
  smoothed: ['excess, smoothed (%)', 100],
  expansions: ['expansions', 1],
  generations: ['generations', 1],
  reopenings: ['reopenings', 1],
  revisits: ['revisits', 1],
  work_max: ['longest move (expansions)', 1],
  states: ['states kept', 1],
  agent_bytes: ['agent (KB)', 1e-3],
  path_length: ['path length', 1],
  moves: ['moves', 1],
  repair: ['repair (µs)', 1e6],
}

const PREPARATION: Record<string, [string, number]> = {
  prepare_one: ['preparation (µs)', 1e6],
  prepare_many: ['preparation, all cores (µs)', 1e6],
  load: ['loading (µs)', 1e6],
  repair: ['repair after an edit (µs)', 1e6],
  disk_bytes: ['database, on disk (KB)', 1e-3],
  memory_bytes: ['database, in memory (KB)', 1e-3],
  agent_bytes: ['agent (KB)', 1e-3],
}

/** The run's own words on how, on what and when. */
function about(run: RunExport): string {
  const told = run.runs[0] ?? {}
  const machine = [told.processor, told.compiler, told.flags].filter(Boolean).join(', ')
  const when = [told.commit_id && `commit ${told.commit_id}`, told.started].filter(Boolean).join(', ')
  return [told.command, machine, when, told.counts ? 'counts only' : ''].filter(Boolean).join(' · ')
}

function fromRows(run: RunExport, table: Rows, kind: 'queries' | 'preparations'): Dataset | null {
  const known = kind === 'queries' ? QUERY : PREPARATION
  const used = Object.entries(known).filter(([key]) => table.some((row) => typeof row[key] === 'number'))
  if (used.length === 0) {
    return null
  }
  const cells = new Map(run.maps.map((map) => [String(map.map), Number(map.passable ?? map.cells ?? Number(map.width) * Number(map.height))]))
  const counts = new Map<string, number>()
  const rows = table.map((row) => {
    const who = `${row.map} ${row.algorithm ?? row.spec}`
    const problem = Number(row.experiment_id ?? counts.get(who) ?? 0)
    counts.set(who, problem + 1)
    const values = Object.fromEntries(used.filter(([key]) => typeof row[key] === 'number').map(([key, [name, factor]]): [string, number] => [name, Number(row[key]) * factor]))
    const size = cells.get(String(row.map))
    if (size) {
      values['map cells'] = size
    }
    return { name: String(row.algorithm ?? row.spec), set: String(row.map), problem, values }
  })
  return {
    id: `${kind === 'queries' ? 'run' : 'prepared'}:${run.name}`,
    title: `${run.runs[0]?.suite ?? run.name}: ${kind === 'queries' ? 'every query' : 'what was prepared'}`,
    said: about(run),
    page: '',
    columns: [...used.map(([, [name]]) => name), ...(rows.some((row) => 'map cells' in row.values) ? ['map cells'] : [])],
    rows,
    raw: true,
  }
}

/** A file that somebody drops: the export as JSON. */
export function parseRun(name: string, text: string): RunExport {
  let data: Partial<RunExport>
  try {
    data = JSON.parse(text)
  } catch (error) {
    throw new Error(`${name}: not JSON: ${(error as Error).message}`)
  }
  for (const table of ['runs', 'maps', 'queries'] as const) {
    if (!Array.isArray(data[table])) {
      throw new Error(`${name}: no table "${table}"; 'waymark bench export --json FILE' writes it`)
    }
  }
  return { preparations: [], ...data, name: name.replace(/\.json$/, '') } as RunExport
}

export interface Claim {
  source: string
  claim: string
  paper: string
  /** What would count as a yes. */
  rule: string
  /** How many maps and problems were looked at. */
  data: string
  faithful: string
  verdict: string
  /** Why it is not a yes. */
  why: string
  found: 'yes' | 'no' | 'in part' | 'no data' | 'told'
  page: string
}

/** Pages say it in their own words; these begin with the verdict. */
function judge(text: string): Claim['found'] {
  if (/^not testable/i.test(text)) return 'no data'
  return /^(yes|reproduced)/i.test(text) ? 'yes' : /^(no\b|not |contradicted)/i.test(text) ? 'no' : /part|undecided/i.test(text) ? 'in part' : 'told'
}

/** A cell by what its column is about; '' where there is none, and where nothing was measured. */
function cellOf(table: PageTable, row: string[], about: RegExp): string {
  const at = table.columns.findIndex((name) => about.test(name))
  const text = at < 0 ? '' : (row[at] ?? '')
  return /^[-;\s]*$/.test(text) ? '' : text
}

/** The column of that name, or the last one. */
function verdictOf(table: PageTable, row: string[]): string {
  return cellOf(table, row, /verdict/i) || row[table.columns.length - 1]
}

/** Tables that set a claim beside what was found. */
export function claims(results: Results): Claim[] {
  return results.pages.flatMap((page) =>
    page.tables
      .filter((table) => /claim/i.test(table.columns[0]) && table.columns.length >= 3)
      .flatMap((table) =>
        table.rows.map((row) => ({
          source: table.title,
          claim: row[0],
          paper: cellOf(table, row, /paper|figure/i),
          rule: cellOf(table, row, /rule/i),
          data: cellOf(table, row, /maps|problems/i),
          faithful: cellOf(table, row, /^ours/i) || row[table.columns.length - 2],
          verdict: verdictOf(table, row),
          why: cellOf(table, row, /^why/i),
          found: judge(verdictOf(table, row)),
          page: page.name,
        })),
      ),
  )
}

export function datasets(results: Results): Dataset[] {
  const found = results.pages.flatMap((page) => page.tables.map((table, i) => (/claim/i.test(table.columns[0]) ? null : fromTable(page, table, i))))
  const runs = results.runs.flatMap((run) => [fromRows(run, run.queries, 'queries'), fromRows(run, run.preparations, 'preparations')])
  return [...runs, ...found].filter((one): one is Dataset => one !== null)
}

/** One row an algorithm (and set): the means of its numbers. */
export function means(rows: Row[], bySet: boolean): Row[] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = bySet ? `${row.name}\n${row.set}` : row.name
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()].map((group) => {
    const sums: Record<string, { total: number; count: number }> = {}
    for (const row of group) {
      for (const [name, value] of Object.entries(row.values)) {
        sums[name] ??= { total: 0, count: 0 }
        sums[name].total += value
        sums[name].count++
      }
    }
    return {
      name: group[0].name,
      set: bySet ? group[0].set : '',
      values: Object.fromEntries(Object.entries(sums).map(([name, { total, count }]) => [name, total / count])),
    }
  })
}

/** Problem by problem: what the first algorithm took, and another on the same one. */
export function pairs(rows: Row[], first: string, column: string): { row: Row; base: number }[] {
  const key = (row: Row) => `${row.set} ${row.problem}`
  const bases = new Map(rows.filter((row) => row.name === first && row.values[column] !== undefined).map((row) => [key(row), row.values[column]]))
  return rows.flatMap((row) => {
    const base = row.name === first || row.values[column] === undefined ? undefined : bases.get(key(row))
    return base === undefined ? [] : [{ row, base }]
  })
}

/** How many problems each algorithm is done with within a time: one point a problem. */
export function cactus(rows: Row[], column: string): { name: string; solved: number; value: number }[] {
  const names = [...new Set(rows.map((row) => row.name))]
  return names.flatMap((name) =>
    rows
      .filter((row) => row.name === name && row.values[column] !== undefined)
      .map((row) => row.values[column])
      .sort((a, b) => a - b)
      .map((value, i) => ({ name, solved: i + 1, value })),
  )
}

/** What nothing else beats in both: less is better. */
export function front(rows: Row[], x: string, y: string): Row[] {
  const usable = rows.filter((row) => row.values[x] !== undefined && row.values[y] !== undefined)
  return usable
    .filter((row) => !usable.some((other) => other !== row && other.values[x] <= row.values[x] && other.values[y] <= row.values[y] && (other.values[x] < row.values[x] || other.values[y] < row.values[y])))
    .sort((a, b) => a.values[x] - b.values[x])
}
