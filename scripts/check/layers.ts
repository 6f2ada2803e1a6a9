import type { Import } from "./imports.ts";

/** What `docs/architecture.md` allows. */
export interface LayerRules {
  /** Room → the rooms it may import besides `core` and itself. */
  readonly rooms: ReadonlyMap<string, ReadonlySet<string>>;
  /** Entry point file → rooms that its imports must not reach. */
  readonly entryPoints: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Rooms that run on Node only. They see the library through its entry points, as a user does. */
const FACES: ReadonlySet<string> = new Set(["cli", "gateway"]);

/** Packages that a room may import. They are optional peers of the package, loaded when they are needed. */
const PACKAGES: ReadonlyMap<string, ReadonlySet<string>> = new Map([["gateway", new Set(["fastify", "prom-client", "undici"])]]);

/** Reads the tables of rooms and entry points. */
export function parseLayerRules(markdown: string): LayerRules {
  const rooms = new Map<string, ReadonlySet<string>>();
  for (const [room, , may] of tableRows(markdown, "| room | holds |")) rooms.set(codeSpans(room)[0], new Set(codeSpans(may)));
  const entryPoints = new Map<string, ReadonlySet<string>>();
  for (const [, file, , mustNot] of tableRows(markdown, "| entry point | file |"))
    entryPoints.set(codeSpans(file)[0], new Set(codeSpans(mustNot)));
  return { rooms, entryPoints };
}

function tableRows(markdown: string, header: string): string[][] {
  const start = markdown.indexOf(header);
  if (start < 0) throw new Error(`docs/architecture.md has no table that starts with "${header}"`);
  const table = markdown.slice(start).split("\n\n")[0];
  return table
    .trimEnd()
    .split("\n")
    .slice(2)
    .map((row) => row.split("|").slice(1, -1));
}

function codeSpans(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1]);
}

/** `src/read/events.ts` → `read`; undefined for an entry point and for files outside `src/`. */
function roomOf(path: string): string | undefined {
  return /^src\/([^/]+)\//.exec(path)?.[1];
}

/** Imports against the table. `files` holds every file of `src/` that is no test. */
export function checkRooms(files: ReadonlyMap<string, readonly Import[]>, rules: LayerRules): string[] {
  const findings: string[] = [];
  const unknown = new Set<string>();
  for (const [path, imports] of files) {
    const room = roomOf(path);
    if (room === undefined) {
      if (!rules.entryPoints.has(path)) findings.push(`${path}: is no entry point of docs/architecture.md; a file belongs into a room`);
    } else if (!rules.rooms.has(room)) unknown.add(room);
    for (const found of imports) {
      const why = forbidden(room, found, rules);
      if (why !== undefined) findings.push(`${path}:${found.line}: ${why}`);
    }
  }
  for (const room of unknown) findings.push(`src/${room}: is not in the table of rooms of docs/architecture.md`);
  return findings;
}

function forbidden(room: string | undefined, { specifier, target }: Import, rules: LayerRules): string | undefined {
  const face = room !== undefined && FACES.has(room);
  if (target === undefined) {
    if (room !== undefined && PACKAGES.get(room)?.has(specifier)) return undefined;
    if (!specifier.startsWith("node:")) return `imports the package "${specifier}"; structag has no runtime dependency`;
    return face ? undefined : `imports "${specifier}"; the library runs in browsers too`;
  }
  if (!target.startsWith("src/")) return face && target === "package.json" ? undefined : `imports "${specifier}" from outside src/`;
  const other = roomOf(target);
  if (room === undefined) return other !== undefined && FACES.has(other) ? `an entry point imports "${other}"` : undefined;
  if (other === room) return undefined;
  if (face) {
    const may = other === undefined || (room !== undefined && rules.rooms.get(room)?.has(other));
    return may ? undefined : `"${room}" imports "${other}"; it may import public entry points only`;
  }
  if (other === undefined) return `"${room}" imports the entry point ${target}`;
  if (other === "core" || rules.rooms.get(room)?.has(other)) return undefined;
  return `"${room}" must not import "${other}" (${target})`;
}

/** Rooms that an entry point must not load, with the chain of imports that does. */
export function checkEntryPoints(files: ReadonlyMap<string, readonly Import[]>, rules: LayerRules): string[] {
  const findings: string[] = [];
  for (const [entry, mustNot] of rules.entryPoints) {
    if (!files.has(entry)) {
      findings.push(`${entry}: is in the table of entry points but does not exist`);
      continue;
    }
    const cameFrom = new Map<string, string | undefined>([[entry, undefined]]);
    const reported = new Set<string>();
    for (const path of cameFrom.keys()) {
      const room = roomOf(path);
      if (room !== undefined && mustNot.has(room) && !reported.has(room)) {
        reported.add(room);
        const chain = [path];
        for (let at = cameFrom.get(path); at !== undefined; at = cameFrom.get(at)) chain.unshift(at);
        findings.push(`${entry}: reaches "${room}": ${chain.join(" → ")}`);
      }
      for (const { target } of files.get(path) ?? []) if (target !== undefined && !cameFrom.has(target)) cameFrom.set(target, path);
    }
  }
  return findings;
}

/**
 * Tests in `tests/` see structag as a user does: entry points, packages, `node:` modules, and their helpers. `tests/support/` serves the tests beside the source
 * too, so it may look inside.
 */
export function checkTests(files: ReadonlyMap<string, readonly Import[]>, rules: LayerRules): string[] {
  const findings: string[] = [];
  for (const [path, imports] of files) {
    if (path.startsWith("tests/support/")) continue;
    for (const { line, target } of imports) {
      if (target === undefined || target.startsWith("tests/") || !target.startsWith("src/") || rules.entryPoints.has(target)) continue;
      findings.push(`${path}:${line}: imports ${target}; tests/ goes through the entry points, a unit's test stands beside its source`);
    }
  }
  return findings;
}

/** Cycles of imports between files; types alone do not count, as they vanish at run time. */
export function checkCycles(files: ReadonlyMap<string, readonly Import[]>): string[] {
  const findings: string[] = [];
  const done = new Set<string>();
  const open: string[] = [];
  const enter = (path: string): void => {
    const at = open.indexOf(path);
    if (at >= 0) {
      findings.push(`cycle of imports: ${[...open.slice(at), path].join(" → ")}`);
      return;
    }
    if (done.has(path)) return;
    open.push(path);
    for (const { target, typeOnly } of files.get(path) ?? []) if (!typeOnly && target !== undefined) enter(target);
    open.pop();
    done.add(path);
  };
  for (const path of files.keys()) enter(path);
  return findings;
}
