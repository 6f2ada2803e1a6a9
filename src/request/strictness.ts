import { fail } from "../core/errors.ts";

/** The levels of a server, from weak to strong. */
export const STRICT_LEVELS = ["auto", "function", "parameter"] as const;

/**
 * How far a server pins calls. `auto`: only tools that say `strict: true`; `function`: names and markers of every call, arguments only
 * of strict tools; `parameter`: arguments of every tool.
 */
export type StrictLevel = (typeof STRICT_LEVELS)[number];

/**
 * Reads a level, without regard to case. Absent = no level given.
 * @throws StructagError `request-strict-level`
 */
export function readStrictLevel(input: unknown, path = "/strictLevel"): StrictLevel | undefined {
  if (input === undefined || input === null) return undefined;
  const level = typeof input === "string" ? STRICT_LEVELS.find((name) => name === input.toLowerCase()) : undefined;
  return (
    level ??
    fail("request-strict-level", path, `unknown strict level ${JSON.stringify(input)}`, `the levels are ${STRICT_LEVELS.join(", ")}`)
  );
}

/**
 * Whether a tool's declared schema is enforced. Without a level everything is, unless the tool says `strict: false`. With a level the server's rule
 * holds: `parameter` enforces all, otherwise only `strict: true` does.
 */
export function enforcesSchema(strict: boolean | undefined, level: StrictLevel | undefined): boolean {
  if (level === undefined) return strict !== false;
  return level === "parameter" || strict === true;
}
