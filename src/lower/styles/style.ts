import type { JsonTypeName } from "../../core/json.ts";

/** A way to write values of some JSON types in an element: what tells the way, and how the value is spelled behind it. */
export interface ValueForm {
  readonly types: readonly JsonTypeName[];
  /** Behind the key's end (or the start of an item) up to the value. */
  readonly begin: string;
  /** `text`: bare text; `json`: JSON text; `members` and `items`: elements inside. */
  readonly content: "text" | "json" | "members" | "items";
}

/** A syntax that writes arguments as elements of their own instead of as one JSON object. */
export interface Style {
  readonly keyBegin: string;
  readonly keyEnd: string;
  /** The key between them; undefined where it can't be written. */
  readonly spellKey: (key: string) => string | undefined;
  /** Bytes of the syntax that stand directly before a key, so that a bare key is found from its end. */
  readonly edges: string;
  /** Whether keys that are not declared can be written. */
  readonly freeKeys: boolean;
  /** Whether whitespace may stand between elements and around values that are no text. */
  readonly whitespace: boolean;
  /** Whether readers take one line break off each end of a text. */
  readonly framed: boolean;
  readonly forms: readonly ValueForm[];
  /** Texts that end a bare text wherever they occur, besides the element's end. */
  readonly terminators: readonly string[];
  /** The end of the element of a key; undefined: the key of an undeclared member. */
  readonly end: (key: string | undefined) => string;
  /** What the arguments as a whole and objects in values are enclosed in. */
  readonly object: {
    readonly rootOpen: string;
    readonly rootClose: string;
    readonly open: string;
    readonly close: string;
    readonly separator: string;
  };
  /** An object inside a value that has no members, where nothing at all would be no object. */
  readonly emptyObject: string;
  readonly array: {
    readonly open: string;
    readonly close: string;
    readonly separator: string;
    readonly itemBegin: string;
    readonly itemEnd: string;
    readonly empty: string;
  };
  /** Around bare texts. */
  readonly quote: string;
  /** How containers are written whose elements can't be: unknown keys, items that must differ. */
  readonly fallback: ValueForm | undefined;
}
