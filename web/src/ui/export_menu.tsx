// Everything that can be taken home.
import { useRef } from 'preact/hooks'
import { exporters } from '../export/all'
import { complain } from '../model/state'
import { Icon } from './icons'

export function ExportMenu() {
  const menu = useRef<HTMLDetailsElement>(null)
  return (
    <details class="menu" ref={menu}>
      <summary title="Take it home">
        <Icon name="save" /> <span>Export</span>
      </summary>
      <div class="menu-body" role="menu">
        {exporters.map((one) => (
          <button
            key={one.label}
            role="menuitem"
            title={one.help}
            onClick={() => {
              menu.current!.open = false
              void Promise.resolve()
                .then(one.run)
                .catch((error) => complain(error, one.label))
            }}
          >
            {one.label} <small>{one.help}</small>
          </button>
        ))}
      </div>
    </details>
  )
}
