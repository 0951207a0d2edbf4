// Pages that are opened from a folder: browsers load no modules there, so that this script, a classic
// one, does what readers need of VitePress: search, colours, copies, lists that open, live figures.
// From a server it does nothing.
;(() => {
  if (location.protocol !== 'file:') return
  const base = document.currentScript.src.replace(/[^/]*$/, '')
  const on = (selector, act) =>
    document.addEventListener('click', (event) => {
      const found = event.target.closest(selector)
      if (found) {
        event.preventDefault()
        act(found)
      }
    })

  on('.VPSwitchAppearance', () => {
    const dark = document.documentElement.classList.toggle('dark')
    localStorage.setItem('vitepress-theme-appearance', dark ? 'dark' : 'light')
  })
  on('button.copy', (button) => {
    void navigator.clipboard.writeText(button.parentElement.querySelector('pre').innerText)
    button.classList.add('copied')
    setTimeout(() => button.classList.remove('copied'), 2000)
  })
  on('.VPSidebarItem.collapsible > .item', (item) => item.parentElement.classList.toggle('collapsed'))
  on('.VPLocalNav .menu, .VPNavBarHamburger', () => document.querySelector('.VPSidebar')?.classList.toggle('open'))
  on('.live-start', (link) => {
    const frame = document.createElement('iframe')
    frame.src = link.href.replace('#', '#embed=1&')
    frame.title = 'Live figure'
    link.replaceWith(frame)
  })

  // Search: over the headings of all pages, which another script holds.
  let dialog = null
  function show(word) {
    const words = word.toLowerCase().split(/\s+/).filter(Boolean)
    const found = words.length ? window.WAYMARK_DOCS.filter(([text, page]) => words.every((one) => `${text} ${page}`.toLowerCase().includes(one))) : []
    dialog.querySelector('ul').replaceChildren(
      ...found.slice(0, 30).map(([text, page, address]) => {
        const [item, link, from] = ['li', 'a', 'small'].map((name) => document.createElement(name))
        Object.assign(link, { className: 'result', href: base + address, textContent: text })
        from.textContent = ` ${page}`
        item.append(link, from)
        return item
      }),
    )
  }
  function search() {
    if (!dialog) {
      dialog = document.createElement('dialog')
      dialog.className = 'folder-search'
      dialog.innerHTML = '<input id="localsearch-input" type="search" placeholder="Search headings" aria-label="Search headings"><ul></ul>'
      dialog.querySelector('input').addEventListener('input', (event) => show(event.target.value))
      document.body.append(dialog)
    }
    dialog.showModal()
  }
  on('#local-search, .VPNavBarSearch button', () => {
    if (window.WAYMARK_DOCS) return search()
    const script = document.createElement('script')
    script.src = `${base}headings.js`
    script.onload = search
    document.head.append(script)
  })
})()
