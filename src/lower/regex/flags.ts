import { fail } from "../../core/errors.ts";

export interface RegexFlags {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
  /** Classes in the syntax of the `v` flag: nested, with `&&`, `--` and `\q{…}`. */
  readonly unicodeSets: boolean;
}

/** Reads flags: `i`, `m`, `s`, `v`; `u` is always on, and `d`, `g`, `y` do not change which texts match. */
export function readFlags(flags: string, path: string): RegexFlags {
  for (const [index, flag] of [...flags].entries()) {
    if (!"dgimsuvy".includes(flag) || flags.indexOf(flag) !== index) {
      fail(
        "regex-flags",
        path,
        `${JSON.stringify(flags)} are no valid flags of a regular expression`,
        "use each of i, m, s, u, v at most once",
      );
    }
  }
  return {
    ignoreCase: flags.includes("i"),
    multiline: flags.includes("m"),
    dotAll: flags.includes("s"),
    unicodeSets: flags.includes("v"),
  };
}
