/** A character that stands for itself, or an escape, in a class. */
const MEMBER = String.raw`(?:[A-Za-z0-9 _,:;=<>"'\`~!@#%&|{}/.*+?()$]|\\[dwntr.*+?()[\]{}|^$\\/\-])`;
/** The same outside of one. */
const ATOM = String.raw`(?:[A-Za-z0-9 _,:;=<>"'\`~!@#%&\-/]|\\[dwntr.*+?()[\]{}|^$\\/])`;
const CLASS = String.raw`\[\^?(?:${MEMBER}|[A-Z]-[A-Z]|[a-z]-[a-z]|[0-9]-[0-9])+\]`;
const TOKEN = new RegExp(
  String.raw`(?<open>\((?:\?:)?)|(?<close>\))|(?<bar>\|)|(?<atom>${ATOM}|${CLASS})|(?<counter>[*+?]|\{\d{1,2}(?:,\d{0,2})?\})`,
  "y",
);

/**
 * Whether a pattern means the same in all engines: literals, classes, groups, alternatives and counters. Not among them are `.`, `\\s`, assertions, properties and laziness, in which engines differ, and what
 * is beyond ASCII.
 */
export function isPlainRegex(pattern: string): boolean {
  let depth = 0;
  /** Whether something stands before that can be counted, or that ends an alternative. */
  let hasItem = false;
  let isCounted = false;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < pattern.length) {
    const groups = TOKEN.exec(pattern)?.groups;
    if (groups === undefined) return false;
    if (groups.counter !== undefined) {
      if (!hasItem || isCounted) return false;
      isCounted = true;
      continue;
    }
    isCounted = false;
    if (groups.atom !== undefined) hasItem = true;
    else if (groups.open !== undefined) {
      depth += 1;
      hasItem = false;
    } else {
      if (!hasItem) return false;
      if (groups.close !== undefined) depth -= 1;
      else hasItem = false;
      if (depth < 0) return false;
    }
  }
  return depth === 0 && hasItem;
}
