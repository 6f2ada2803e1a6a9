import type { Issue } from "../core/errors.ts";
import { integerFault } from "./integers.ts";
import type { TokenRef } from "./types.ts";

/** `error`: no engine can run the format as it stands. `warning`: it runs, but hardly does what was meant. */
export interface FormatIssue extends Issue {
  readonly severity: "error" | "warning";
}

/** Where validation writes its findings, with the checks that many fields share. */
export class ValidationReport {
  readonly issues: FormatIssue[] = [];
  readonly strict: boolean;

  constructor(strict: boolean) {
    this.strict = strict;
  }

  error(code: string, path: string, message: string, hint?: string): void {
    this.issues.push({ severity: "error", code, path, message, ...(hint === undefined ? {} : { hint }) });
  }

  warning(code: string, path: string, message: string, hint?: string): void {
    this.issues.push({ severity: this.strict ? "error" : "warning", code, path, message, ...(hint === undefined ? {} : { hint }) });
  }

  integer(value: number, least: number, path: string): void {
    const fault = integerFault(value, least);
    if (fault !== undefined) this.error("format-integer-range", path, fault);
  }

  /** A number that may be absent. */
  limit(value: number | undefined, least: number, path: string): void {
    if (value !== undefined) this.integer(value, least, path);
  }

  /** A list that must have members. */
  members(list: readonly unknown[], path: string): void {
    if (list.length === 0) this.error("format-empty-list", path, "the list is empty", "nothing could be written here");
  }

  /** Text that goes into the output, and so must have UTF-8 bytes. */
  text(value: string, path: string): void {
    // The quick test without Unicode mode leaves few texts for the exact one.
    if (/[\ud800-\udfff]/.test(value) && /\p{Cs}/u.test(value))
      this.error("format-lone-surrogate", path, "half of a surrogate pair has no UTF-8 bytes");
  }

  texts(values: readonly string[], path: string): void {
    values.forEach((value, index) => {
      this.text(value, `${path}/${index}`);
    });
  }

  /** Text that must not be empty. */
  fullText(value: string, path: string): void {
    this.text(value, path);
    if (value === "") this.error("format-empty-text", path, "the text is empty");
  }

  fullTexts(values: readonly string[] | undefined, path: string): void {
    values?.forEach((value, index) => {
      this.fullText(value, `${path}/${index}`);
    });
  }

  token(value: TokenRef, path: string): void {
    if (typeof value === "string") this.fullText(value, path);
    else this.integer(value, 0, path);
  }

  tokens(values: readonly TokenRef[] | undefined, path: string): void {
    values?.forEach((value, index) => {
      this.token(value, `${path}/${index}`);
    });
  }
}
