import { signal } from "@preact/signals";

export const PLACES = ["tools", "grammar", "output", "stepper", "events"] as const;

export type Place = (typeof PLACES)[number];

/** The pane that a narrow page shows. */
export const place = signal<Place>("grammar");
