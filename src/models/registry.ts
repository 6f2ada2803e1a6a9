import { fail } from "../core/errors.ts";
import { apertus } from "./apertus.ts";
import { cohereJson } from "./cohere-json.ts";
import { cohereXml } from "./cohere-xml.ts";
import { deepseekV4, deepseekV32, deepseekV41 } from "./deepseek-dsml.ts";
import { deepseekR1, deepseekV3, deepseekV31 } from "./deepseek-json.ts";
import { ernie45 } from "./ernie45.ts";
import { exaone4 } from "./exaone4.ts";
import type { Family } from "./family.ts";
import { functionGemma } from "./functiongemma.ts";
import { gemma4 } from "./gemma4.ts";
import { glm45, glm47 } from "./glm.ts";
import { granite3, granite4 } from "./granite.ts";
import { harmony } from "./harmony/index.ts";
import { hunyuanA13b } from "./hunyuan-a13b.ts";
import { hy3, hy4 } from "./hy.ts";
import { internlm } from "./internlm.ts";
import { kimiK2 } from "./kimi-k2.ts";
import { kimiK3 } from "./kimi-k3/index.ts";
import { lfm2 } from "./lfm2.ts";
import { llama3Json } from "./llama3-json.ts";
import { llama4Pythonic } from "./llama4-pythonic.ts";
import { minimaxM1 } from "./minimax-m1.ts";
import { minimaxM2 } from "./minimax-m2.ts";
import { minimaxM3 } from "./minimax-m3.ts";
import { mistral, mistralV11 } from "./mistral.ts";
import { nemotronNanoV2 } from "./nemotron-nano-v2.ts";
import { olmo3 } from "./olmo3.ts";
import { phi4Mini } from "./phi4-mini.ts";
import { hermes, qwen3 } from "./qwen3.ts";
import { mimo, nemotron3, qwen3Coder, qwen35, seedOss, step35 } from "./qwen3-coder.ts";
import { step3 } from "./step3.ts";
import { xlam } from "./xlam.ts";

/** Every family, in the order of the documentation. */
export const FAMILIES: readonly Family[] = [
  kimiK3,
  kimiK2,
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
  granite4,
  granite3,
  ernie45,
  internlm,
  mistral,
  mistralV11,
  cohereJson,
  minimaxM1,
  // Parameters in tags
  qwen3Coder,
  qwen35,
  nemotron3,
  step35,
  step3,
  mimo,
  seedOss,
  glm45,
  glm47,
  hy3,
  hy4,
  minimaxM2,
  minimaxM3,
  deepseekV32,
  deepseekV4,
  deepseekV41,
  cohereXml,
  // Channels, Python calls, special markers
  harmony,
  gemma4,
  functionGemma,
  llama4Pythonic,
  olmo3,
  lfm2,
];

/**
 * The family of a model: by the family's id or another of its names, or by a model id that begins with one of them, with or without its owner, in any case
 * and with any separators (`moonshotai/Kimi-K3-Instruct`, `qwen3:8b`). The longest name wins.
 * @throws StructagError `model-unknown`, with the nearest names as a hint
 */
export function resolveFamily(model: string): Family {
  const name = typeof model === "string" ? plainName(model) : "";
  let found: Family | undefined;
  let longest = 0;
  for (const family of FAMILIES) {
    const length = Math.max(0, ...namesOf(family).map((known) => nameLength(name, known)), family.matches?.exec(name)?.[0].length ?? 0);
    if (length <= longest) continue;
    longest = length;
    found = family;
  }
  return found ?? fail("model-unknown", "/model", `no family is known for the model ${JSON.stringify(model)}`, suggestion(name));
}

function namesOf({ id, aliases }: Family): readonly string[] {
  return [id, ...aliases].map(plainName);
}

/** Lower case, without the owner, with one separator. */
function plainName(name: string): string {
  const lower = name.trim().toLowerCase();
  return lower.slice(lower.lastIndexOf("/") + 1).replace(/[-_.:\s]+/g, "-");
}

/** Length of a known name with which `name` begins as a whole word; 0 if it does not. */
function nameLength(name: string, known: string): number {
  return name === known || name.startsWith(`${known}-`) ? known.length : 0;
}

function suggestion(name: string): string {
  const near = FAMILIES.map((family) => ({
    id: family.id,
    distance: Math.min(...namesOf(family).map((known) => distance(known, name.slice(0, known.length + 4)) / known.length)),
  }))
    .filter(({ distance }) => name !== "" && distance <= 0.5)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ id }) => id);
  return near.length > 0 ? `did you mean ${near.join(" or ")}?` : `known families: ${FAMILIES.map((family) => family.id).join(", ")}`;
}

/** Edits between two names. */
function distance(a: string, b: string): number {
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
