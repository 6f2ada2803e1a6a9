import type { MatchedText, Register } from "../expr/definitions.ts";
import { type ExprId, FRONT_BUDGET, FRONT_EFFECT, FRONT_RULE, FRONT_TOKENS, NEVER } from "../expr/kinds.ts";
import type { Generation } from "./generation.ts";
import type { MatchedBytes } from "./matched-bytes.ts";

/** One alternative of a matcher: what may follow, and what its effects remember. */
export interface Config {
  readonly expr: ExprId;
  readonly register: Register;
}

/** Applies the effects at the front of `expr`: the alternatives that pass, without effects at their fronts. */
export function applyEffects(
  generation: Pick<Generation, "arena" | "front">,
  expr: ExprId,
  register: Register,
  text: MatchedText,
): readonly Config[] {
  if (expr === NEVER) return [];
  const { front } = generation;
  if ((front.flags(expr) & FRONT_EFFECT) === 0) return [{ expr, register }];
  const configs: Config[] = [];
  for (const path of front.paths(expr)) {
    let now: Register | undefined = register;
    for (const effect of path.effects) {
      now = effect.apply(now, text);
      if (now === undefined) break;
    }
    if (now !== undefined && path.rest !== NEVER) addConfig(generation, configs, { expr: path.rest, register: now });
  }
  return configs;
}

/** Adds a configuration; expressions with the same register become one alternation. */
function addConfig(generation: Pick<Generation, "arena">, configs: Config[], config: Config): void {
  const at = configs.findIndex((other) => other.register === config.register);
  if (at < 0) configs.push(config);
  else configs[at] = { expr: generation.arena.alt2(configs[at].expr, config.expr), register: config.register };
}

export function hasEffect(generation: Generation, expr: ExprId): boolean {
  return (generation.arena.store.flags[expr] & (FRONT_EFFECT | FRONT_RULE)) !== 0 && (generation.front.flags(expr) & FRONT_EFFECT) !== 0;
}

/** All configurations after one byte, which is pushed to `text`. */
export function stepConfigs(generation: Generation, configs: readonly Config[], byte: number, text: MatchedBytes): readonly Config[] {
  text.push(byte);
  if (configs.length === 1) {
    const [{ expr, register }] = configs;
    const next = generation.transitions.step(expr, byte);
    if (next === NEVER) return [];
    return hasEffect(generation, next) ? applyEffects(generation, next, register, text) : [{ expr: next, register }];
  }
  const result: Config[] = [];
  for (const { expr, register } of configs) {
    const next = generation.transitions.step(expr, byte);
    if (next === NEVER) continue;
    for (const config of applyEffects(generation, next, register, text)) addConfig(generation, result, config);
  }
  return result;
}

/** The union of two lists of configurations. */
export function uniteConfigs(generation: Generation, x: readonly Config[], y: readonly Config[]): readonly Config[] {
  if (x.length === 0) return y;
  if (y.length === 0) return x;
  const result = [...x];
  for (const config of y) addConfig(generation, result, config);
  return result;
}

/** All configurations after the special symbol `token`; its bytes are pushed to `text`. */
export function tokenEdge(generation: Generation, configs: readonly Config[], token: number, text: MatchedBytes): readonly Config[] {
  for (const byte of generation.vocabulary.bytesOf(token)) text.push(byte);
  let result: readonly Config[] = [];
  for (const { expr, register } of configs) {
    if ((generation.front.flags(expr) & FRONT_TOKENS) === 0) continue;
    const next = generation.arena.tokenDerivative(expr, token, generation.vocabulary.isText(token));
    result = uniteConfigs(generation, result, applyEffects(generation, next, register, text));
  }
  return result;
}

/** All configurations after one more token has started: budgets count it. */
function tickConfigs(generation: Generation, configs: readonly Config[]): readonly Config[] {
  const { front } = generation;
  if (configs.every(({ expr }) => (front.flags(expr) & FRONT_BUDGET) === 0)) return configs;
  const result: Config[] = [];
  for (const { expr, register } of configs) {
    const ticked = front.tick(expr);
    if (ticked !== NEVER) addConfig(generation, result, { expr: ticked, register });
  }
  return result;
}

/** All configurations after the vocabulary entry `token`, taken as text and as a symbol. `text` keeps the token's bytes where the result is not empty. */
export function tokenConfigs(generation: Generation, configs: readonly Config[], token: number, text: MatchedBytes): readonly Config[] {
  const { vocabulary } = generation;
  const before = text.length;
  const started = tickConfigs(generation, configs);
  let asText: readonly Config[] = [];
  if (vocabulary.isText(token)) {
    asText = started;
    for (const byte of vocabulary.bytesOf(token)) {
      asText = stepConfigs(generation, asText, byte, text);
      if (asText.length === 0) break;
    }
  }
  if (started.some(({ expr }) => (generation.front.flags(expr) & FRONT_TOKENS) !== 0)) {
    text.length = before;
    asText = uniteConfigs(generation, asText, tokenEdge(generation, started, token, text));
  }
  if (asText.length === 0) text.length = before;
  return asText;
}
