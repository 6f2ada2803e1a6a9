import { writeJson } from "../core/json-write.ts";
import { tag } from "../format/builders.ts";
import { isCutOff } from "../read/marker-set.ts";
import { namedJsonBody } from "../read/named-json-body.ts";
import type { ReaderWindow } from "../read/reader.ts";
import type { BodyStep, CallBody, CallPlace } from "../read/text-machine.ts";
import { MISTRAL_ARGS, MISTRAL_CALL_ID, MISTRAL_CALLS, MISTRAL_STOP } from "../wire/marked-calls.ts";
import { toolArguments } from "./argument-schema.ts";
import type { CallDialect } from "./call-dialect.ts";
import { jsonCalls, SPACED } from "./json-calls.ts";
import { jsonObjectsBody } from "./json-objects-body.ts";
import { checkCallNames, nameProblem } from "./tool-names.ts";

const BREAKS = [MISTRAL_CALLS, MISTRAL_STOP];
const MARKERS = [MISTRAL_CALLS, MISTRAL_ARGS, MISTRAL_CALL_ID];

const list = jsonObjectsBody({ breaks: BREAKS });
const named = namedJsonBody({
  separators: [MISTRAL_ARGS],
  jsonBegins: ["{"],
  ends: [],
  breaks: BREAKS,
  header: (text) => ({ name: text.split(MISTRAL_CALL_ID)[0].trim() }),
});

/** Reads both forms: the first character behind the marker tells a list or an object from a name. */
class MistralBody implements CallBody {
  readonly #place: CallPlace;
  #body: CallBody | undefined;

  constructor(place: CallPlace) {
    this.#place = place;
  }

  step(window: ReaderWindow): BodyStep {
    if (this.#body === undefined) {
      while (window.at < window.text.length && window.text[window.at].trim() === "") window.at += 1;
      const { text, at } = window;
      // A bracket may also begin the next marker.
      if (at === text.length || MARKERS.some((marker) => isCutOff(text, at, marker))) return "more";
      const marked = MARKERS.some((marker) => text.startsWith(marker, at));
      this.#body = "[{".includes(text[at]) && !marked ? list(this.#place) : named(this.#place);
    }
    return this.#body.step(window);
  }

  end(window: ReaderWindow): "again" | "end" | { readonly text: string } {
    return this.#body?.end(window) ?? "end";
  }
}

const opening = { marker: MISTRAL_CALLS, body: (place: CallPlace) => new MistralBody(place) };

/** The dialect of Mistral's models up to v7: a JSON list behind the marker. */
export function mistralListCalls(): CallDialect {
  const calls = jsonCalls({ begin: MISTRAL_CALLS, pad: " ", listSeparator: ", ", stops: [MISTRAL_STOP] });
  return { ...calls, openings: [opening], strays: [MISTRAL_ARGS, MISTRAL_CALL_ID] };
}

function unwritableName(name: string): string | undefined {
  return nameProblem(name, [...BREAKS, MISTRAL_ARGS, MISTRAL_CALL_ID, "{", "["]);
}

/** The dialect of v11 and later: marker, name, marker, JSON, for each call. */
export function mistralNamedCalls(): CallDialect {
  return {
    argumentEncoding: "JSON after the name",
    layout: { kind: "blocks", trigger: MISTRAL_CALLS },
    tags: (tool, context) => [tag(MISTRAL_CALLS + tool.name + MISTRAL_ARGS, toolArguments(tool, context), "")],
    unwritableName,
    openings: [opening],
    strays: [MISTRAL_ARGS, MISTRAL_CALL_ID],
    write(calls) {
      checkCallNames(calls, unwritableName);
      return calls.map((call) => MISTRAL_CALLS + call.name + MISTRAL_ARGS + writeJson(call.arguments, SPACED)).join("");
    },
  };
}
