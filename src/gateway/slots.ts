import { GatewayFailure } from "./failure.ts";

interface Waiter {
  readonly start: () => void;
}

export interface SlotLimits {
  /** Generations at a time. */
  readonly slots: number;
  /** Requests that may wait for a slot. */
  readonly queue: number;
  /** Longest wait, in milliseconds. */
  readonly queueTimeout: number;
}

/** Slots for generations, and the queue before them: first come, first served. */
export class Slots {
  readonly #limits: SlotLimits;
  readonly #waiting = new Set<Waiter>();
  #taken = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  get taken(): number {
    return this.#taken;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Waits for a slot; the function that comes back frees it, once.
   * @throws GatewayFailure `gateway-queue-full`, `gateway-queue-timeout`; the signal's reason
   */
  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#taken < this.#limits.slots) this.#taken += 1;
    else await this.#wait(signal);
    let freed = false;
    return () => {
      if (freed) return;
      freed = true;
      const [next] = this.#waiting;
      if (next === undefined) this.#taken -= 1;
      else {
        this.#waiting.delete(next);
        next.start();
      }
    };
  }

  #wait(signal: AbortSignal): Promise<void> {
    if (this.#waiting.size >= this.#limits.queue) {
      throw new GatewayFailure(429, "gateway-queue-full", "too many requests are waiting", { hint: "try again later" });
    }
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(waiter);
        clearTimeout(timer);
        signal.removeEventListener("abort", aborted);
      };
      const aborted = (): void => {
        leave();
        reject(signal.reason);
      };
      const waiter: Waiter = {
        start: () => {
          leave();
          resolve();
        },
      };
      const timer = setTimeout(() => {
        leave();
        reject(new GatewayFailure(503, "gateway-queue-timeout", "no slot became free in time", { hint: "try again later" }));
      }, this.#limits.queueTimeout);
      signal.addEventListener("abort", aborted, { once: true });
      this.#waiting.add(waiter);
    });
  }
}
