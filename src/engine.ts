/**
 * The engine: vocabularies, compiling, matching.
 * @packageDocumentation
 */
export type { ByteTrie } from "./vocab/types.ts";
