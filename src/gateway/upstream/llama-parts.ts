import type { GenerationPart } from "../engine.ts";
import { GatewayFailure } from "../failure.ts";
import { eventData } from "./event-stream.ts";
import { errorText } from "./http.ts";

interface Piece {
  readonly content?: unknown;
  readonly stop?: unknown;
  readonly stop_type?: unknown;
  readonly truncated?: unknown;
  readonly tokens_evaluated?: unknown;
  readonly tokens_predicted?: unknown;
  readonly tokens_cached?: unknown;
  readonly error?: unknown;
}

/**
 * The event stream of llama-server's `/completion` as parts.
 * @throws GatewayFailure `gateway-upstream-cut`, `gateway-upstream-refused`, `gateway-upstream-answer`
 */
export async function* llamaParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<GenerationPart> {
  for await (const data of eventData(chunks)) {
    if (data === "[DONE]") break;
    let piece: Piece;
    try {
      piece = Object(JSON.parse(data));
    } catch {
      throw new GatewayFailure(502, "gateway-upstream-answer", "the upstream sent an event that is no JSON");
    }
    if (piece.error !== undefined) throw new GatewayFailure(502, "gateway-upstream-refused", `the upstream failed: ${errorText(data)}`);
    if (typeof piece.content === "string" && piece.content !== "") yield { type: "text", text: piece.content };
    if (piece.stop !== true) continue;
    const { tokens_evaluated: prompt, tokens_predicted: completion } = piece;
    const counted = typeof prompt === "number" && typeof completion === "number";
    yield {
      type: "end",
      reason: piece.stop_type === "limit" || piece.truncated === true ? "length" : "stop",
      ...(counted ? { usage: { promptTokens: prompt, completionTokens: completion } } : {}),
    };
    return;
  }
  throw new GatewayFailure(502, "gateway-upstream-cut", "the upstream ended its answer before the model did");
}
