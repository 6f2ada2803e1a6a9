import { explain, findJumpForwardString, type GrammarMatcher, type TokenMask } from "../../../src/engine.ts";
import { type Compiled, compiledGrammar } from "./grammars.ts";
import { HEAT_CELLS, type Step, type StepInput } from "./protocol.ts";
import { idsOf } from "./read-output.ts";
import { tokenGroups } from "./token-groups.ts";
import { bytesOfAll } from "./tokenize.ts";

/** The matcher behind the first tokens of an output, or behind those that the grammar accepts. */
export function matcherAt(compiled: Compiled, input: StepInput): { matcher: GrammarMatcher; position: number } {
  const matcher = compiled.grammar.matcher();
  const position = matcher.acceptTokens(idsOf(compiled, input).slice(0, input.position));
  return { matcher, position };
}

/** What may come behind the first tokens of an output. */
export function stepAt(input: StepInput): Step {
  const compiled = compiledGrammar(input.grammar, input.vocabulary);
  const { vocabulary } = compiled.loaded;
  const { matcher, position } = matcherAt(compiled, input);
  const ended = matcher.isTerminated();
  const start = performance.now();
  const mask = ended ? undefined : matcher.nextTokenMask();
  const maskMicroseconds = (performance.now() - start) * 1000;
  const written = bytesOfAll(
    vocabulary,
    idsOf(compiled, input)
      .slice(0, position)
      .filter((id) => !vocabulary.stopTokenIds.includes(id)),
  );
  return {
    position,
    allowed: mask?.count ?? 0,
    size: vocabulary.size,
    mayEnd: matcher.isCompleted(),
    ended,
    forced: ended ? "" : forcedRun(matcher),
    expected: ended ? [] : explain(compiled.grammar, written).expected.map(({ text, formatPath }) => ({ text, path: formatPath })),
    groups: mask === undefined ? [] : tokenGroups(vocabulary, mask.toArray()),
    heat: mask === undefined ? new Uint8Array(HEAT_CELLS) : heatOf(mask, vocabulary.size),
    minTokensToComplete: ended ? 0 : matcher.minTokensToComplete(),
    maskMicroseconds,
  };
}

/** Longest forced text that is looked for. */
const LONGEST_RUN = 400;

/** All that is forced from here on, special tokens included. */
function forcedRun(from: GrammarMatcher): string {
  const matcher = from.fork();
  const { vocabulary } = matcher.grammar;
  let run = "";
  while (run.length < LONGEST_RUN) {
    const text = findJumpForwardString(matcher);
    if (text !== "" && !matcher.acceptString(text)) break;
    run += text;
    const mask = matcher.nextTokenMask();
    const [id] = mask.count === 1 ? mask.toArray() : [];
    if (id === undefined || vocabulary.stopTokenIds.includes(id) || !matcher.acceptToken(id)) break;
    run += vocabulary.textOf(id);
  }
  return run;
}

/** Share of allowed tokens in each stretch of ids. */
function heatOf(mask: TokenMask, size: number): Uint8Array {
  const counts = new Uint32Array(HEAT_CELLS);
  const cellOf = (id: number): number => Math.floor((id * HEAT_CELLS) / size);
  for (const id of mask.toArray()) counts[cellOf(id)] += 1;
  const perCell = size / HEAT_CELLS;
  // A single allowed token must still be seen.
  return Uint8Array.from(counts, (count) => (count === 0 ? 0 : Math.min(255, 150 + Math.round((105 * count) / perCell))));
}
