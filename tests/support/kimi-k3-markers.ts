/** The markers as the source spells them, so that tests don't type them a second time. */
export * from "../../src/wire/kimi-k3.ts";
