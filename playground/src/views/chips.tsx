import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { OutputToken } from "../engine/protocol.ts";
import { isLit, lit, pointed } from "../state/hot.ts";
import { position } from "../state/inputs.ts";
import { reading } from "../state/results.ts";
import { clearPointed } from "./tree-lines.tsx";

const MAX_CHIPS = 3000;

/** The output, token by token. The arrow keys step through it. */
export function Chips(): JSX.Element | null {
  const result = reading.value;
  const list = useRef<HTMLDivElement>(null);
  const at = position.value;
  useEffect(() => {
    if (document.activeElement === list.current) list.current?.querySelector(`#chip-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [at]);
  if (result === undefined) return null;
  const { tokens, refusedAt } = result;
  const { bytes } = lit.value;
  const go = (index: number): void => {
    position.value = Math.max(0, Math.min(refusedAt ?? tokens.length, index));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const moves: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tokens.length };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
    const token = tokens[position.value];
    if (token !== undefined) pointed.value = { on: "bytes", byteStart: token.byteStart, byteEnd: token.byteEnd };
  };
  return (
    <div
      class="chips"
      role="listbox"
      aria-label="Tokens of the output"
      aria-activedescendant={`chip-${at}`}
      tabIndex={0}
      ref={list}
      onKeyDown={onKeyDown}
      onBlur={clearPointed}
      onPointerMove={pointAtChip}
      onPointerLeave={clearPointed}
    >
      {tokens.slice(0, MAX_CHIPS).map((token, index) => (
        <Chip
          key={index}
          token={token}
          index={index}
          here={index === at}
          refused={refusedAt === index}
          beyond={refusedAt !== undefined && index > refusedAt}
          isLit={bytes.length > 0 && isLit(bytes, token.byteStart, token.byteEnd)}
          onChoose={go}
        />
      ))}
      <span
        id={`chip-${tokens.length}`}
        class={`chip-end${at === tokens.length ? " here" : ""}`}
        role="option"
        aria-selected={at === tokens.length}
        tabIndex={-1}
        onClick={() => go(tokens.length)}
        onKeyDown={() => {}}
      >
        {tokens.length > MAX_CHIPS ? `and ${(tokens.length - MAX_CHIPS).toLocaleString("en")} more tokens` : "end"}
      </span>
    </div>
  );
}

interface ChipProps {
  readonly token: OutputToken;
  readonly index: number;
  readonly here: boolean;
  readonly refused: boolean;
  readonly beyond: boolean;
  readonly isLit: boolean;
  readonly onChoose: (index: number) => void;
}

function Chip({ token, index, here, refused, beyond, isLit: lights, onChoose }: ChipProps): JSX.Element {
  const looks = ["chip", token.special ? "special" : `of-${token.kind}`];
  if (token.allowed === 1 && !refused) looks.push("forced");
  if (here) looks.push("here");
  if (refused) looks.push("refused");
  if (beyond) looks.push("beyond");
  if (lights) looks.push("lit");
  const allowed = token.allowed === undefined ? "" : ` · ${token.allowed.toLocaleString("en")} allowed here`;
  return (
    <span
      id={`chip-${index}`}
      class={looks.join(" ")}
      role="option"
      tabIndex={-1}
      aria-selected={here}
      data-chip={index}
      title={`token ${token.id}${allowed}${refused ? " · refused" : ""}`}
      onClick={() => onChoose(index)}
      onKeyDown={() => {}}
    >
      {visibleText(token.text)}
      {token.text.includes("\n") ? <br /> : null}
    </span>
  );
}

/** Whitespace as signs, so that tokens that look alike can be told apart. */
export function visibleText(text: string): string {
  return text.replaceAll(" ", "·").replaceAll("\n", "↵").replaceAll("\t", "⇥");
}

function pointAtChip({ target }: PointerEvent): void {
  const index = target instanceof Element ? target.closest("[data-chip]")?.getAttribute("data-chip") : undefined;
  const token = index === null || index === undefined ? undefined : reading.peek()?.tokens[Number(index)];
  if (token === undefined) return;
  const now = pointed.peek();
  if (now?.on !== "bytes" || now.byteStart !== token.byteStart || now.byteEnd !== token.byteEnd)
    pointed.value = { on: "bytes", byteStart: token.byteStart, byteEnd: token.byteEnd };
}
