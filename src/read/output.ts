import type { Json } from "../core/json.ts";
import type { CallIds } from "./call-ids.ts";
import type { EndReason, Problem, ReaderEvent } from "./events.ts";
import { TextBuffer } from "./text-buffer.ts";
import { withoutGuards } from "./token-input.ts";
import type { ToolChecks } from "./tool-checks.ts";

/** The call that is being read. */
interface OpenCall {
  readonly index: number;
  readonly name: string;
  readonly problems: Problem[];
  /** The arguments so far, where they are needed at the end. */
  kept: TextBuffer | undefined;
}

/** Where a family's machine writes what it read. Indices, ids, checks and the finish reason are made here, once for all families. */
export class ReaderOutput {
  readonly #checks: ToolChecks;
  readonly #callIds: CallIds;
  /** Most characters of one call's arguments that are kept for its check; longer calls end invalid. */
  readonly #maxArgumentLength: number;
  /** Texts may hold the guards of token input. */
  readonly #guarded: boolean;
  #events: ReaderEvent[] = [];
  #calls = 0;
  #goodCalls = 0;
  #open: OpenCall | undefined;

  constructor(checks: ToolChecks, callIds: CallIds, maxArgumentLength: number, guarded = false) {
    this.#checks = checks;
    this.#callIds = callIds;
    this.#maxArgumentLength = maxArgumentLength;
    this.#guarded = guarded;
  }

  #plain(text: string): string {
    return this.#guarded ? withoutGuards(text) : text;
  }

  get maxArgumentLength(): number {
    return this.#maxArgumentLength;
  }

  /** The events since the last time. */
  take(): ReaderEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  declares(name: string): boolean {
    return this.#checks.declares(this.#plain(name));
  }

  /** The schema of a tool's arguments, where it is known. */
  parameters(name: string): Json | undefined {
    return this.#checks.parameters(this.#plain(name));
  }

  /** True where the tool's schema takes this value for one of its arguments. */
  acceptsMember(name: string, key: string, value: Json): boolean {
    return this.#checks.acceptsMember(this.#plain(name), key, value);
  }

  reasoning(text: string): void {
    const plain = this.#plain(text);
    if (plain !== "") this.#events.push({ type: "reasoning", text: plain });
  }

  content(text: string): void {
    const plain = this.#plain(text);
    if (plain !== "") this.#events.push({ type: "content", text: plain });
  }

  /** Something outside a delivered call. */
  problem(code: string, message: string): void {
    this.#events.push({ type: "problem", problem: { code, message } });
  }

  startCall(spelled: string): void {
    const name = this.#plain(spelled);
    const index = this.#calls;
    this.#calls += 1;
    this.#open = { index, name, problems: [], kept: this.#checks.wantsArguments(name) ? new TextBuffer() : undefined };
    if (!this.#checks.declares(name)) this.callProblem("read-unknown-tool", `no tool is named ${JSON.stringify(name)}`);
    this.#events.push({ type: "call-start", index, id: this.#callIds({ index, name }), name });
  }

  callArguments(spelled: string): void {
    const text = this.#plain(spelled);
    const call = this.#open;
    if (call === undefined || text === "") return;
    this.#events.push({ type: "call-arguments", index: call.index, text });
    if (call.kept === undefined) return;
    call.kept.append(text);
    if (call.kept.length <= this.#maxArgumentLength) return;
    call.kept = undefined;
    this.argumentsTooLong();
  }

  argumentsTooLong(): void {
    this.callProblem("read-arguments-too-long", `the arguments are longer than ${this.#maxArgumentLength} characters and were not checked`);
  }

  /** Marks the open call invalid. */
  callProblem(code: string, message: string, path?: string): void {
    this.#open?.problems.push(path === undefined ? { code, message } : { code, message, path });
  }

  /** Ends the open call; its arguments are checked if they are whole. */
  endCall(complete: boolean): void {
    const call = this.#open;
    if (call === undefined) return;
    this.#open = undefined;
    const { index, name, problems, kept } = call;
    if (complete && problems.length === 0 && kept !== undefined) problems.push(...this.#checks.check(name, kept.toString()));
    if (!complete) problems.push({ code: "read-call-cut-off", message: "the call ended before its end marker" });
    const valid = complete ? problems.length === 0 : false;
    if (valid) this.#goodCalls += 1;
    this.#events.push({ type: "call-end", index, complete, valid, problems });
  }

  finish(reason: EndReason): void {
    this.endCall(false);
    const normal = this.#goodCalls > 0 ? "tool_calls" : "stop";
    this.#events.push({ type: "finish", reason: reason === "length" ? "length" : normal });
  }
}
