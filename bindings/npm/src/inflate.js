// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Raw DEFLATE (RFC 1951), undone at once: what browsers and Node have for it needs a wait or an
// import, and the first import of the package is to return with everything ready.

const LENGTHS = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258]
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/** A canonical Huffman code: for each prefix of 15 bits, first bit lowest, symbol * 16 + length. */
function codeOf(lengths) {
  const table = new Uint16Array(1 << 15)
  let code = 0
  for (let length = 1; length <= 15; length++, code <<= 1) {
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] !== length) continue
      let reversed = 0
      for (let bit = 0; bit < length; bit++) reversed |= ((code >> bit) & 1) << (length - 1 - bit)
      for (let at = reversed; at < table.length; at += 1 << length) table[at] = symbol * 16 + length
      code++
    }
  }
  return table
}

/** `packed` has two bytes of padding at its end; `size` is that of what is in it. */
export function inflate(packed, size) {
  const out = new Uint8Array(size)
  let [to, at, held, count] = [0, 0, 0, 0]

  function bits(wanted) {
    while (count < wanted) {
      held |= packed[at++] << count
      count += 8
    }
    const value = held & ((1 << wanted) - 1)
    held >>>= wanted
    count -= wanted
    return value
  }
  function symbol(table) {
    while (count < 15) {
      held |= packed[at++] << count
      count += 8
    }
    const entry = table[held & 0x7fff]
    held >>>= entry & 15
    count -= entry & 15
    return entry >> 4
  }
  function dynamic() {
    const [literals, distances, own] = [bits(5) + 257, bits(5) + 1, bits(4) + 4]
    const lengths = new Uint8Array(19)
    for (let i = 0; i < own; i++) lengths[ORDER[i]] = bits(3)
    const code = codeOf(lengths)
    const all = new Uint8Array(literals + distances)
    for (let i = 0; i < all.length; ) {
      const kind = symbol(code)
      if (kind < 16) {
        all[i++] = kind
        continue
      }
      const value = kind === 16 ? all[i - 1] : 0
      for (let left = kind === 16 ? 3 + bits(2) : kind === 17 ? 3 + bits(3) : 11 + bits(7); left; left--) all[i++] = value
    }
    return [codeOf(all.subarray(0, literals)), codeOf(all.subarray(literals))]
  }
  function fixed() {
    const lengths = Uint8Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8))
    return [codeOf(lengths), codeOf(new Uint8Array(30).fill(5))]
  }
  function stored() {
    bits(count & 7)
    const length = bits(16)
    bits(16)
    for (let i = 0; i < length; i++) out[to++] = bits(8)
  }

  for (let last = 0; !last; ) {
    last = bits(1)
    const kind = bits(2)
    if (kind === 0) {
      stored()
      continue
    }
    const [literals, distances] = kind === 1 ? fixed() : dynamic()
    for (let next; (next = symbol(literals)) !== 256; ) {
      if (next < 256) {
        out[to++] = next
        continue
      }
      const length = LENGTHS[next - 257] + bits(LENGTH_BITS[next - 257])
      const far = symbol(distances)
      const extra = far < 4 ? 0 : (far >> 1) - 1
      const distance = far < 4 ? far + 1 : ((2 + (far & 1)) << extra) + bits(extra) + 1
      for (let i = 0; i < length; i++, to++) out[to] = out[to - distance]
    }
  }
  return out
}
