import type { CodePointRanges } from "../char-spelling.ts";
import { complementRanges, normalRanges } from "../code-points.ts";
import { type EscapeValue, readEscape } from "./escapes.ts";
import type { RegexFlags } from "./flags.ts";
import { isDigit, type PatternSource } from "./source.ts";
import { withCaseVariants } from "./unicode.ts";

/** Reads a class in the syntax of the `u` flag and of older patterns, `[` already taken. */
export function readClass(source: PatternSource, flags: RegexFlags): CodePointRanges {
  const start = source.at - 1;
  const negated = source.take("^");
  const parts: (readonly [number, number])[] = [];
  while (!source.take("]")) {
    if (source.done) source.syntaxError("a class is not closed", "add ] or write \\[ for a bracket", start);
    if (source.peek() === "[" && /[:.=]/.test(source.peek(1))) refusePosix(source);
    const from = readMember(source, flags);
    const dash = source.peek() === "-" && source.peek(1) !== "]" && source.peek(1) !== "";
    if (!dash) {
      addMember(parts, from);
      continue;
    }
    const at = source.at;
    source.next();
    const to = readMember(source, flags);
    if ("set" in from || "set" in to) {
      // A range with a set at one end is no range: all three are members.
      addMember(parts, from);
      addMember(parts, { codePoint: 0x2d });
      addMember(parts, to);
    } else if (from.codePoint > to.codePoint) {
      source.syntaxError("the ends of a class range are in the wrong order", undefined, at);
    } else {
      parts.push([from.codePoint, to.codePoint]);
    }
  }
  const set = normalRanges(parts);
  const folded = flags.ignoreCase ? withCaseVariants(set) : set;
  return negated ? complementRanges(folded) : folded;
}

function addMember(parts: (readonly [number, number])[], member: EscapeValue): void {
  if ("set" in member) parts.push(...member.set);
  else parts.push([member.codePoint, member.codePoint]);
}

function readMember(source: PatternSource, flags: RegexFlags): EscapeValue {
  const character = source.next();
  if (character !== "\\") return { codePoint: character.codePointAt(0)! };
  return readClassEscape(source, flags);
}

/** An escape inside a class, the backslash taken: `\b` is the backspace here and `\-` a dash. */
export function readClassEscape(source: PatternSource, flags: RegexFlags): EscapeValue {
  if (source.take("b")) return { codePoint: 0x08 };
  if (isDigit(source.peek()) && source.peek() !== "0") source.syntaxError("octal escapes are not allowed", "write \\xHH", source.at - 1);
  return readEscape(source, flags);
}

/** `[[:alpha:]]` means something else to JavaScript than to its writer. */
function refusePosix(source: PatternSource): void {
  const mark = source.peek(1);
  let at = 2;
  while (/^[a-z^]$/.test(source.peek(at))) at += 1;
  if (at > 2 && source.peek(at) === mark && source.peek(at + 1) === "]") {
    source.ambiguous("POSIX classes are not part of ECMAScript", "write a range or a property, for example \\p{Alphabetic}");
  }
}
