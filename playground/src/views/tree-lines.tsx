import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { TreeLine } from "../engine/protocol.ts";
import { formatAt, lit, pointed } from "../state/hot.ts";
import { type Painted, painted } from "./paint.ts";

const ROW = 20;
const AROUND = 12;

interface Row {
  readonly line: TreeLine;
  readonly key: string;
  readonly folds: boolean;
  readonly folded: boolean;
}

/** Lines with levels, which fold. Only those in sight are in the document, so that a grammar of a thousand lines costs no more than one of fifty. */
export function TreeLines({
  lines,
  label,
  language,
}: {
  lines: readonly TreeLine[];
  label: string;
  language: "outline" | "json";
}): JSX.Element {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(400);
  const [active, setActive] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => visibleRows(lines, folded), [lines, folded]);
  const width = useMemo(() => rows.reduce((most, { line }) => Math.max(most, line.depth * 2 + line.text.length), 0), [rows]);
  const first = Math.max(0, Math.floor(top / ROW) - AROUND);
  const last = Math.min(rows.length, Math.ceil((top + height) / ROW) + AROUND);
  const { paths } = lit.value;
  const fromElsewhere = pointed.value?.on !== "path";

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  // What another pane points at comes into sight.
  useEffect(() => {
    const element = scroller.current;
    if (element === null || !fromElsewhere || paths.size === 0) return;
    const index = rows.findIndex(({ line }) => lineHas(line, paths));
    if (index >= 0 && (index * ROW < element.scrollTop || (index + 1) * ROW > element.scrollTop + element.clientHeight))
      element.scrollTop = Math.max(0, index * ROW - element.clientHeight / 3);
  }, [paths, fromElsewhere, rows]);

  const fold = (row: Row | undefined, folds: boolean): void => {
    if (row === undefined || !row.folds) return;
    const keys = new Set(folded);
    if (folds) keys.add(row.key);
    else keys.delete(row.key);
    setFolded(keys);
  };
  const go = (index: number): void => {
    const at = Math.max(0, Math.min(rows.length - 1, index));
    setActive(at);
    const path = rows[at]?.line.path;
    if (path !== undefined) pointed.value = { on: "path", path: formatAt(path) };
    const element = scroller.current;
    if (element === null) return;
    if (at * ROW < element.scrollTop) element.scrollTop = at * ROW;
    else if ((at + 1) * ROW > element.scrollTop + element.clientHeight) element.scrollTop = (at + 1) * ROW - element.clientHeight;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const moves: Record<string, () => void> = {
      ArrowDown: () => go(active + 1),
      ArrowUp: () => go(active - 1),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      ArrowLeft: () => fold(rows[active], true),
      ArrowRight: () => fold(rows[active], false),
    };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    move();
  };
  return (
    <div
      class="tree"
      role="tree"
      aria-label={label}
      aria-activedescendant={rows.length === 0 ? undefined : `${language}-${active}`}
      tabIndex={0}
      ref={scroller}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
      onFocus={() => go(active)}
      onBlur={clearPointed}
      onPointerMove={pointAtTarget}
      onPointerLeave={clearPointed}
    >
      <div class="tree-space" style={{ height: `${rows.length * ROW}px`, minWidth: `${width + 6}ch` }}>
        {rows.slice(first, last).map((row, offset) => {
          const index = first + offset;
          return (
            <div
              key={row.key}
              id={`${language}-${index}`}
              class={`line${lineHas(row.line, paths) ? " lit" : ""}${index === active ? " active" : ""}`}
              role="treeitem"
              tabIndex={-1}
              aria-level={row.line.depth + 1}
              aria-posinset={index + 1}
              aria-setsize={rows.length}
              aria-selected={index === active}
              {...(row.folds ? { "aria-expanded": !row.folded } : {})}
              style={{ transform: `translateY(${index * ROW}px)`, paddingLeft: `calc(${row.line.depth * 2}ch + 1.6em)` }}
              data-path={row.line.path}
              onClick={() => {
                setActive(index);
                fold(row, !row.folded);
              }}
              onKeyDown={() => {}}
            >
              {row.folds ? (
                <span
                  class={`twist${row.folded ? " shut" : ""}`}
                  style={{ left: `calc(${row.line.depth * 2}ch + 0.35em)` }}
                  aria-hidden="true"
                />
              ) : null}
              <LineText line={row.line} language={language} paths={paths} />
              {row.folded ? <span class="more"> …</span> : null}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function lineHas(line: TreeLine, paths: ReadonlySet<string>): boolean {
  return paths.size > 0 && (paths.has(line.path) || line.spans?.some(({ path }) => paths.has(path)) === true);
}

function visibleRows(lines: readonly TreeLine[], folded: ReadonlySet<string>): Row[] {
  const rows: Row[] = [];
  let hiddenBelow = Number.POSITIVE_INFINITY;
  for (const [index, line] of lines.entries()) {
    if (line.depth > hiddenBelow) continue;
    hiddenBelow = Number.POSITIVE_INFINITY;
    const folds = (lines[index + 1]?.depth ?? 0) > line.depth;
    const key = `${line.path} ${line.text.startsWith("]") || line.text.startsWith("}") ? "end" : line.text.length > 0 && folds ? "" : index}`;
    const isFolded = folds && folded.has(key);
    if (isFolded) hiddenBelow = line.depth;
    rows.push({ line, key, folds, folded: isFolded });
  }
  return rows;
}

function LineText({ line, language, paths }: { line: TreeLine; language: "outline" | "json"; paths: ReadonlySet<string> }): JSX.Element {
  return (
    <>
      {segments(line).map(({ text, path, start }) => (
        <span key={start} data-path={path} class={path !== line.path && paths.has(path) ? "lit-part" : undefined}>
          {painted(text, language).map(({ text: part, look }: Painted, index) => (
            <span key={index} class={look}>
              {part}
            </span>
          ))}
        </span>
      ))}
    </>
  );
}

/** The line cut where formats begin and end, each piece with its innermost format. */
function segments({ text, path, spans }: TreeLine): { readonly text: string; readonly path: string; readonly start: number }[] {
  if (spans === undefined || spans.length < 2) return [{ text, path, start: 0 }];
  const cuts = [...new Set([0, text.length, ...spans.flatMap(({ start, end }) => [start, end])])].sort((x, y) => x - y);
  return cuts.slice(0, -1).map((start, index) => {
    const inner = spans.findLast((span) => span.start <= start && span.end >= cuts[index + 1]);
    return { text: text.slice(start, cuts[index + 1]), path: inner?.path ?? path, start };
  });
}

export function pointAtTarget({ target }: PointerEvent): void {
  const path = target instanceof Element ? target.closest("[data-path]")?.getAttribute("data-path") : undefined;
  if (path === null || path === undefined) return;
  const format = formatAt(path);
  const now = pointed.peek();
  if (now?.on !== "path" || now.path !== format) pointed.value = { on: "path", path: format };
}

export function clearPointed(): void {
  pointed.value = undefined;
}
