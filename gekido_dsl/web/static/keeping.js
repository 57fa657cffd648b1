/**
 * The studio without a network: a service worker keeps the files of one version, and gives them where the network does not.
 * What it keeps was written into it with the site; see `standalone/site.py`.
 */

const VERSION = "VERSION";
/** @type {string[]} seen from the studio */
const FILES = /** @type {any} */ ("FILES");
const worker = /** @type {any} */ (self);
const NAME = `gekido-dsl studio ${worker.registration.scope} `; // another site of the same host has its own

worker.addEventListener("install", (/** @type {any} */ event) => {
  // What an earlier version has already needs no second fetch: parts in common have their digest in their name.
  event.waitUntil((async () => {
    const cache = await caches.open(NAME + VERSION);
    await Promise.all(FILES.map(async (name) => {
      const at = new URL(name, worker.registration.scope);
      const had = at.pathname.endsWith(".gz") ? await caches.match(at) : undefined;
      await (had ? cache.put(at, had) : cache.add(new Request(at, { cache: "no-cache" })));
    }));
    await worker.skipWaiting();
  })());
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith(NAME) && name !== NAME + VERSION) await caches.delete(name);
    await worker.clients.claim();
  })());
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const at = new URL(event.request.url);
  if (event.request.method !== "GET" || at.origin !== location.origin) return;
  if (at.pathname.endsWith(".gz")) event.respondWith(caches.match(at).then((kept) => kept ?? fetch(event.request)));
  else if (at.href.startsWith(worker.registration.scope)) {
    // The newest page where there is a network; it names the parts that belong to it.
    event.respondWith(fetch(event.request).catch(async () => (await caches.match(at.pathname.endsWith("/") ? new URL("index.html", at) : at, { ignoreSearch: true })) ?? Response.error()));
  }
});
