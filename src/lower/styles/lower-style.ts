import { type Diagnostic, fail } from "../../core/errors.ts";
import type { ExprArena } from "../../expr/arena.ts";
import type { Rule } from "../../expr/definitions.ts";
import { EMPTY, type ExprId, NEVER } from "../../expr/kinds.ts";
import type { JsonSchemaStyle } from "../../format/types.ts";
import type { NormalNode, NormalSchema, ObjectPiece, Piece, SchemaRef } from "../../schema/normal.ts";
import { jsonContext } from "../json/context.ts";
import type { Level } from "../json/level.ts";
import { memberWays } from "../json/member-plan.ts";
import { ObjectLowering, type ObjectSyntax, type OtherClass } from "../json/objects.ts";
import type { JsonWriting } from "../json/options.ts";
import { SchemaLowering } from "../json/schema-lowering.ts";
import { bareKeyEffects } from "../json/unique-effects.ts";
import { BareText } from "./bare-text.ts";
import { ElementItems } from "./element-items.ts";
import type { Style, ValueForm } from "./style.ts";
import { STYLES } from "./table.ts";

export interface StyleOptions {
  readonly style: Exclude<JsonSchemaStyle, "json">;
  /** How JSON text inside values is written; `excludes` holds for bare texts too. */
  readonly writing: JsonWriting;
  /** Spells a marker: as bytes, or with special tokens of the vocabulary in it. */
  readonly literal: (text: string) => ExprId;
  /** Takes what is left out because it can't be written. */
  readonly report?: (finding: Diagnostic) => void;
}

/**
 * The arguments that fit a schema, each written as an element of its own. Order, required keys, counts and dependencies hold as in JSON; bare texts hold length, pattern, format and enum
 * on the text itself and never contain what ends them; what an element says of its type agrees with the value.
 *
 * Differs from XGrammar: undeclared keys are never declared ones and never repeated, attributes agree with values, and bounded texts cannot contain the end of their element.
 * @throws StructagError `lower-style-unwritable`, `lower-json-…` and the codes of regular expressions
 */
export function lowerStyledArguments(arena: ExprArena, normal: NormalSchema, options: StyleOptions): ExprId {
  const schema = new SchemaLowering(jsonContext(arena).writer(options.writing), normal, options.report);
  const style = STYLES[options.style];
  for (const node of schema.nodes) refuseUnwritable(node, style, options.style);
  const e = new StyleLowering(schema, style, options).root(schema.root);
  if (!style.freeKeys && options.report !== undefined) reportClosed(schema, options.style, options.report);
  if (e !== NEVER) return e;
  return fail(
    "lower-style-unwritable",
    normal.nodes[normal.root].path,
    `no value of the schema can be written in the style ${options.style}`,
    "look for required keys and constants that contain markers of the style",
  );
}

/** Refuses what only shows where elements within elements are unfolded. */
function refuseUnwritable({ pieces, path, any }: NormalNode, style: Style, name: string): void {
  if (any || !style.forms.some(isNested)) return;
  for (const piece of pieces) {
    if (piece.type === "object") {
      const key = piece.required.find((required) => style.spellKey(required) === undefined);
      if (key !== undefined)
        fail("lower-style-unwritable", path, `the style ${name} cannot write the key ${JSON.stringify(key)}`, "rename it");
    }
    const needsJson =
      (piece.type === "array" && piece.unique !== "any") || (piece.type === "literals" && piece.values.some(isContainerValue));
    if (needsJson && style.fallback === undefined) {
      fail(
        "lower-style-unwritable",
        path,
        `the style ${name} cannot write constant containers or arrays whose items must differ`,
        "drop the keyword",
      );
    }
  }
}

/** Undeclared keys of the root have no spelling in a style that cannot repeat them where an element ends. */
function reportClosed({ nodes, root, level }: SchemaLowering, style: string, report: (finding: Diagnostic) => void): void {
  const { path, pieces } = nodes[root];
  const isOpen = pieces.some((piece) => piece.type === "object" && piece.keyClasses.some(({ value }) => level.exists(value)));
  if (!isOpen) return;
  const message = `the style ${style} cannot write keys that are not declared, so the arguments have declared keys only`;
  report({ kind: "unrepresentable", code: "lower-style-closed", path, message });
}

/** A place of an element: the node, and the end of the element around it. */
interface Place {
  readonly ref: SchemaRef;
  readonly key: string | undefined;
  readonly isItem: boolean;
}

/** Bytes that undeclared keys do without, so that no reader is in doubt where they end. */
const NO_KEY = "[\\s\"'&<>=/|:,{}\\[\\]\\\\\\u{0}-\\u{1f}]";

class StyleLowering implements Rule {
  readonly name = "elements";
  readonly #schema: SchemaLowering;
  readonly #arena: ExprArena;
  readonly #level: Level;
  readonly #style: Style;
  readonly #literal: (text: string) => ExprId;
  readonly #texts: BareText;
  /** Whitespace where the style has some. */
  readonly #space: ExprId;
  /** Nested containers are rules, so that recursion ends: their places by state. */
  readonly #places: Place[] = [];
  readonly #states = new Map<string, number>();
  readonly #values = new Map<string, ExprId>();

  constructor(schema: SchemaLowering, style: Style, { writing, literal }: StyleOptions) {
    const { level } = schema;
    this.#schema = schema;
    this.#arena = level.arena;
    this.#level = level;
    this.#style = style;
    this.#literal = literal;
    this.#space = style.whitespace ? level.layout.afterOpen : EMPTY;
    this.#texts = new BareText(level, writing.excludes ?? []);
  }

  /** The arguments as a whole: objects where the schema has any, else one value without an element. */
  root(ref: SchemaRef): ExprId {
    const objects = this.#level.pieces(ref).filter((piece) => piece.type === "object");
    if (objects.length === 0) {
      const text = this.#texts.lower(this.#level.pieces(ref), this.#terminators(undefined), this.#style.framed);
      const json = this.#level.typed(ref, ["number", "boolean", "null", "object", "array"]);
      return this.#arena.alt2(this.#quoted(text), this.#spaced(json));
    }
    const { rootOpen, rootClose } = this.#style.object;
    const { path } = this.#schema.nodes[ref];
    const [open, close] = [this.#literal(rootOpen), this.#literal(rootClose)];
    return this.#arena.alt(objects.map((piece) => this.#object(piece, path, open, close, EMPTY, rootClose !== "", "").expr()));
  }

  unfold(state: number): ExprId {
    const place = this.#places[state];
    return this.#arena.alt(this.#style.forms.filter(isNested).map((form) => this.#nested(form, place)));
  }

  /** A value behind its key (or the start of an item), with the end of its element and the whitespace behind that. */
  #value(place: Place): ExprId {
    const key = `${place.ref},${place.isItem},${place.key ?? ""},${place.key === undefined}`;
    let e = this.#values.get(key);
    if (e === undefined) this.#values.set(key, (e = this.#build(place, key)));
    return e;
  }

  #build(place: Place, key: string): ExprId {
    const parts = this.#style.forms.filter((form) => !isNested(form)).map((form) => this.#leaf(form, place));
    const isContainer = (piece: Piece): boolean =>
      piece.type === "array" || piece.type === "object" || (piece.type === "literals" && piece.values.some(isContainerValue));
    if (this.#style.forms.some(isNested) && this.#level.pieces(place.ref).some(isContainer)) {
      let state = this.#states.get(key);
      if (state === undefined) {
        state = this.#places.length;
        this.#states.set(key, state);
        this.#places.push(place);
      }
      parts.push(this.#arena.rule(this, state));
    }
    return this.#arena.alt(parts);
  }

  /** Whether some value of a node has a spelling: texts can lack one because of what ends them. */
  #isWritable(ref: SchemaRef): boolean {
    return this.#level.exists(ref) && this.#value({ ref, key: "", isItem: false }) !== NEVER;
  }

  #leaf({ types, begin, content }: ValueForm, place: Place): ExprId {
    const { ref } = place;
    const value =
      content === "text"
        ? this.#quoted(this.#texts.lower(this.#level.pieces(ref), this.#terminators(place), this.#style.framed))
        : this.#spaced(this.#level.typed(ref, types));
    if (value === NEVER) return NEVER;
    return this.#arena.seq(this.#begin(begin), value, this.#end(place));
  }

  /** Objects and arrays of a place, as elements where that is possible. */
  #nested({ begin, content }: ValueForm, place: Place): ExprId {
    const { object, array, emptyObject, fallback } = this.#style;
    const end = this.#end(place);
    const parts: ExprId[] = [];
    for (const piece of this.#level.pieces(place.ref)) {
      if (piece.type === "object" && content === "members") {
        const free = piece.keyClasses.some((keyClass) => this.#level.exists(keyClass.value));
        if (free && !this.#style.freeKeys) {
          parts.push(this.#asJson(place, piece, fallback));
          continue;
        }
        const open = this.#arena.seq2(this.#begin(begin), this.#literal(object.open));
        const close = this.#literal(object.close + this.#endText(place));
        parts.push(this.#object(piece, this.#schema.nodes[place.ref].path, open, close, this.#space, true, emptyObject).expr());
      } else if (piece.type === "array" && content === "items") {
        if (piece.unique !== "any") parts.push(this.#asJson(place, piece, fallback));
        else {
          const syntax = {
            arena: this.#arena,
            open: this.#arena.seq(this.#begin(begin), this.#literal(array.open), this.#space),
            separator: this.#literal(array.separator),
            close: this.#arena.seq2(this.#literal(array.close), end),
            closeEmpty: this.#arena.seq(this.#literal(array.empty), this.#literal(array.close), end),
            item: (ref: SchemaRef) => this.#arena.seq2(this.#literal(array.itemBegin), this.#value({ ref, key: undefined, isItem: true })),
            exists: (ref: SchemaRef) => this.#isWritable(ref),
          };
          parts.push(new ElementItems(syntax, piece).expr());
        }
      } else if (piece.type === "literals") {
        const type = content === "members" ? "object" : "array";
        if (this.#level.typed(place.ref, [type]) !== NEVER && piece.values.some(isContainerValue))
          parts.push(this.#asJson(place, piece, fallback));
      }
    }
    return this.#arena.alt(parts);
  }

  /** Containers of a piece as JSON text. */
  #asJson(place: Place, piece: Piece, fallback: ValueForm | undefined): ExprId {
    // Styles without a fallback were refused before.
    if (fallback === undefined) return NEVER;
    const types = piece.type === "literals" ? (["object", "array"] as const) : [piece.type as "object" | "array"];
    return this.#arena.seq(this.#begin(fallback.begin), this.#spaced(this.#level.typed(place.ref, types)), this.#end(place));
  }

  #object(
    piece: ObjectPiece,
    path: string,
    open: ExprId,
    close: ExprId,
    afterClose: ExprId,
    brackets: boolean,
    empty: string,
  ): ObjectLowering {
    const arena = this.#arena;
    const { keyBegin, keyEnd, edges, object, spellKey } = this.#style;
    const syntax: ObjectSyntax = {
      arena,
      anyOrder: this.#level.writer.anyOrder,
      open,
      afterOpen: this.#space,
      first: EMPTY,
      separator: this.#literal(object.separator),
      close,
      closeEmpty: arena.seq2(this.#literal(empty), close),
      afterClose,
      keyBegin: this.#literal(keyBegin),
      spell: (key) => {
        const spelled = spellKey(key);
        return spelled === undefined ? undefined : spelled + keyEnd;
      },
      others: this.#style.freeKeys ? this.#otherClasses(piece) : [],
      member: (ref, key) => this.#value({ ref, key, isItem: false }),
      unique: bareKeyEffects(edges, new TextEncoder().encode(keyEnd).length, brackets),
      exists: (ref) => this.#isWritable(ref),
    };
    return new ObjectLowering(syntax, piece, path);
  }

  #otherClasses(piece: ObjectPiece): OtherClass[] {
    const arena = this.#arena;
    const classes: OtherClass[] = [];
    for (const keyClass of piece.keyClasses) {
      const ways = memberWays(keyClass.counted, keyClass.value).filter((way) => this.#isWritable(way.value));
      const { matching, notMatching } = keyClass;
      const patterns = [...matching, ...notMatching.map((check) => ({ ...check, negated: !check.negated }))];
      const names = [piece.names, keyClass.names].flatMap((ref) => (ref === undefined ? [] : [this.#texts.keys(this.#level.pieces(ref))]));
      const free = { source: NO_KEY, negated: true, path: "" };
      const key = arena.and(
        this.#texts.key({ minLength: 1, patterns: [...patterns, free], formats: [], excluded: [...piece.properties.keys()] }),
        ...names,
      );
      if (ways.length > 0 && key !== NEVER) classes.push({ key: arena.seq2(arena.lexeme(key), arena.literal(this.#style.keyEnd)), ways });
    }
    return classes;
  }

  #begin(text: string): ExprId {
    // GLM's line break between key and value.
    return this.#style.whitespace && text.startsWith("<") ? this.#arena.seq2(this.#space, this.#literal(text)) : this.#literal(text);
  }

  #end(place: Place): ExprId {
    return this.#arena.seq2(this.#literal(this.#endText(place)), this.#space);
  }

  #endText({ key, isItem }: Place): string {
    return isItem ? this.#style.array.itemEnd : this.#style.end(key);
  }

  #terminators(place: Place | undefined): readonly string[] {
    const end = place === undefined ? this.#style.end("") : this.#endText(place);
    return end === "" ? this.#style.terminators : [end, ...this.#style.terminators];
  }

  #quoted(text: ExprId): ExprId {
    const quote = this.#literal(this.#style.quote);
    return this.#arena.seq(quote, text, quote);
  }

  #spaced(value: ExprId): ExprId {
    return this.#arena.seq(this.#space, value, this.#space);
  }
}

function isNested({ content }: ValueForm): boolean {
  return content === "members" || content === "items";
}

function isContainerValue(value: unknown): boolean {
  return Array.isArray(value) || value instanceof Map;
}
