import { StructagError } from "../core/errors.ts";

/** When work has to stop. Both are looked at while the engine works, some thousand steps apart, since nothing else runs meanwhile. */
export interface TimeLimits {
  /** A time of `performance.now()` in milliseconds. */
  readonly deadline?: number;
  /** Work that has been aborted is not started; a signal that another thread sets also stops it. */
  readonly signal?: { readonly aborted: boolean };
}

/** Work that a grammar may cause. A step is about one expression looked at or made; some take longer than others, so the time counts as well. */
export interface WorkLimits {
  readonly steps: number;
  readonly milliseconds: number;
}

/** What is left of a grammar's limits. */
export class Allowance {
  readonly most: WorkLimits;
  steps: number;
  milliseconds: number;
  /** Masks that were asked for, and strings that were offered, since work was last granted for them. */
  requests = 0;

  constructor(most: WorkLimits) {
    this.most = most;
    this.steps = most.steps;
    this.milliseconds = most.milliseconds;
  }

  /** Grants what the requests add: a grammar may be expensive in places, but not at every token. */
  grant(): void {
    this.steps = Math.min(this.most.steps, this.steps + this.requests * STEPS_OF_A_REQUEST);
    this.milliseconds = Math.min(this.most.milliseconds, this.milliseconds + this.requests * MILLISECONDS_OF_A_REQUEST);
    this.requests = 0;
  }
}

const NO_LIMIT: WorkLimits = { steps: Number.POSITIVE_INFINITY, milliseconds: Number.POSITIVE_INFINITY };
const STEPS_OF_A_REQUEST = 100_000;
const MILLISECONDS_OF_A_REQUEST = 10;
/** Steps between two looks at the clock, and the most milliseconds that they count as: the rest of the time was spent elsewhere. */
const CHUNK = 4_096;
const CHUNK_MILLISECONDS = 5;

/** Counts the work of an arena for the grammar that causes it, so that no grammar takes a thread for long. What is looked up costs nothing. */
export class WorkMeter {
  #allowance = new Allowance(NO_LIMIT);
  /** Steps until the next look at the allowance and the clock. */
  #left = 0;
  /** When the clock was last looked at. */
  #since = 0;
  #limits: TimeLimits | undefined;

  /** From here on work counts for `allowance`. */
  use(allowance: Allowance): void {
    if (this.#allowance === allowance) return;
    this.#allowance.steps += Math.max(0, this.#left);
    this.#left = 0;
    this.#allowance = allowance;
    this.#since = Number.POSITIVE_INFINITY;
  }

  /**
   * @throws StructagError `expr-too-much-work`, `expr-deadline`, `expr-aborted`
   */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) this.#refill();
  }

  /** `work` under limits of time. */
  within<T>(limits: TimeLimits, work: () => T): T {
    if (limits.deadline === undefined && limits.signal === undefined) return work();
    const outer = this.#limits;
    this.#limits = limits;
    try {
      this.#checkTime(performance.now());
      return work();
    } finally {
      this.#limits = outer;
    }
  }

  #refill(): void {
    const now = performance.now();
    this.#checkTime(now);
    const allowance = this.#allowance;
    allowance.grant();
    // Steps that were taken beyond the last chunk count as well.
    const chunks = 1 - this.#left / CHUNK;
    allowance.milliseconds -= Math.min(Math.max(0, now - this.#since), chunks * CHUNK_MILLISECONDS);
    allowance.steps += this.#left;
    this.#left = 0;
    this.#since = now;
    if (allowance.steps <= 0 || allowance.milliseconds <= 0) throw tooMuchWork(allowance.most);
    this.#left = Math.min(CHUNK, allowance.steps);
    allowance.steps -= this.#left;
  }

  #checkTime(now: number): void {
    if (this.#limits === undefined) return;
    const { deadline, signal } = this.#limits;
    if (signal?.aborted === true) {
      throw new StructagError({ code: "expr-aborted", path: "", message: "the work was aborted by its signal" });
    }
    if (deadline !== undefined && now > deadline) {
      throw new StructagError({
        code: "expr-deadline",
        path: "",
        message: "the work was not done by its deadline",
        hint: "allow more time, or try again: what was computed so far is kept",
      });
    }
  }
}

function tooMuchWork({ steps, milliseconds }: WorkLimits): StructagError {
  return new StructagError({
    code: "expr-too-much-work",
    path: "",
    message: `the grammar takes more than ${steps} steps or ${milliseconds} ms, or a large part of that at many tokens`,
    hint: "simplify its patterns: fewer counters behind `.*`, lookaheads and patterns that hold at once; or raise maxWork",
  });
}
