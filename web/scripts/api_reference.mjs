// Makes a page of a public header: its opening, its sections, and for every declaration the comment
// above it and the text itself.

const RULE = /^\/\/ (.+?) -{3,}$/

function inline(text) {
  // Names in comments read as code, marks as text.
  return text
    .replace(/[<>]/g, (sign) => (sign === '<' ? '&lt;' : '&gt;'))
    .replace(/\b(WAY_[A-Z0-9_]+|way_[a-z0-9_]+)\b(?![^`]*`(?:[^`]*`[^`]*`)*[^`]*$)/g, '`$1`')
    .replace(/(^|[\s(])\[(\w[^\]]*)\]/g, '$1\\[$2\\]')
}

function nameOf(declaration) {
  const flat = declaration.replace(/\s+/g, ' ')
  return (
    /\}\s*(way_\w+);/.exec(flat)?.[1] ??
    /^#define (\w+)/.exec(flat)?.[1] ??
    /(way_\w+)\(/.exec(flat.replace(/WAY_NODISCARD|WAY_API/g, ''))?.[1] ??
    /^typedef .*?(way_\w+);$/.exec(flat)?.[1] ??
    /^(?:struct|enum) (way_\w+)/.exec(flat)?.[1] ??
    null
  )
}

/** The opening comment: prose, and code where it is indented. */
function opening(lines) {
  const parts = []
  let code = null
  for (const raw of lines) {
    const line = raw.replace(/^\/\/ ?/, '')
    if (/^ {4}/.test(line)) {
      code ??= []
      code.push(line.slice(4))
      continue
    }
    if (code) {
      if (line.trim() === '') {
        code.push('')
        continue
      }
      parts.push('```c\n' + code.join('\n').trimEnd() + '\n```\n')
      code = null
    }
    parts.push(inline(line))
  }
  if (code) {
    parts.push('```c\n' + code.join('\n').trimEnd() + '\n```\n')
  }
  return parts.join('\n').trim()
}

/** Reads a declaration from line `at` on; gives its lines and where it ends. */
function declaration(lines, at) {
  const taken = []
  let depth = 0
  for (let i = at; i < lines.length; i++) {
    const line = lines[i]
    taken.push(line)
    depth += (line.match(/[{(]/g) ?? []).length - (line.match(/[})]/g) ?? []).length
    const macro = taken[0].startsWith('#define')
    const done = macro ? !line.endsWith('\\') : depth === 0 && (/[;}]\s*(\/\/.*)?$/.test(line) || /;\s*\/\/\/</.test(line))
    if (done) {
      return { text: taken.join('\n'), end: i + 1 }
    }
  }
  return { text: taken.join('\n'), end: lines.length }
}

export function apiPage(name, source) {
  const lines = source.split('\n')
  let at = lines.findIndex((line) => line.startsWith('// SPDX-License')) + 1
  const head = []
  while (at < lines.length && lines[at].startsWith('//')) {
    head.push(lines[at++])
  }
  const intro = opening(head)
  const parts = [`# ${name}.h\n`, intro, `\n\`#include <waymark/${name}.h>\`\n`]
  let comment = []
  let plain = []
  while (at < lines.length) {
    const line = lines[at]
    const rule = RULE.exec(line)
    if (rule) {
      parts.push(`\n## ${inline(rule[1])}\n`)
      at++
      comment = []
    } else if (line.startsWith('///')) {
      comment.push(line.replace(/^\/\/\/ ?/, ''))
      at++
    } else if (line.startsWith('//')) {
      plain.push(line)
      at++
    } else if (line.trim() === '') {
      if (plain.length && !/^\/\/ -+$/.test(plain.join(''))) {
        parts.push('\n' + opening(plain) + '\n')
      }
      plain = []
      comment = comment.length && lines[at + 1]?.startsWith('///') ? [] : comment
      at++
    } else if (/^#(pragma|include|if|endif|else|elif|ifdef|undef)|^extern "C"|^\}\s*$/.test(line)) {
      // A conditional part is passed over as a whole when it only chooses attributes.
      if (/^#if defined\((WAY_SHARED|__GNUC__)\)/.test(line)) {
        let depth = 1
        while (depth && ++at < lines.length) {
          depth += /^#if/.test(lines[at]) ? 1 : /^#endif/.test(lines[at]) ? -1 : 0
        }
      }
      at++
      comment = []
      plain = []
    } else {
      const found = declaration(lines, at)
      const title = nameOf(found.text)
      const told = comment.length ? inline(comment.join(' ')) : ''
      if (title && !/^typedef struct way_\w+ way_\w+;$/.test(found.text)) {
        parts.push(`\n### ${title}\n\n${told}\n\n\`\`\`c\n${found.text.replace(/WAY_API |WAY_NODISCARD /g, '')}\n\`\`\`\n`)
      }
      at = found.end
      comment = []
      plain = []
    }
  }
  const summary = intro.split(/\n\s*\n|```/)[0].replace(/\n/g, ' ').trim()
  return { text: parts.join('\n').replace(/\n{3,}/g, '\n\n') + '\n', summary }
}
