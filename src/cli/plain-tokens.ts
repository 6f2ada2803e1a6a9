import type { SampleTokensOptions, Vocabulary } from "../engine.ts";

/** Chances to take a special token, or a quote, where it is allowed. */
const SPECIAL = 0.15;
const QUOTE = 0.12;
const TRIES = 200;

/** Chooses words where it can, and now and then what leads on from them, so that people can read a sample. */
export function plainTokens(vocabulary: Vocabulary): NonNullable<SampleTokensOptions["choose"]> {
  const specials = [...vocabulary.specialTokens.values()].filter((id) => !vocabulary.stopTokenIds.includes(id));
  const quote = vocabulary.trie.token[vocabulary.child(-1, 0x22)];
  return (mask, random) => {
    const markers = specials.filter((id) => mask.has(id));
    if (markers.length > 0 && random.fraction() < SPECIAL) return random.pick(markers);
    // Beside markers it is no end of a string.
    if (markers.length === 0 && quote !== undefined && quote >= 0 && mask.has(quote) && random.fraction() < QUOTE) return quote;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const id = random.below(vocabulary.size);
      if (mask.has(id) && /^ ?[a-z]{2,}$/.test(vocabulary.textOf(id))) return id;
    }
    const ids = mask.toArray();
    const visible = ids.filter((id) => /^[!-~]+$/.test(vocabulary.textOf(id)));
    return random.pick(visible.length > 0 ? [...visible] : [...ids]);
  };
}
