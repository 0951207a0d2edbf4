import { Layers, CellInfo, Outcome } from '../ui/inspect_panel'
import { Transport } from '../ui/transport'
import type { Mode } from './mode'
import { editSearch, enterSearch, leaveSearch, refresh } from './search_logic'

export const searchMode: Mode = {
  name: 'search',
  title: 'Search',
  hint: 'Drag the ends. Draw walls. Watch it think.',
  onMap: true,
  enter: enterSearch,
  leave: leaveSearch,
  changed: (live) => void refresh(live ? 'live' : 'full'),
  edit: editSearch,
  settled: () => void refresh('full'),
  Side: () => (
    <>
      <Outcome />
      <Layers />
      <CellInfo />
    </>
  ),
  Dock: Transport,
}
