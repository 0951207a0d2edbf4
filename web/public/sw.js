// Keeps what was seen: that also works without a network. Fresh files win where there is one. The
// explorer and its results are megabytes: they come when somebody opens it.
const STORE = 'waymark'

self.addEventListener('install', (event) => {
  const first = ['./', 'index.html', 'favicon.svg', 'site.webmanifest']
  event.waitUntil(caches.open(STORE).then((store) => store.addAll(first)).then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

// A page tells what it loaded before this was there to see it.
self.addEventListener('message', (event) => {
  event.waitUntil(caches.open(STORE).then((store) => Promise.allSettled(event.data.map((address) => store.add(address)))))
})

self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || new URL(event.request.url).origin !== location.origin) {
    return
  }
  event.respondWith(
    fetch(event.request)
      .then((response) => {
        if (response.ok) {
          const copy = response.clone()
          event.waitUntil(caches.open(STORE).then((store) => store.put(event.request, copy)))
        }
        return response
      })
      .catch(async () => (await caches.match(event.request, { ignoreSearch: true })) ?? Response.error()),
  )
})
