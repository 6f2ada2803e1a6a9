import { type Issue, StructagError } from "../index.ts";

/** `from` is how a path begins, `to` what a user of the command line knows that place as: a file or an option. */
export type Move = readonly [from: string, to: string];

/** Runs `body`; in the paths of its issues the first beginning that fits is replaced. */
export function movePaths<T>(moves: readonly Move[], body: () => T): T {
  try {
    return body();
  } catch (error) {
    if (!(error instanceof StructagError)) throw error;
    throw new StructagError(
      error.issues.map((issue) => moved(issue, moves)),
      { cause: error },
    );
  }
}

function moved(issue: Issue, moves: readonly Move[]): Issue {
  const move = moves.find(([from]) => issue.path === from || issue.path.startsWith(`${from}/`));
  return move === undefined ? issue : { ...issue, path: move[1] + issue.path.slice(move[0].length) };
}
