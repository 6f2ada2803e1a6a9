/** What the tag of a parameter says: its key, and whether its value is text, JSON, or what the schema says. */
export interface KeyedTag {
  readonly key: string;
  readonly as: "schema" | "text" | "json";
}

/** A call whose parameters are elements with a key and a text. */
export interface KeyedSpec {
  /** What ends the part that names the tool, and is consumed. Empty: a parameter, the end of a line or the call's end does. */
  readonly headEnds: readonly string[];
  /** The tool's name; `undefined` where there is none. */
  readonly readHead: (text: string) => string | undefined;
  readonly parameter: {
    readonly begin: string;
    /** Ends the key; consumed. */
    readonly keyEnd: string;
    /** Between key and value, where they are elements of their own; whitespace may stand in front of it, and it may be missing. */
    readonly valueBegin?: string;
    readonly ends: readonly string[];
    readonly readKey: (text: string) => KeyedTag | undefined;
  };
  /** End the call; consumed. */
  readonly ends: readonly string[];
  /** Break the call off; not consumed. */
  readonly breaks: readonly string[];
  /** What of the whitespace around a value belongs to its tags. `lines`: one line break on each side. */
  readonly frame: "none" | "lines" | "all";
  /** In text the call counts only if it names a declared tool and goes on with a parameter or its end. */
  readonly implicit?: boolean;
}
