import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import type { Extension } from "@codemirror/state";
import { keymap } from "@codemirror/view";

/** Undo and the usual keys of an editor. */
export function editingKeys(): Extension {
  return [history(), keymap.of([...defaultKeymap, ...historyKeymap])];
}
