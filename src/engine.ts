/**
 * The engine: vocabularies, compiling, matching.
 * @packageDocumentation
 */
export * from "./vocab/index.ts";
