import { fail } from "../core/errors.ts";
import { apertus } from "./apertus.ts";
import { deepseekR1, deepseekV3, deepseekV31 } from "./deepseek-json.ts";
import { exaone4 } from "./exaone4.ts";
import type { Family } from "./family.ts";
import { hunyuanA13b } from "./hunyuan-a13b.ts";
import { kimiK3 } from "./kimi-k3/index.ts";
import { llama3Json } from "./llama3-json.ts";
import { nemotronNanoV2 } from "./nemotron-nano-v2.ts";
import { phi4Mini } from "./phi4-mini.ts";
import { hermes, qwen3 } from "./qwen3.ts";
import { xlam } from "./xlam.ts";

/** Every family, in the order of the documentation. */
export const FAMILIES: readonly Family[] = [
  kimiK3,
  // JSON calls
  qwen3,
  hermes,
  exaone4,
  deepseekR1,
  deepseekV3,
  deepseekV31,
  llama3Json,
  xlam,
  hunyuanA13b,
  phi4Mini,
  nemotronNanoV2,
  apertus,
  // Parameters in tags
  // Channels, Python calls, special markers
];

/**
 * The family of a model: by the family's id, by an alias, or by a model id, with or without its owner and in any case
 * (`moonshotai/Kimi-K3-Instruct`).
 * @throws StructagError `model-unknown`, with the nearest names as a hint
 */
export function resolveFamily(model: string): Family {
  const name = typeof model === "string" ? model.trim().toLowerCase() : "";
  const bare = name.slice(name.lastIndexOf("/") + 1);
  const exact = FAMILIES.find(
    (family) => family.id === name || family.aliases.includes(name) || family.id === bare || family.aliases.includes(bare),
  );
  const found = exact ?? FAMILIES.find((family) => bare !== "" && family.matches?.test(bare) === true);
  return found ?? fail("model-unknown", "/model", `no family is known for the model ${JSON.stringify(model)}`, suggestion(bare));
}

function suggestion(name: string): string {
  const ids = FAMILIES.map((family) => family.id);
  const near = ids.filter(
    (id) => distance(id, name) <= Math.max(2, Math.floor(id.length / 3)) || (name !== "" && id.startsWith(name.slice(0, 4))),
  );
  return near.length > 0 ? `did you mean ${near.slice(0, 3).join(" or ")}?` : `known families: ${ids.join(", ")}`;
}

/** Edits between two names; long names are compared by their beginning. */
function distance(a: string, text: string): number {
  const b = text.slice(0, 64);
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length];
}
