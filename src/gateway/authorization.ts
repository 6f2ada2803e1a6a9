import { createHash, timingSafeEqual } from "node:crypto";
import { GatewayFailure } from "./failure.ts";

/** Checks the keys of clients; without keys everyone may ask. */
export class Authorization {
  readonly #keys: readonly Buffer[];

  constructor(keys: readonly string[]) {
    this.#keys = keys.map(digest);
  }

  /**
   * What of the client's `authorization` goes on to the engine: nothing where it was a key of the gateway.
   * @throws GatewayFailure `gateway-unauthorized`
   */
  check(header: string | undefined): string | undefined {
    if (this.#keys.length === 0) return header;
    const given = digest(/^bearer +(\S+) *$/i.exec(header ?? "")?.[1] ?? "");
    // All keys are compared, so that the time says nothing.
    const found = this.#keys.map((key) => timingSafeEqual(key, given)).includes(true);
    if (found) return undefined;
    throw new GatewayFailure(401, "gateway-unauthorized", "the request has no valid key", {
      hint: "send it as `authorization: Bearer KEY`",
    });
  }
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
