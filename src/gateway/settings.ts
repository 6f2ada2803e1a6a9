import type { Family, PromptOpens, ReasoningMode } from "../index.ts";

/** Everything that `structag serve` can be told; the defaults stand in {@link DEFAULTS}. Times are milliseconds, sizes bytes. */
export interface GatewaySettings {
  readonly host: string;
  readonly port: number;
  /** The family of the model behind the gateway. Absent: by the `model` of each request. */
  readonly family?: string | Family;
  /** Keys that clients must send one of. None: no key is asked for. */
  readonly apiKeys: readonly string[];
  /** Whether models reason where the request does not say. */
  readonly reasoning?: ReasoningMode;
  readonly promptOpens?: PromptOpens;
  /** `final_output_only` for upstreams that switch grammars on behind the reasoning. */
  readonly coverage?: "from_token_zero" | "final_output_only";
  readonly strictLevel?: string;
  readonly anyOrder: boolean;
  /** Whether what the engine can't hold may be left out; it is reported in `x-structag-loosened`. Else such a request is refused. */
  readonly loosen: boolean;
  /** Whether each grammar is compiled here before it is sent on, so that a schema that is hostile or can't be held is refused here. */
  readonly check: boolean;
  readonly logLevel: "silent" | "error" | "warn" | "info" | "debug";
  readonly maxBodyBytes: number;
  /** Of tools and answer formats together, as JSON. */
  readonly maxSchemaBytes: number;
  readonly maxTools: number;
  readonly maxHeaderBytes: number;
  readonly maxOutputCharacters: number;
  readonly maxConnections: number;
  readonly headersTimeout: number;
  /** For the whole request to arrive. */
  readonly requestTimeout: number;
  /** For a client that takes nothing of its answer. */
  readonly clientTimeout: number;
  /** For a whole answer. */
  readonly generationTimeout: number;
  /** Between two signs of life in a stream. */
  readonly keepAlive: number;
  /** Generations at a time where the engine has no limit of its own. */
  readonly slots: number;
  readonly queue: number;
  readonly queueTimeout: number;
  /** For open answers when the gateway is told to stop. */
  readonly closeTimeout: number;
  readonly cacheEntries: number;
  readonly cacheBytes: number;
}

export const DEFAULTS: GatewaySettings = {
  host: "127.0.0.1",
  port: 8787,
  apiKeys: [],
  anyOrder: false,
  loosen: false,
  check: true,
  logLevel: "info",
  maxBodyBytes: 16 * 1024 * 1024,
  maxSchemaBytes: 512 * 1024,
  maxTools: 512,
  maxHeaderBytes: 16 * 1024,
  maxOutputCharacters: 16 * 1024 * 1024,
  maxConnections: 4096,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  clientTimeout: 60_000,
  generationTimeout: 3_600_000,
  keepAlive: 10_000,
  slots: 1024,
  queue: 1024,
  queueTimeout: 60_000,
  closeTimeout: 30_000,
  cacheEntries: 512,
  cacheBytes: 64 * 1024 * 1024,
};
