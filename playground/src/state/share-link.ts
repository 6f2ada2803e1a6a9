import { batch, effect } from "@preact/signals";
import type { Settings, VocabularyChoice } from "../engine/protocol.ts";
import { DEFAULT_SETTINGS, maxTokens, output, position, seed, settings, temperature, toolsText, vocabularyChoice } from "./inputs.ts";

/** The state of the page in its address: JSON, deflated, in letters that addresses keep. Nothing is stored anywhere else. */

interface Shared {
  readonly v: 1;
  readonly tools: string;
  /** Settings that are not the default. */
  readonly settings?: Partial<Settings>;
  readonly text: string;
  readonly ids?: readonly number[];
  readonly vocabulary?: VocabularyChoice;
  readonly position?: number;
  readonly noise?: readonly [seed: number, temperature: number, maxTokens: number];
}

/** Longest state that the address always shows; a larger one is put there only when somebody asks for a link. */
const LONGEST = 24_000;
/** Most characters that a link may unpack to. */
const LARGEST = 8 * 2 ** 20;
const PAUSE_MILLISECONDS = 400;

function shared(): Shared {
  const changed = Object.entries(settings.value).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(DEFAULT_SETTINGS[key as keyof Settings]),
  );
  const { text, ids } = output.value;
  return {
    v: 1,
    tools: toolsText.value,
    ...(changed.length === 0 ? {} : { settings: Object.fromEntries(changed) }),
    text,
    // Tokens mean something in their own vocabulary only, and a file that was opened is not part of the link.
    ...(ids === undefined || vocabularyChoice.value === "custom" ? {} : { ids }),
    ...(vocabularyChoice.value === "letters" ? { vocabulary: "letters" as const } : {}),
    ...(position.value === 0 ? {} : { position: position.value }),
    noise: [seed.value, temperature.value, maxTokens.value],
  };
}

async function packed(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpacked(text: string): Promise<string> {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
  const reader = new Blob([bytes])
    .stream()
    .pipeThrough(new DecompressionStream("deflate-raw"))
    .pipeThrough(new TextDecoderStream())
    .getReader();
  let whole = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return whole;
    whole += value;
    if (whole.length > LARGEST) throw new RangeError("the link holds too much");
  }
}

/** The address of this state, which the page then has. */
export async function shareLink(): Promise<string> {
  const hash = `#s=${await packed(JSON.stringify(shared()))}`;
  history.replaceState(null, "", hash);
  return location.href;
}

/** Takes the state from the address; what a link does not say, or says in a way that is not understood, stays. */
export async function restoreFromLink(): Promise<void> {
  const { hash } = location;
  if (!hash.startsWith("#s=")) return;
  try {
    const state = JSON.parse(await unpacked(hash.slice(3))) as Partial<Shared>;
    if (typeof state.tools !== "string" || typeof state.text !== "string") return;
    const { tools, text } = state;
    batch(() => {
      toolsText.value = tools;
      settings.value = knownSettings(state.settings);
      const ids = Array.isArray(state.ids) && state.ids.every((id) => Number.isInteger(id) && id >= 0) ? state.ids : undefined;
      output.value = ids === undefined ? { text } : { text, ids };
      vocabularyChoice.value = state.vocabulary === "letters" ? "letters" : "o200k";
      position.value = Number.isInteger(state.position) ? Number(state.position) : 0;
      const [seedValue = 1, heat = 0.7, most = 160] = Array.isArray(state.noise) ? state.noise.map(Number) : [];
      seed.value = seedValue;
      temperature.value = heat;
      maxTokens.value = most;
    });
  } catch {
    // A broken link opens the page as it is without one.
  }
}

function knownSettings(given: Partial<Settings> | undefined): Settings {
  const known = Object.entries(given ?? {}).filter(
    ([key, value]) => key in DEFAULT_SETTINGS && typeof value === typeof DEFAULT_SETTINGS[key as keyof Settings],
  );
  return { ...DEFAULT_SETTINGS, ...(Object.fromEntries(known) as Partial<Settings>) };
}

/** Keeps the address up to date. */
export function keepLink(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let first = true;
  effect(() => {
    const state = shared();
    clearTimeout(timer);
    if (first) {
      first = false;
      return;
    }
    timer = setTimeout(async () => {
      const hash = await packed(JSON.stringify(state));
      if (hash.length <= LONGEST) history.replaceState(null, "", `#s=${hash}`);
    }, PAUSE_MILLISECONDS);
  });
  addEventListener("hashchange", () => void restoreFromLink());
}
