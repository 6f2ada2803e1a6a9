import { wholeJsonCalls } from "../dialects/whole-json-calls.ts";
import { IM_END, LLAMA_STOPS } from "../wire/json-calls.ts";
import { defineFamily } from "./define-family.ts";

/** Salesforce xLAM: the output is a JSON list of calls, or text. Assumed, not read: that there is no marker around the list. */
const STOPS = [...LLAMA_STOPS, IM_END];

export const xlam = defineFamily({
  id: "xlam",
  title: "xLAM",
  matches: /^.*xlam/,
  calls: wholeJsonCalls({
    begin: "[",
    end: "]",
    separator: ", ",
    keys: { name: "name", arguments: "arguments" },
    prefixes: [],
    stops: STOPS,
  }),
  stops: STOPS,
  sources: ["model card of Salesforce/Llama-xLAM-2-8b-fc-r"],
});
