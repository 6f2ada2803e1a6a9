import { signal } from "@preact/signals";
import { ask } from "./engine-client.ts";
import { DEFAULT_SETTINGS } from "./inputs.ts";

/** Ids and titles of the model families. The library stays in the worker, so the page asks for them. */
export const families = signal<readonly (readonly [id: string, title: string])[]>([[DEFAULT_SETTINGS.family, "Kimi K3"]]);

export async function loadFamilies(): Promise<void> {
  const answer = await ask("families", undefined);
  if (answer?.ok === true) families.value = answer.value;
}

/** Engines for which the grammar can be written. */
export const targets = signal<readonly (readonly [id: string, title: string])[]>([]);

export async function loadTargets(): Promise<void> {
  if (targets.value.length > 0) return;
  const answer = await ask("targets", undefined);
  if (answer?.ok === true) targets.value = answer.value;
}
