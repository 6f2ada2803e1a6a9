import { StructagError } from "../../core/errors.ts";

/** States that one object or array may make while its dead ends are looked for. */
const MAX_STATES = 50_000;

/**
 * Which states of a container can still be completed: a depth-first search for one that may close, whose answers are remembered. What is counted only grows, so a state leads back to
 * itself at most directly, and one whose successors are all dead is dead.
 */
export class Liveness {
  readonly #closable: (state: number) => boolean;
  readonly #successors: (state: number) => Iterator<number>;
  readonly #path: string;
  readonly #known = new Map<number, boolean>();

  /** @param successors the most promising first; they are asked for one by one */
  constructor(path: string, closable: (state: number) => boolean, successors: (state: number) => Iterator<number>) {
    this.#path = path;
    this.#closable = closable;
    this.#successors = successors;
  }

  /** @throws StructagError `lower-json-too-many-states` */
  alive(start: number): boolean {
    const known = this.#known.get(start);
    if (known !== undefined) return known;
    const open = new Set<number>();
    const stack: { readonly state: number; readonly successors: Iterator<number> }[] = [];
    const enter = (state: number): boolean => {
      if (this.#known.get(state) === true || this.#closable(state)) {
        this.#known.set(state, true);
        for (const { state: before } of stack) this.#known.set(before, true);
        return true;
      }
      open.add(state);
      stack.push({ state, successors: this.#successors(state) });
      return false;
    };
    if (enter(start)) return true;
    while (stack.length > 0) {
      const { state, successors } = stack[stack.length - 1];
      const { done, value } = successors.next();
      if (done === true) {
        this.#known.set(state, false);
        open.delete(state);
        stack.pop();
      } else if (!open.has(value) && this.#known.get(value) !== false) {
        if (this.#known.size > MAX_STATES) throw tooManyStates(this.#path);
        if (enter(value)) return true;
      }
    }
    return false;
  }
}

function tooManyStates(path: string): StructagError {
  return new StructagError({
    code: "lower-json-too-many-states",
    path,
    message: `the counts and dependencies of this schema need more than ${MAX_STATES} states`,
    hint: "use smaller bounds or fewer dependencies",
  });
}
