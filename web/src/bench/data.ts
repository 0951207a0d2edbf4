// What was measured, whichever way it came: tables of pages, or the rows of a store's export. Both
// become rows with a name and numbers.

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

/** `waymark bench export --json`. */
export interface RunExport {
  name: string
  runs: Record<string, Cell>[]
  maps: Record<string, Cell>[]
  preparations: Record<string, Cell>[]
  queries: Record<string, Cell>[]
  crowds?: Record<string, Cell>[]
}

export interface Results {
  pages: Page[]
  runs: RunExport[]
}

export interface Row {
  /** The algorithm, or whatever the table is about. */
  name: string
  /** The map or set; '' where there is none. */
  set: string
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

const TEXTS = new Set(['map', 'scen', 'algorithm', 'spec', 'outcome', 'hash', 'ground'])

function fromRun(run: RunExport): Dataset {
  const cells = new Map(run.maps.map((map) => [String(map.map ?? map.name), Number(map.cells ?? map.passable ?? Number(map.width) * Number(map.height))]))
  const columns = Object.keys(run.queries[0] ?? {}).filter((name) => !TEXTS.has(name) && run.queries.some((row) => typeof row[name] === 'number'))
  const rows = run.queries.map((row) => {
    const values = Object.fromEntries(columns.filter((name) => typeof row[name] === 'number').map((name): [string, number] => [name, Number(row[name])]))
    const size = cells.get(String(row.map))
    if (size) {
      values['map cells'] = size
    }
    return { name: String(row.algorithm ?? row.spec), set: String(row.map), values }
  })
  const about = run.runs[0] ?? {}
  return {
    id: `run:${run.name}`,
    title: `${about.suite ?? run.name}: every query`,
    said: [about.command, about.machine, about.version].filter(Boolean).join(' · '),
    page: '',
    columns: [...columns, ...(rows.some((row) => 'map cells' in row.values) ? ['map cells'] : [])],
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
  ours: string
  verdict: string
  found: 'yes' | 'no' | 'in part' | 'told'
  page: string
}

/** Pages say it in their own words; these begin with the verdict. */
function judge(text: string): Claim['found'] {
  if (/^not enough/i.test(text)) return 'told'
  return /^(yes|reproduced)/i.test(text) ? 'yes' : /^(no\b|not )/i.test(text) ? 'no' : /part/i.test(text) ? 'in part' : 'told'
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
          paper: table.columns.length > 3 ? row[1] : '',
          ours: row[table.columns.length - 2],
          verdict: row[table.columns.length - 1],
          found: judge(row[table.columns.length - 1]),
          page: page.name,
        })),
      ),
  )
}

export function datasets(results: Results): Dataset[] {
  const found = results.pages.flatMap((page) => page.tables.map((table, i) => (/claim/i.test(table.columns[0]) ? null : fromTable(page, table, i))))
  return [...results.runs.filter((run) => run.queries.length).map(fromRun), ...found.filter((one): one is Dataset => one !== null)]
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

/** What nothing else beats in both: less is better. */
export function front(rows: Row[], x: string, y: string): Row[] {
  const usable = rows.filter((row) => row.values[x] !== undefined && row.values[y] !== undefined)
  return usable
    .filter((row) => !usable.some((other) => other !== row && other.values[x] <= row.values[x] && other.values[y] <= row.values[y] && (other.values[x] < row.values[x] || other.values[y] < row.values[y])))
    .sort((a, b) => a.values[x] - b.values[x])
}
