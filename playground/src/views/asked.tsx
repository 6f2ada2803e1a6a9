import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Note, Requests } from "../engine/protocol.ts";
import { ask } from "../state/engine-client.ts";
import { builtInput } from "../state/results.ts";
import { Notes } from "./notes.tsx";

interface AskedProps<N extends "json" | "tree"> {
  readonly name: N;
  readonly children: (value: Requests[N]["output"]) => JSX.Element;
}

/** A view of the grammar that is made when it is looked at. */
export function Asked<N extends "json" | "tree">({ name, children }: AskedProps<N>): JSX.Element | null {
  const [value, setValue] = useState<Requests[N]["output"] | undefined>();
  const [notes, setNotes] = useState<readonly Note[]>([]);
  const input = builtInput.value;
  useEffect(() => {
    if (input === undefined) return;
    void ask(name, input).then((answer) => {
      if (answer === undefined) return;
      setNotes(answer.ok ? [] : answer.notes);
      if (answer.ok) setValue(() => answer.value);
    });
  }, [name, input]);
  if (notes.length > 0) return <Notes notes={notes} live />;
  return value === undefined ? null : children(value);
}
