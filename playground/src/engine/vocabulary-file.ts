/** Reading files is a part of the engine that most visits do without. */
export { readVocabulary } from "../../../src/engine.ts";
