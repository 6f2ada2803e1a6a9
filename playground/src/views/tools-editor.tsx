import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { lit, pointed } from "../state/hot.ts";
import { toolsText } from "../state/inputs.ts";
import { placeAt, rangeOf } from "./tool-ranges.ts";

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

const colors = HighlightStyle.define([
  { tag: tags.propertyName, class: "key" },
  { tag: tags.string, class: "string" },
  { tag: tags.number, class: "number" },
  { tag: [tags.bool, tags.null], class: "word" },
]);

/** The pane in which tools are written. Typing changes the text alone; all that follows from it happens in the worker. */
export function ToolsEditor(): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | undefined>();
  useEffect(() => {
    if (place.current === null) return;
    const editor = new EditorView({ parent: place.current, state: startState(toolsText.peek()) });
    view.current = editor;
    const stop = toolsText.subscribe((text) => {
      if (text !== editor.state.doc.toString()) editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
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
    const range = tool === undefined ? undefined : rangeOf(editor.state, tool, key);
    editor.dispatch({
      effects: [
        setLit.of(range),
        ...(range === undefined || own ? [] : [EditorView.scrollIntoView(range.from, { y: "nearest", yMargin: 24 })]),
      ],
    });
  }, [tool, key, own]);
  return <div class="editor" ref={place} />;
}

function startState(doc: string): EditorState {
  return EditorState.create({
    doc,
    extensions: [
      lineNumbers(),
      history(),
      drawSelection(),
      EditorView.lineWrapping,
      bracketMatching(),
      json(),
      syntaxHighlighting(colors),
      litField,
      keymap.of([...defaultKeymap, ...historyKeymap]),
      EditorView.contentAttributes.of({ tabindex: "0", "aria-label": "Tools: JSON, a request, an MCP tools/list answer, or Zod schemas" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) toolsText.value = update.state.doc.toString();
      }),
      EditorView.domEventHandlers({
        mousemove: (event, editor) => {
          const at = editor.posAtCoords({ x: event.clientX, y: event.clientY });
          const found = at === null ? undefined : placeAt(editor.state, at);
          const now = pointed.peek();
          if (found === undefined) {
            if (now !== undefined) pointed.value = undefined;
          } else if (now?.on !== "tool" || now.tool !== found.tool || now.key !== found.key) pointed.value = { on: "tool", ...found };
        },
        mouseleave: () => {
          pointed.value = undefined;
        },
      }),
    ],
  });
}
