// Starts the engine, brings back what the address or the last visit says, shows the page.
import { render } from 'preact'
import { kept, read } from './model/share'
import * as state from './model/state'
import './styles.css'
import { App } from './ui/app'

async function begin(): Promise<void> {
  const root = document.getElementById('app')!
  state.initTheme()
  state.engine.onprogress = (share) => (state.progress.value = share < 1 ? share : null)
  try {
    state.catalogue.value = await state.engine.start()
  } catch (error) {
    root.textContent = `The engine did not start: ${state.explain(error)}`
    return
  }
  const hash = location.hash.slice(1)
  const found = (hash && (await read(hash))) || (!hash && (await read(kept())))
  if (!found) {
    await state.loadExhibit('deep-caves')
  }
  root.textContent = ''
  render(<App />, root)
  document.documentElement.dataset.ready = 'yes'
  addEventListener('hashchange', () => void read(location.hash.slice(1)))
}

/** What was loaded stays for visits without a network; pages from a folder need no such thing. */
async function keepForLater(): Promise<void> {
  if (!location.protocol.startsWith('http') || !('serviceWorker' in navigator) || state.embedded.value) {
    return
  }
  try {
    await navigator.serviceWorker.register('sw.js')
    const ready = await navigator.serviceWorker.ready
    const loaded = performance.getEntriesByType('resource').map((entry) => entry.name)
    ready.active?.postMessage(loaded.filter((address) => address.startsWith(location.origin)))
    document.documentElement.dataset.kept = 'yes'
  } catch {
    // Not allowed here: then the site needs its server, as any other.
  }
}

void begin().then(keepForLater)
