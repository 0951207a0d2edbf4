// pack_results.mjs <export.json> <out.json> [every]: what `waymark bench export --json` wrote, small enough to be
// committed: a table is its columns and rows, numbers have six digits, and columns that the explorer has
// no use for are left out; so are all problems but one of `every`.
import { readFileSync, writeFileSync } from 'node:fs'

const UNUSED = new Set(
  'run task entry hash scen experiment_id waits path_size ref_length note ground outcome steps cost best low high repetitions heap_pushes heap_pops plans'.split(' '),
)

function short(value) {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value
}

function pack(rows) {
  const used = Object.keys(rows[0] ?? {}).filter((name) => !UNUSED.has(name))
  const columns = used.filter((name) => rows.some((row) => row[name] !== null && row[name] !== ''))
  return { columns, rows: rows.map((row) => columns.map((name) => short(row[name]))) }
}

const [from, to, every = 1] = process.argv.slice(2)
const data = JSON.parse(readFileSync(from, 'utf8'))
const kept = (row) => !(row.problem % every)
const tables = Object.entries(data).map(([name, rows]) => [name, pack(rows.filter(kept))])
const lines = tables.map(([name, { columns, rows }]) => {
  const body = rows.map((row) => `    ${JSON.stringify(row)}`).join(',\n')
  return `  ${JSON.stringify(name)}: {"columns": ${JSON.stringify(columns)}, "rows": [${body ? `\n${body}\n  ` : ''}]}`
})
writeFileSync(to, `{\n${lines.join(',\n')}\n}\n`)
