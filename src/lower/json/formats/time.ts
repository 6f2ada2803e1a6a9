import type { ExprArena } from "../../../expr/arena.ts";
import type { Rule } from "../../../expr/definitions.ts";
import type { ExprId } from "../../../expr/kinds.ts";
import type { CharSpelling } from "../../char-spelling.ts";
import { lowerRegex } from "../../regex/lower.ts";

const LEAP_YEAR = "(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)";

/** RFC 3339 `full-date`, with the lengths of months and leap years. */
export const DATE =
  "(?:\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))" +
  `|${LEAP_YEAR}-02-29)`;

const HOUR = "(?:[01]\\d|2[0-3])";
const MINUTE = "[0-5]\\d";
const TIME = `${HOUR}:${MINUTE}:${MINUTE}(?:\\.\\d+)?(?:[Zz]|[+-]${HOUR}:${MINUTE})`;

/** RFC 3339 appendix A. */
export const DURATION =
  "P(?:\\d+W|(?:\\d+Y(?:\\d+M(?:\\d+D)?)?|\\d+M(?:\\d+D)?|\\d+D)(?:T(?:\\d+H(?:\\d+M(?:\\d+S)?)?|\\d+M(?:\\d+S)?|\\d+S))?" +
  "|T(?:\\d+H(?:\\d+M(?:\\d+S)?)?|\\d+M(?:\\d+S)?|\\d+S))";

/** RFC 3339 `full-time`. */
export function lowerTime(arena: ExprArena, spelling: CharSpelling): ExprId {
  return arena.alt2(lowerRegex(arena, TIME, { spelling, mode: "whole", flags: "u" }), arena.rule(leapSeconds(arena, spelling)));
}

/** RFC 3339 `date-time`. */
export function lowerDateTime(arena: ExprArena, spelling: CharSpelling): ExprId {
  const day = lowerRegex(arena, `${DATE}[Tt]`, { spelling, mode: "whole", flags: "u" });
  return arena.seq2(day, lowerTime(arena, spelling));
}

const leapRules = new WeakMap<CharSpelling, LeapSeconds>();

function leapSeconds(arena: ExprArena, spelling: CharSpelling): LeapSeconds {
  let rule = leapRules.get(spelling);
  if (rule === undefined) leapRules.set(spelling, (rule = new LeapSeconds(arena, spelling)));
  return rule;
}

const DAY = 1440;

/**
 * Times with second 60, which are right only at 23:59 UTC: the offset follows from hour and minute. State 0 is the start, 1 to 24 follow the hour, the others the seconds.
 */
class LeapSeconds implements Rule {
  readonly name = "leap second";
  readonly #arena: ExprArena;
  readonly #spelling: CharSpelling;

  constructor(arena: ExprArena, spelling: CharSpelling) {
    this.#arena = arena;
    this.#spelling = spelling;
  }

  unfold(state: number): ExprId {
    const arena = this.#arena;
    if (state === 0) return arena.alt(count(24, (hour) => arena.seq2(this.#text(`${two(hour)}:`), arena.rule(this, 1 + hour))));
    if (state <= 24) {
      const hour = (state - 1) * 60;
      return arena.alt(count(60, (minute) => arena.seq2(this.#text(`${two(minute)}:60`), arena.rule(this, 25 + hour + minute))));
    }
    const ahead = (state - 25 + 1) % DAY;
    const offsets = [`+${clock(ahead)}`, `-${clock((DAY - ahead) % DAY)}`];
    if (ahead === 0) offsets.push("Z", "z");
    const fraction = lowerRegex(arena, "(?:\\.\\d+)?", { spelling: this.#spelling, mode: "whole", flags: "u" });
    return arena.seq2(fraction, arena.alt(offsets.map((offset) => this.#text(offset))));
  }

  #text(text: string): ExprId {
    const arena = this.#arena;
    return arena.seq(
      ...Array.from(text, (character) => {
        const codePoint = character.charCodeAt(0);
        return this.#spelling.chars([[codePoint, codePoint]]);
      }),
    );
  }
}

function count<T>(length: number, make: (index: number) => T): T[] {
  return Array.from({ length }, (_, index) => make(index));
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

function clock(minutes: number): string {
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
