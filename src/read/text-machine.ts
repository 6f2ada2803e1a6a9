import { REREAD_CHARACTERS, type RereadBudget } from "./json-body.ts";
import { MarkerSet } from "./marker-set.ts";
import type { ReaderOutput } from "./output.ts";
import type { ReaderMachine, ReaderWindow } from "./reader.ts";

/**
 * How far a call's body got. `more`: it needs more text. `again`: it consumed something and another step may get further. `end`: the calls are
 * over, and the window stands behind them (or at a marker that broke them off). `{ text }`: this is no call; `text` is what was consumed
 * behind the opening marker, without any marker of the family in it.
 */
export type BodyStep = "more" | "again" | "end" | { readonly text: string };

/** Reads what follows an opening marker: one call or several, with their own end marker. It reports calls to the output that it was made with. */
export interface CallBody {
  step(window: ReaderWindow): BodyStep;
  /** Nothing follows. `again`: text must be read once more. `end`: calls were closed as well as they can be (an open call is ended as cut off afterwards). */
  end(window: ReaderWindow): "again" | "end" | { readonly text: string };
}

/** Where a body was opened. */
export interface CallPlace {
  readonly out: ReaderOutput;
  /** True in text or reasoning, false inside a section. */
  readonly inText: boolean;
  /** Text that the stream may read twice. */
  readonly budget: RereadBudget;
}

/** A marker that begins a call. */
export interface CallOpening {
  readonly marker: string;
  /** `start`: counts only while nothing but whitespace was written. `section`: only in a section. Default `anywhere`. */
  readonly where?: "anywhere" | "start" | "section";
  /** Characters at the marker's end that the body reads itself. Default 0. */
  readonly keep?: number;
  body(place: CallPlace): CallBody;
}

/** A wrapper around calls; everything in it that is no call is dropped. */
export interface TextSection {
  readonly begin: string;
  readonly end: string;
}

/** Newlines around a marker that belong to the marker, at most so many. */
export interface MarkerFrame {
  readonly marker: string;
  readonly before?: number;
  readonly after?: number;
}

/** A message of reasoning, text and calls, as {@link TextMachine} reads it. */
export interface TextSyntax {
  /** Spellings of the markers; the first is the usual one. */
  readonly reasoning?: { readonly begins: readonly string[]; readonly ends: readonly string[] } | undefined;
  readonly openings: readonly CallOpening[];
  readonly sections?: readonly TextSection[];
  /** Markers that are dropped in text: closing tags without their opening ones, wrappers of the answer. */
  readonly strays?: readonly string[];
  /** The same, but only in front of the text. */
  readonly startStrays?: readonly string[];
  /** Stop tokens: the message ends there. */
  readonly stops: readonly string[];
  readonly frames?: readonly MarkerFrame[];
  /** What follows the last section: more text (default), or nothing that counts. */
  readonly afterSection?: "text" | "ignored";
}

/** `section` is the space between the calls of a section; text there and in what follows is dropped. */
type Region = "reasoning" | "content" | "section" | "after" | "done";

type Role =
  | { readonly kind: "reasoning-begin" | "reasoning-end" | "section-begin" | "section-end" | "stray" | "start-stray" | "stop" }
  | { readonly kind: "call"; readonly opening: CallOpening };

const NEWLINE = 0x0a;

/** Whitespace between calls and in front of text that is held back until it is known to be text. */
const MAX_HELD_SPACE = 1024;

/** The part of an opening's marker that its body did not read. */
function spelled({ marker, keep = 0 }: CallOpening): string {
  return marker.slice(0, marker.length - keep);
}

/** What of a syntax is worked out once for all streams. */
export class TextMarkers {
  readonly syntax: TextSyntax;
  readonly #roles = new Map<string, Role>();
  readonly #sets = new Map<string, MarkerSet | undefined>();
  readonly #before = new Map<string, number>();
  readonly #after = new Map<string, number>();
  readonly maxBefore: number;

  constructor(syntax: TextSyntax) {
    this.syntax = syntax;
    const add = (markers: readonly string[], role: Role): void => {
      for (const marker of markers) if (!this.#roles.has(marker)) this.#roles.set(marker, role);
    };
    for (const opening of syntax.openings) add([opening.marker], { kind: "call", opening });
    for (const section of syntax.sections ?? []) {
      add([section.begin], { kind: "section-begin" });
      add([section.end], { kind: "section-end" });
    }
    add(syntax.reasoning?.begins ?? [], { kind: "reasoning-begin" });
    add(syntax.reasoning?.ends ?? [], { kind: "reasoning-end" });
    add(syntax.stops, { kind: "stop" });
    add(syntax.strays ?? [], { kind: "stray" });
    add(syntax.startStrays ?? [], { kind: "start-stray" });
    for (const { marker, before, after } of syntax.frames ?? []) {
      if (before !== undefined) this.#before.set(marker, before);
      if (after !== undefined) this.#after.set(marker, after);
    }
    this.maxBefore = Math.max(0, ...this.#before.values());
  }

  role(marker: string): Role {
    return this.#roles.get(marker)!;
  }

  before(marker: string): number {
    return this.#before.get(marker) ?? 0;
  }

  after(marker: string): number {
    return this.#after.get(marker) ?? 0;
  }

  /** The markers that mean something in a region; `atStart` while it holds nothing but whitespace. */
  set(region: Region, atStart: boolean): MarkerSet | undefined {
    const key = atStart ? `${region} start` : region;
    if (this.#sets.has(key)) return this.#sets.get(key);
    const markers = [...this.#roles].filter(([, role]) => counts(role, region, atStart)).map(([marker]) => marker);
    const set = markers.length === 0 ? undefined : new MarkerSet(markers);
    this.#sets.set(key, set);
    return set;
  }
}

function counts(role: Role, region: Region, atStart: boolean): boolean {
  if (region === "done") return false;
  switch (role.kind) {
    case "stop":
    case "section-begin":
      return true;
    case "call": {
      const where = role.opening.where ?? "anywhere";
      if (where === "start") return atStart && region === "content";
      return where === "anywhere" || region === "section";
    }
    case "reasoning-begin":
      return atStart && (region === "reasoning" || region === "content");
    case "reasoning-end":
      return region === "reasoning" || (region === "content" && atStart);
    case "start-stray":
      return atStart && region === "content";
    case "section-end":
    case "stray":
      return region !== "reasoning";
  }
}

/**
 * Reads a message of reasoning, text and calls. A marker that begins calls also ends unclosed reasoning, so one fault never swallows what
 * follows.
 */
export class TextMachine implements ReaderMachine {
  readonly #markers: TextMarkers;
  #region: Region;
  /** True while the region holds nothing but whitespace, and no call was made. */
  #atStart = true;
  /** True where whitespace in the content may turn out to be structure: at the start, after reasoning, after a call. */
  #gap = true;
  #heldSpace = "";
  readonly #budget: RereadBudget = { characters: REREAD_CHARACTERS };
  /** Newlines that still belong to the last marker. */
  #skip = 0;
  #open: { readonly body: CallBody; readonly opening: CallOpening } | undefined;

  constructor(markers: TextMarkers, opened: "think" | "response" | "none") {
    this.#markers = markers;
    this.#region = opened === "think" && markers.syntax.reasoning !== undefined ? "reasoning" : "content";
  }

  step(window: ReaderWindow, out: ReaderOutput): boolean {
    if (this.#open !== undefined) return this.#readBody(this.#open, window, out);
    if (window.at === window.text.length) return false;
    if (this.#region === "done") {
      window.at = window.text.length;
      return false;
    }
    while (this.#skip > 0 && window.at < window.text.length) {
      if (window.text.charCodeAt(window.at) === NEWLINE) {
        this.#skip -= 1;
        window.at += 1;
      } else this.#skip = 0;
    }
    return this.#readText(window, out);
  }

  end(window: ReaderWindow, out: ReaderOutput): void {
    while (this.#open !== undefined) {
      const { body, opening } = this.#open;
      const outcome = body.end(window);
      if (outcome === "end") return;
      if (outcome !== "again") {
        this.#open = undefined;
        this.#text(spelled(opening) + outcome.text, out);
      }
      while (this.step(window, out));
    }
    this.#text(window.text.slice(window.at), out);
  }

  #readText(window: ReaderWindow, out: ReaderOutput): boolean {
    const { text, at: from } = window;
    const hit = this.#markers.set(this.#region, this.#atStart)?.search(text, from);
    const at = hit?.at ?? text.length;
    const marker = hit?.marker;
    const most = marker === undefined ? this.#markers.maxBefore : this.#markers.before(marker);
    let end = at;
    while (end > from && at - end < most && text.charCodeAt(end - 1) === NEWLINE) end -= 1;
    if (end > from) {
      window.at = end;
      this.#text(text.slice(from, end), out);
    }
    if (marker === undefined) return false;
    // Text in front of a marker that counts at the start alone has taken its meaning from it.
    if (!counts(this.#markers.role(marker), this.#region, this.#atStart)) return true;
    window.at = at + marker.length;
    this.#skip = this.#markers.after(marker);
    this.#onMarker(marker, window, out);
    return true;
  }

  #onMarker(marker: string, window: ReaderWindow, out: ReaderOutput): void {
    const role = this.#markers.role(marker);
    switch (role.kind) {
      case "reasoning-begin":
        // In the reasoning it is an echo of the prompt, and swallowed once.
        if (this.#region === "reasoning") this.#atStart = false;
        else this.#enter("reasoning", true);
        return;
      case "reasoning-end":
        this.#enter("content", true);
        return;
      case "section-begin":
        this.#enter("section", false);
        return;
      case "section-end":
        if (this.#region === "section") this.#enter(this.#markers.syntax.afterSection === "ignored" ? "after" : "content", false);
        return;
      case "stray":
        return;
      case "start-stray":
        this.#atStart = false;
        return;
      case "stop":
        this.#enter("done", false);
        return;
      case "call":
        this.#open = { body: role.opening.body({ out, inText: this.#region !== "section", budget: this.#budget }), opening: role.opening };
        window.at -= role.opening.keep ?? 0;
        this.#skip = 0;
        return;
    }
  }

  #enter(region: Region, atStart: boolean): void {
    this.#region = region;
    this.#atStart = atStart;
    this.#gap = true;
    this.#heldSpace = "";
  }

  #readBody(
    { body, opening }: { readonly body: CallBody; readonly opening: CallOpening },
    window: ReaderWindow,
    out: ReaderOutput,
  ): boolean {
    const outcome = body.step(window);
    if (outcome === "more") return false;
    if (outcome === "again") return true;
    this.#open = undefined;
    if (outcome === "end") {
      out.endCall(false);
      this.#enter(this.#region === "reasoning" ? "content" : this.#region, false);
    } else this.#text(spelled(opening) + outcome.text, out);
    return true;
  }

  #text(text: string, out: ReaderOutput): void {
    if (text === "") return;
    switch (this.#region) {
      case "reasoning":
        if (this.#atStart && text.trim() !== "") this.#atStart = false;
        out.reasoning(text);
        return;
      case "content": {
        const all = this.#heldSpace + text;
        if (this.#gap && all.length <= MAX_HELD_SPACE && all.trim() === "") {
          this.#heldSpace = all;
          return;
        }
        this.#heldSpace = "";
        this.#gap = false;
        this.#atStart = false;
        out.content(all);
        return;
      }
      case "section":
      case "after":
      case "done":
        return;
    }
  }
}
