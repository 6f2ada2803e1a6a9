import { Compartment, EditorState, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, drawSelection, EditorView, lineNumbers, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { lit, pointed } from "../state/hot.ts";
import { toolsText } from "../state/inputs.ts";
import { painted } from "./paint.ts";
import { type ToolRange, toolRanges } from "./tool-ranges.ts";

const setLit = StateEffect.define<{ from: number; to: number } | undefined>();
const litMark = Decoration.mark({ class: "cm-lit" });

const litField = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    let next = marks.map(transaction.changes);
    for (const effect of transaction.effects)
      if (effect.is(setLit))
        next = effect.value === undefined ? Decoration.none : Decoration.set(litMark.range(effect.value.from, effect.value.to));
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const looks = new Map<string, Decoration>();

/** Colours of the lines in sight. No JSON text runs over the end of a line, so each line can be looked at by itself. */
const colours = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = coloured(view);
    }
    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged) this.decorations = coloured(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

const LONGEST_COLOURED = 4000;

function coloured(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      let start = line.from;
      if (line.length <= LONGEST_COLOURED) {
        for (const { text, look } of painted(line.text, "json")) {
          if (look !== "plain") builder.add(start, start + text.length, decorationOf(look));
          start += text.length;
        }
      }
      at = line.to + 1;
    }
  }
  return builder.finish();
}

function decorationOf(look: string): Decoration {
  const known = looks.get(look) ?? Decoration.mark({ class: look });
  looks.set(look, known);
  return known;
}

/** The ranges of the text that was asked about last. */
let known: { readonly text: string; readonly ranges: readonly ToolRange[] } = { text: "", ranges: [] };

function rangesNow(): readonly ToolRange[] {
  const text = toolsText.peek();
  if (known.text !== text) known = { text, ranges: toolRanges(text) };
  return known.ranges;
}

function rangeOf(tool: string, key: string | undefined): { from: number; to: number } | undefined {
  const found = rangesNow().find((range) => range.tool === tool);
  const member = found?.keys.find((range) => range.key === key);
  return member ?? found;
}

/** The pane in which tools are written. Typing changes the text alone; all that follows from it happens in the worker. */
export function ToolsEditor(): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | undefined>();
  useEffect(() => {
    if (place.current === null) return;
    const editor = new EditorView({ parent: place.current, state: startState(toolsText.peek()) });
    view.current = editor;
    const stop = toolsText.subscribe((text) => {
      if (text !== written) editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
    });
    return () => {
      stop();
      editor.destroy();
    };
  }, []);
  const { tool, key } = lit.value;
  const own = pointed.value?.on === "tool";
  useEffect(() => {
    const editor = view.current;
    if (editor === undefined) return;
    const range = tool === undefined ? undefined : rangeOf(tool, key);
    const inside = range === undefined || range.to > editor.state.doc.length ? undefined : range;
    editor.dispatch({
      effects: [
        setLit.of(inside),
        ...(inside === undefined || own ? [] : [EditorView.scrollIntoView(inside.from, { y: "nearest", yMargin: 24 })]),
      ],
    });
  }, [tool, key, own]);
  return <div class="editor" ref={place} />;
}

const PAUSE_MILLISECONDS = 70;
const LONGEST_MILLISECONDS = 350;
let timer: ReturnType<typeof setTimeout> | undefined;
let since = 0;

/** Says what stands in the editor when typing pauses, or goes on for long: a key costs no more than its letter. */
function tellSoon(editor: EditorView): void {
  const now = performance.now();
  if (timer === undefined) since = now;
  clearTimeout(timer);
  timer = setTimeout(
    () => {
      timer = undefined;
      written = editor.state.doc.toString();
      toolsText.value = written;
    },
    Math.max(0, Math.min(PAUSE_MILLISECONDS, since + LONGEST_MILLISECONDS - now)),
  );
}

/** Undo and editing keys, which come when somebody begins to edit. */
const keys = new Compartment();

async function loadKeys(editor: EditorView): Promise<void> {
  const { editingKeys } = await import("./editing-keys.ts");
  const now = keys.get(editor.state);
  if (Array.isArray(now) && now.length === 0) editor.dispatch({ effects: keys.reconfigure(editingKeys()) });
}

/** What the editor has said last, so that it is not told its own text again. */
let written = "";

function startState(doc: string): EditorState {
  written = doc;
  return EditorState.create({
    doc,
    extensions: [
      lineNumbers(),
      keys.of([]),
      drawSelection(),
      EditorView.lineWrapping,
      colours,
      litField,
      EditorView.contentAttributes.of({ tabindex: "0", "aria-label": "Tools: JSON, a request, an MCP tools/list answer, or Zod schemas" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) tellSoon(update.view);
      }),
      EditorView.domEventHandlers({ mousemove: pointAtMouse, mouseleave: clearTool, focus: (_, editor) => void loadKeys(editor) }),
    ],
  });
}

function pointAtMouse({ clientX: x, clientY: y }: MouseEvent, editor: EditorView): void {
  const at = editor.posAtCoords({ x, y });
  const found = at === null ? undefined : rangesNow().find(({ from, to }) => from <= at && at <= to);
  if (at === null || found === undefined) {
    clearTool();
    return;
  }
  const key = found.keys.find(({ from, to }) => from <= at && at <= to)?.key;
  const now = pointed.peek();
  if (now?.on !== "tool" || now.tool !== found.tool || now.key !== key)
    pointed.value = { on: "tool", tool: found.tool, ...(key === undefined ? {} : { key }) };
}

function clearTool(): void {
  if (pointed.peek() !== undefined) pointed.value = undefined;
}
