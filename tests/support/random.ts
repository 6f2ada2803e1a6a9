export { SeededRandom } from "../../src/core/random.ts";
