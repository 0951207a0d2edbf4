// Every mode of the playground, in the order of the tabs.
import { changingMode } from './changing'
import { compareMode } from './compare'
import { knightMode } from './knight'
import type { Mode } from './mode'
import { realtimeMode } from './realtime'
import { searchMode } from './search'
import { tilesMode } from './tiles'
import { worldMode } from './world'

export const modes: Mode[] = [searchMode, realtimeMode, compareMode, changingMode, worldMode, knightMode, tilesMode]
