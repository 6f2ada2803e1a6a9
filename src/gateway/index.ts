export type { Engine } from "./engine.ts";
export { type Gateway, startGateway } from "./gateway.ts";
export { GgufEngine } from "./gguf/gguf-engine.ts";
export type { GatewaySettings } from "./settings.ts";
export { stopSignal } from "./stop-signal.ts";
export { UPSTREAM_DEFAULTS } from "./upstream/http.ts";
export { UpstreamEngine } from "./upstream/upstream-engine.ts";
