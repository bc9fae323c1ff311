// Keeps the files of a site, so that it works offline. The name of the cache changes with the files.

const KEPT = `gametree DIGEST ${registration.scope}`;
const FILES = FILE_NAMES;

self.addEventListener("install", (event) => {
  const fetched = FILES.map((name) => new Request(name, { cache: "reload" }));
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(fetched)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const ours = (name) => name.startsWith("gametree ") && name.endsWith(registration.scope) && name !== KEPT;
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter(ours).map((name) => caches.delete(name)))).then(() => clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(caches.open(KEPT).then((cache) => cache.match(event.request, { ignoreSearch: true })).then((kept) => kept ?? fetch(event.request)));
});
