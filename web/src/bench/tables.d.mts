import type { PageTable } from './data'

/** The tables of a page, each with the headings and the sentence above it. */
export function tables(text: string): PageTable[]
