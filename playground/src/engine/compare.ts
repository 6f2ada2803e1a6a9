import { explain } from "../../../src/engine.ts";
import { type Format, outlineLines, resolveFamily } from "../../../src/index.ts";
import { forTarget, TARGETS } from "../../../src/targets.ts";
import { compiledGrammar, grammarOf } from "./grammars.ts";
import type { Comparison, ComparisonRow, Note, Requests } from "./protocol.ts";

/** Longest stretch that is compared line by line with every other line; what is longer counts as replaced. */
const MAX_LINES = 1500;

/** The outlines of two grammars side by side, and what the second one says of an output. */
export function compare({ left, right, vocabulary, text }: Requests["compare"]["input"]): Comparison {
  const rows = sideBySide(outlineTexts(grammarOf(left).format), outlineTexts(grammarOf(right).format));
  const other = compiledGrammar(right, vocabulary);
  const { verdict } = explain(other.grammar, text);
  return {
    title: resolveFamily(other.built.family).title,
    rows,
    different: rows.filter(({ same }) => !same).length,
    verdict,
    notes: other.built.diagnostics.map(({ kind, code, message: said, path }) => ({ kind, code, message: said, path })),
  };
}

/** What an engine takes in place of the grammar, and what of it the engine does not hold. */
export function forEngine({ grammar, target }: Requests["target"]["input"]): Comparison {
  const { format } = grammarOf(grammar);
  const made = forTarget(format, target, { loosen: true });
  const loosened = made.loosened.map(({ kind, code, message, path }): Note => ({ kind, code, message, path }));
  if (made.kind === "grammar") return { title: target, rows: [], different: 0, text: made.text, notes: loosened };
  const rewritten = made.rewrites.map(
    ({ path, from, to }): Note => ({ kind: "rewritten", code: `${from} → ${to}`, message: "written with what the engine has", path }),
  );
  const rows = sideBySide(outlineTexts(format), outlineTexts(made.format));
  return { title: target, rows, different: rows.filter(({ same }) => !same).length, notes: [...loosened, ...rewritten] };
}

export function engines(): (readonly [id: string, title: string])[] {
  return TARGETS.map(
    ({ id, aliases, takes }) => [id, `${id} (${takes === "structural_tag" ? aliases.slice(0, 3).join(", ") : takes})`] as const,
  );
}

function outlineTexts(format: Format): string[] {
  return outlineLines(format).map(({ text, depth }) => "  ".repeat(depth) + text);
}

/** Two lists of lines with equal lines on equal rows: a longest common subsequence. */
function sideBySide(left: readonly string[], right: readonly string[]): ComparisonRow[] {
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let [leftEnd, rightEnd] = [left.length, right.length];
  while (leftEnd > start && rightEnd > start && left[leftEnd - 1] === right[rightEnd - 1]) {
    leftEnd -= 1;
    rightEnd -= 1;
  }
  const same = (line: string): ComparisonRow => ({ left: line, right: line, same: true });
  return [
    ...left.slice(0, start).map(same),
    ...changed(left.slice(start, leftEnd), right.slice(start, rightEnd)),
    ...left.slice(leftEnd).map(same),
  ];
}

function changed(left: readonly string[], right: readonly string[]): ComparisonRow[] {
  if (left.length > MAX_LINES || right.length > MAX_LINES) return paired(left, right);
  const width = right.length + 1;
  const lengths = new Uint16Array((left.length + 1) * width);
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        left[i] === right[j] ? lengths[(i + 1) * width + j + 1] + 1 : Math.max(lengths[(i + 1) * width + j], lengths[i * width + j + 1]);
    }
  }
  const rows: ComparisonRow[] = [];
  let [i, j] = [0, 0];
  let [onlyLeft, onlyRight]: [string[], string[]] = [[], []];
  const flush = (): void => {
    rows.push(...paired(onlyLeft, onlyRight));
    [onlyLeft, onlyRight] = [[], []];
  };
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      flush();
      rows.push({ left: left[i], right: right[j], same: true });
      i += 1;
      j += 1;
    } else if (j >= right.length || (i < left.length && lengths[(i + 1) * width + j] >= lengths[i * width + j + 1]))
      onlyLeft.push(left[i++]);
    else onlyRight.push(right[j++]);
  }
  flush();
  return rows;
}

function paired(left: readonly string[], right: readonly string[]): ComparisonRow[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => ({
    ...(left[index] === undefined ? {} : { left: left[index] }),
    ...(right[index] === undefined ? {} : { right: right[index] }),
    same: false,
  }));
}
