import { createHash } from "node:crypto";
import type { Plugin } from "vite";

/** Name of the script that keeps the site for times without a network. */
const FILE = "offline.js";

/**
 * Writes a service worker that keeps every file of the site. Files have names by their content, so what is kept never gets old; the page itself is asked for first, and taken from what is kept where there is no network.
 */
export function offlineCopy(): Plugin {
  return {
    name: "structag-offline-copy",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter((name) => name !== FILE && !name.endsWith(".map"));
      const version = createHash("sha256").update(files.join()).digest("hex").slice(0, 12);
      this.emitFile({
        type: "asset",
        fileName: FILE,
        source: script([...files.map((name) => `./${name}`), "./", "./icon.svg"], `structag-${version}`),
      });
    },
  };
}

function script(files: readonly string[], version: string): string {
  return `const FILES = ${JSON.stringify(files)};
const VERSION = ${JSON.stringify(version)};
addEventListener("install", (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)).then(() => skipWaiting()));
});
addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("structag-") && name !== VERSION);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))).then(() => clients.claim()));
});
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  const kept = () => caches.match(request, { ignoreSearch: true });
  const page = () => fetch(request).catch(async () => (await kept()) ?? Response.error());
  event.respondWith(request.mode === "navigate" ? page() : kept().then((found) => found ?? fetch(request)));
});
`;
}
