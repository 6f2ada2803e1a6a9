import type { Family, PromptOpens } from "../models/family.ts";
import type { Prompt } from "./prompt.ts";

/**
 * The channel that a prompt leaves open for the model, read off its end; undefined where the family does not tell it by the prompt. Markers that somebody wrote into a message do not count.
 */
export function promptOpensOf(family: Family, { segments }: Prompt): PromptOpens | undefined {
  if (family.readPromptOpens === undefined) return undefined;
  const own = segments.map(({ text, special }) => (special ? text : withoutMarkers(text, family.markers)));
  return family.readPromptOpens(own.join(""));
}

function withoutMarkers(text: string, markers: readonly string[]): string {
  return markers.reduce((left, marker) => left.replaceAll(marker, " "), text);
}
