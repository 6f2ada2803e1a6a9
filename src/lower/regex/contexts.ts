import type { CodePointRanges } from "../char-spelling.ts";
import { complementRanges, intersectRanges, rangesKey, uniteRanges } from "../code-points.ts";
import { LINE_TERMINATORS } from "./char-sets.ts";
import { children, type RegexNode } from "./nodes.ts";

/** What `^`, `\b` and lookbehinds of one character ask about the place where they stand. */
export interface BehindTest {
  /** They hold at the start of the text. */
  readonly atStart: boolean;
  /** They hold after these characters. */
  readonly after: CodePointRanges;
}

/**
 * What may stand before a place, as far as the pattern can tell: context 0 is the start of the text; each further one is a cell of characters that no test of the pattern tells
 * apart, `cells[context - 1]`.
 */
export class Contexts {
  readonly cells: readonly CodePointRanges[];
  readonly count: number;

  constructor(root: RegexNode) {
    const sets = new Map<string, CodePointRanges>();
    const add = (set: CodePointRanges): void => {
      sets.set(rangesKey(set), set);
    };
    const visit = (node: RegexNode): void => {
      if (node.type === "start" && node.multiline) add(LINE_TERMINATORS);
      if (node.type === "boundary") add(node.word);
      if (node.type === "look" && !node.ahead) {
        const test = behindTest(node.body);
        if (test !== undefined) add(test.after);
      }
      for (const child of children(node)) visit(child);
    };
    visit(root);
    let cells: CodePointRanges[] = [complementRanges([])];
    for (const set of sets.values()) {
      const rest = complementRanges(set);
      cells = cells.flatMap((cell) => [intersectRanges(cell, set), intersectRanges(cell, rest)]).filter((cell) => cell.length > 0);
    }
    this.cells = cells;
    this.count = cells.length + 1;
  }

  /** Whether the test holds in the context. */
  holds(test: BehindTest, context: number): boolean {
    return context === 0 ? test.atStart : intersectRanges(this.cells[context - 1], test.after).length > 0;
  }
}

/** The test of a lookbehind that looks at most one character back; undefined for a wider one. */
export function behindTest(body: RegexNode): BehindTest | undefined {
  switch (body.type) {
    case "chars":
      return { atStart: false, after: body.set };
    case "start":
      return { atStart: true, after: body.multiline ? LINE_TERMINATORS : [] };
    case "seq":
      return body.items.length === 0 ? { atStart: true, after: complementRanges([]) } : undefined;
    case "alt": {
      const tests = body.options.map(behindTest);
      if (tests.includes(undefined)) return undefined;
      return { atStart: tests.some((test) => test!.atStart), after: uniteRanges(...tests.map((test) => test!.after)) };
    }
    default:
      return undefined;
  }
}
