// Every mode of the playground, in the order of the tabs.
import type { Mode } from './mode'
import { searchMode } from './search'

export const modes: Mode[] = [searchMode]
