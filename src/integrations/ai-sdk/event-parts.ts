import type { FinishReason, ReaderEvent } from "../../read/events.ts";
import type { AiSdkFinishReason, AiSdkPart } from "./host.ts";

const FINISH_REASONS: Readonly<Record<FinishReason, string>> = { stop: "stop", tool_calls: "tool-calls", length: "length" };

/** The finish reason of what was read; what the provider alone can know (a filter, an error) stands. */
export function finishReasonOf(read: FinishReason | undefined, given: unknown): AiSdkFinishReason {
  const { unified, raw } = (typeof given === "object" && given !== null ? given : {}) as Partial<AiSdkFinishReason>;
  if (unified === "content-filter" || unified === "error") return { unified, raw };
  return { unified: read === undefined ? (unified ?? "other") : FINISH_REASONS[read], raw };
}

/** Turns the events of a reader into stream parts: texts and reasoning are opened and closed, calls are announced, streamed and handed over whole. */
export class EventParts {
  #open: { readonly kind: "text" | "reasoning"; readonly id: string } | undefined;
  #blocks = 0;
  readonly #calls = new Map<number, { readonly id: string; readonly name: string; input: string }>();
  finishReason: FinishReason | undefined;

  parts(events: readonly ReaderEvent[]): AiSdkPart[] {
    const parts: AiSdkPart[] = [];
    for (const event of events) this.#add(event, parts);
    return parts;
  }

  /** Ends what is open. */
  close(): AiSdkPart[] {
    if (this.#open === undefined) return [];
    const { kind, id } = this.#open;
    this.#open = undefined;
    return [{ type: `${kind}-end`, id }];
  }

  #add(event: ReaderEvent, parts: AiSdkPart[]): void {
    switch (event.type) {
      case "reasoning":
      case "content": {
        const kind = event.type === "content" ? "text" : "reasoning";
        if (this.#open?.kind !== kind) {
          parts.push(...this.close());
          this.#open = { kind, id: `${kind}-${this.#blocks}` };
          this.#blocks += 1;
          parts.push({ type: `${kind}-start`, id: this.#open.id });
        }
        parts.push({ type: `${kind}-delta`, id: this.#open.id, delta: event.text });
        return;
      }
      case "call-start":
        parts.push(...this.close(), { type: "tool-input-start", id: event.id, toolName: event.name });
        this.#calls.set(event.index, { id: event.id, name: event.name, input: "" });
        return;
      case "call-arguments": {
        const call = this.#calls.get(event.index);
        if (call === undefined) return;
        call.input += event.text;
        parts.push({ type: "tool-input-delta", id: call.id, delta: event.text });
        return;
      }
      case "call-end": {
        const call = this.#calls.get(event.index);
        if (call === undefined) return;
        parts.push({ type: "tool-input-end", id: call.id });
        // A call that was cut off is no call; one that does not validate is for the SDK to report.
        if (event.complete) parts.push({ type: "tool-call", toolCallId: call.id, toolName: call.name, input: call.input });
        this.#calls.delete(event.index);
        return;
      }
      case "problem":
        return;
      case "finish":
        this.finishReason = event.reason;
        return;
      default:
        event satisfies never;
    }
  }
}

/** A result's content with its texts read. What is no text stays where it is. */
export function contentOf(parts: readonly AiSdkPart[]): AiSdkPart[] {
  const content: AiSdkPart[] = [];
  let text = "";
  for (const part of parts) {
    if (part.type === "tool-call") content.push(part);
    else if (part.type === "text-delta" || part.type === "reasoning-delta") text += String(part.delta);
    else if (part.type === "text-end" || part.type === "reasoning-end") {
      content.push({ type: part.type.slice(0, -"-end".length), text });
      text = "";
    }
  }
  return content;
}
