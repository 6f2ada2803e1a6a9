import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import type { TestProject } from "vitest/node";

/** Below a folder, as most static sites are. */
const BASE = "/docs/try/";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
};

declare module "vitest" {
  interface ProvidedContext {
    readonly site: string;
  }
}

/** Builds the site and serves its files and nothing else, as any static host would. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "structag-playground-"));
  // The test runner has set another one, and the site is to be what visitors get.
  process.env.NODE_ENV = "production";
  await build({ configFile: fileURLToPath(new URL("../vite.config.ts", import.meta.url)), logLevel: "warn", build: { outDir: folder } });
  const server = await serve(folder);
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  project.provide("site", `http://127.0.0.1:${port}${BASE}`);
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  };
}

function serve(folder: string): Promise<Server> {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    const inside = normalize(path.slice(BASE.length) || "index.html");
    try {
      if (!path.startsWith(BASE) || inside.startsWith("..")) throw new Error("outside of the site");
      const content = await readFile(join(folder, inside));
      response.writeHead(200, { "content-type": TYPES[extname(inside)] ?? "application/octet-stream" }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}
