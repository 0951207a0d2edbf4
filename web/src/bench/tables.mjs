// The tables of a page of Markdown: as the site is built, and when a report is opened.

function cells(line) {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replace(/\\([*|_])/g, '$1').replace(/`|\*\*/g, ''))
}

/** The tables of a page, each with the headings and the sentence above it. */
export function tables(text) {
  const found = []
  const headings = []
  let said = ''
  const lines = text.split('\n')
  for (let i = 0; i < lines.length; i++) {
    const heading = /^(#+) (.+)$/.exec(lines[i])
    if (heading) {
      headings.length = heading[1].length - 1
      headings[heading[1].length - 1] = heading[2].replace(/\\/g, '')
      said = ''
    } else if (lines[i].startsWith('|') && /^\|[\s:|-]+\|?$/.test(lines[i + 1] ?? '')) {
      const columns = cells(lines[i])
      const rows = []
      for (i += 2; i < lines.length && lines[i].startsWith('|'); i++) {
        rows.push(cells(lines[i]))
      }
      found.push({ title: headings.slice(1).filter(Boolean).join(' · ') || headings[0], said, columns, rows })
    } else if (lines[i].trim() && !lines[i].startsWith('    ') && !lines[i].startsWith('<!--')) {
      said = lines[i].trim().replace(/`|\*\*/g, '')
    }
  }
  return found
}
