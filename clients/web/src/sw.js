// Keeps the page itself for when there is no connection, and shows notifications. The network comes first, so a new
// version is never hidden; games need the server and are not kept.
const shell = "shell-%VERSION%";
const files = %FILES%;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(shell)
      .then((cache) => cache.addAll(files))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("shell-") && name !== shell;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  // Only what belongs to the page: never the API, whose answers must be fresh or fail.
  const name = url.pathname.slice(new URL(self.registration.scope).pathname.length);
  if (!files.includes(name === "" ? "./" : name)) return;
  event.respondWith(
    fetch(request)
      .catch(() => undefined)
      .then((reply) => (reply && reply.ok ? reply : caches.match(name === "" ? "./" : request)))
      .then((reply) => reply ?? Response.error()),
  );
});

// A notification leads back to the page that sent it.
self.addEventListener("notificationclick", (event) => {
  const { notification } = event;
  notification.close();
  const back = (pages) => pages.find((page) => page.url === notification.data) ?? pages[0];
  event.waitUntil(
    self.clients
      .matchAll({ type: "window" })
      .then((pages) => back(pages)?.focus() ?? self.clients.openWindow(notification.data)),
  );
});
