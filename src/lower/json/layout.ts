import { StructagError } from "../../core/errors.ts";
import type { ExprArena } from "../../expr/arena.ts";
import { byteSet } from "../../expr/byte-set.ts";
import { EMPTY, type ExprId } from "../../expr/kinds.ts";
import { DEFAULT_MAX_WHITESPACE, type FixedLayout, type FlexibleLayout, type JsonLayout } from "./options.ts";

/**
 * What stands between the tokens of a container at one depth: `{` afterOpen ( `}` | first member (separator afterSeparator member)* last `}` ), where a member ends with afterValue.
 */
export interface Layout {
  readonly afterOpen: ExprId;
  readonly first: ExprId;
  readonly colon: ExprId;
  readonly afterValue: ExprId;
  /** Ends with a byte that is always the same, so that an effect may follow. */
  readonly separator: ExprId;
  readonly separatorBytes: number;
  readonly afterSeparator: ExprId;
  readonly last: ExprId;
  /** The layout of containers inside, the same object where depth does not matter. */
  readonly deeper: Layout;
  /** Text of a constant in this place: line breaks and separators of the layout. */
  readonly constant: ConstantLayout;
}

export interface ConstantLayout {
  readonly indent: number;
  readonly itemSeparator: string;
  readonly keySeparator: string;
  readonly depth: number;
}

/** @throws StructagError `lower-json-layout` */
export function rootLayout(arena: ExprArena, layout: JsonLayout): Layout {
  return layout.type === "flexible" ? flexible(arena, layout) : new Fixed(arena, layout, 0);
}

function flexible(arena: ExprArena, options: FlexibleLayout): Layout {
  const most = options.maxWhitespaceCount ?? DEFAULT_MAX_WHITESPACE;
  if (!Number.isInteger(most) || most < 0) throw wrong(`maxWhitespaceCount ${most} is no count`, "give a whole number, 0 or more");
  const characters = options.carriageReturn === false ? byteSet(0x20, 0x0a, 0x09) : byteSet(0x20, 0x0a, 0x09, 0x0d);
  const space = arena.lexeme(arena.repeat(arena.bytes(characters), 0, most));
  const layout = {
    afterOpen: space,
    first: EMPTY,
    colon: arena.seq(space, arena.literal(":"), space),
    afterValue: space,
    separator: arena.literal(","),
    separatorBytes: 1,
    afterSeparator: space,
    last: EMPTY,
    constant: { indent: 0, itemSeparator: ",", keySeparator: ":", depth: 0 },
  };
  return Object.assign(layout, { deeper: layout as Layout });
}

class Fixed implements Layout {
  readonly afterOpen = EMPTY;
  readonly first: ExprId;
  readonly colon: ExprId;
  readonly afterValue = EMPTY;
  readonly separator: ExprId;
  readonly separatorBytes: number;
  readonly afterSeparator = EMPTY;
  readonly last: ExprId;
  readonly constant: ConstantLayout;
  readonly #arena: ExprArena;
  readonly #options: FixedLayout;
  #deeper: Layout | undefined;

  constructor(arena: ExprArena, options: FixedLayout, depth: number) {
    this.#arena = arena;
    this.#options = options;
    const indent = options.indent ?? 0;
    if (!Number.isInteger(indent) || indent < 0) throw wrong(`indent ${indent} is no count`, "give a whole number, 0 or more");
    const itemSeparator = options.itemSeparator ?? ",";
    const keySeparator = options.keySeparator ?? (indent > 0 ? ": " : ":");
    if (!/^[ \t\n\r]*,[ \t\n\r]*$/.test(itemSeparator))
      throw wrong("itemSeparator is not a comma with whitespace", 'write `","` or `", "`');
    if (!/^[ \t\n\r]*:[ \t\n\r]*$/.test(keySeparator)) throw wrong("keySeparator is not a colon with whitespace", 'write `":"` or `": "`');
    const line = (level: number): string => (indent === 0 ? "" : `\n${" ".repeat(indent * level)}`);
    const separator = indent === 0 ? itemSeparator : itemSeparator.trimEnd() + line(depth + 1);
    this.first = arena.literal(line(depth + 1));
    this.colon = arena.literal(keySeparator);
    this.separator = arena.literal(separator);
    this.separatorBytes = separator.length;
    this.last = arena.literal(line(depth));
    this.constant = { indent, itemSeparator, keySeparator, depth };
  }

  get deeper(): Layout {
    if (this.#options.indent === undefined || this.#options.indent === 0) return this;
    this.#deeper ??= new Fixed(this.#arena, this.#options, this.constant.depth + 1);
    return this.#deeper;
  }
}

function wrong(message: string, hint: string): StructagError {
  return new StructagError({ code: "lower-json-layout", path: "", message, hint });
}
