import { Writable } from "node:stream";
import type { Engine, GatewaySettings } from "../../gateway/index.ts";
import { STRICT_LEVELS } from "../../index.ts";
import type { Command, OptionSpec, OptionValues } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { readFamily } from "../model-family.ts";
import { badValue, countOption, reasoningMode, switchOption, textOption } from "../option-values.ts";
import { PROMPT_OPENS_OPTION, REASONING_OPTION } from "../request-options.ts";
import { withConfigFile } from "../serve-config.ts";
import type { Terminal } from "../terminal.ts";

const ENGINES = ["vllm", "sglang", "tensorrt-llm", "llama-server", "openai"] as const;
const LEVELS = ["silent", "error", "warn", "info", "debug"] as const;
const COVERAGES = ["final-output-only", "from-token-zero"] as const;

const OPTIONS: readonly OptionSpec[] = [
  {
    name: "gguf",
    value: "FILE",
    description: "a GGUF model to run in this process instead of a server; needs node-llama-cpp and @huggingface/jinja",
  },
  { name: "context-size", value: "N", description: "with --gguf: tokens of context for all slots (default: what the model was made for)" },
  { name: "threads", value: "N", description: "with --gguf: processor threads (default: as node-llama-cpp chooses)" },
  { name: "gpu", negatable: true, description: "with --gguf: use graphics processors (default: yes)" },
  { name: "upstream", short: "u", value: "URL", description: "the inference server, such as http://localhost:8000" },
  { name: "engine", short: "e", value: "KIND", choices: ENGINES, description: "what kind of server that is (default: vllm)" },
  { name: "upstream-key", value: "KEY", description: "key for the server (default: the client's own is passed on)" },
  {
    name: "model",
    short: "m",
    value: "FAMILY",
    description: "model family, model id or JSON file of a family (default: by the model of each request)",
  },
  { name: "host", value: "HOST", description: "address to listen on (default: 127.0.0.1)" },
  { name: "port", short: "p", value: "N", description: "port to listen on (default: 8787)" },
  { name: "api-key", value: "KEYS", description: "keys that clients must send one of, with commas between (default: none is asked for)" },
  REASONING_OPTION,
  PROMPT_OPENS_OPTION,
  { name: "coverage", value: "WHICH", choices: COVERAGES, description: "final-output-only where the server runs with a reasoning parser" },
  { name: "strict-level", value: "LEVEL", choices: STRICT_LEVELS, description: "how far schemas are enforced" },
  { name: "any-order", description: "arguments in any order (default: the order of the schema)" },
  { name: "loosen", description: "leave out what the server can't hold, and say so (default: refuse the request)" },
  { name: "check", negatable: true, description: "compile each grammar first, so that hostile schemas get no further (default: yes)" },
  { name: "slots", value: "N", description: "generations at a time (default: 1024; with --gguf 1)" },
  { name: "queue", value: "N", description: "requests that may wait for a slot (default: 1024)" },
  { name: "queue-timeout", value: "SECONDS", description: "longest wait for a slot (default: 60)" },
  { name: "idle-timeout", value: "SECONDS", description: "longest silence of the server (default: 300)" },
  { name: "retries", value: "N", description: "times that a request is sent again while nothing has come back (default: 2)" },
  { name: "max-body", value: "KIB", description: "largest request body in KiB (default: 16384)" },
  { name: "log-level", value: "LEVEL", choices: LEVELS, description: "what is logged, as JSON lines on standard error (default: info)" },
  { name: "config", short: "c", value: "FILE", description: "JSON object with any of these options by their names" },
];

export const serveCommand: Command = {
  name: "serve",
  summary: "stand before an inference server and make its models' calls strict",
  description: [
    "Takes OpenAI chat completions, sends them on under the grammar of their tools, reads what the model writes, and answers with calls. Clients see OpenAI's API.",
    "Options also come from --config and from the environment: STRUCTAG_UPSTREAM, STRUCTAG_UPSTREAM_KEY, STRUCTAG_API_KEY. The command line wins, then the environment.",
    "Needs the packages fastify, undici and prom-client beside structag.",
  ],
  options: OPTIONS,
  examples: [
    ["before vLLM", "structag serve --upstream http://localhost:8000"],
    ["before llama.cpp's server, for one model", "structag serve -u http://localhost:8080 -e llama-server -m qwen3"],
    ["a model in this process", "structag serve --gguf qwen3.gguf -m qwen3"],
    ["for others, with a key", "STRUCTAG_API_KEY=secret structag serve -u http://vllm:8000 --host 0.0.0.0"],
  ],
  async run({ options: given }, terminal) {
    const options = await withConfigFile(serveCommand, given, process.env, terminal);
    const settings = await readSettings(options, terminal);
    const { startGateway, stopSignal } = await import("../../gateway/index.ts");
    const engine = await openEngine(options);
    const log = new Writable({
      decodeStrings: false,
      write(line, _encoding, done) {
        terminal.err(String(line));
        done();
      },
    });
    const gateway = await startGateway(engine, settings, log);
    terminal.out(`listening on ${gateway.url}\n`);
    await stopSignal();
    await gateway.close();
    return EXIT.ok;
  },
};

async function openEngine(options: OptionValues): Promise<Engine> {
  const url = textOption(options, "upstream");
  const file = textOption(options, "gguf");
  if (file !== undefined) {
    if (url !== undefined) throw badValue("gguf", "stands in place of --upstream", "give one of the two");
    const { GgufEngine } = await import("../../gateway/index.ts");
    return GgufEngine.open({
      file,
      slots: countOption(options, "slots"),
      contextSize: countOption(options, "context-size"),
      gpu: switchOption(options, "gpu"),
      threads: countOption(options, "threads"),
    });
  }
  if (url === undefined) throw badValue("upstream", "is missing", "structag serve --upstream http://localhost:8000");
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw badValue("upstream", `needs an http address, not "${url}"`);
  const { UPSTREAM_DEFAULTS, UpstreamEngine } = await import("../../gateway/index.ts");
  const apiKey = textOption(options, "upstream-key");
  return UpstreamEngine.open({
    ...UPSTREAM_DEFAULTS,
    url,
    server: textOption(options, "engine") ?? "vllm",
    loosen: switchOption(options, "loosen") === true,
    idleTimeout: seconds(options, "idle-timeout") ?? UPSTREAM_DEFAULTS.idleTimeout,
    retries: countOption(options, "retries") ?? UPSTREAM_DEFAULTS.retries,
    ...(apiKey === undefined ? {} : { apiKey }),
  });
}

async function readSettings(options: OptionValues, terminal: Terminal): Promise<Partial<GatewaySettings>> {
  const model = textOption(options, "model");
  const port = countOption(options, "port");
  if (port !== undefined && port > 65_535) throw badValue("port", "is at most 65535");
  const maxBody = countOption(options, "max-body");
  const settings = {
    family: model === undefined ? undefined : await readFamily(model, terminal),
    host: textOption(options, "host"),
    port,
    apiKeys: textOption(options, "api-key")
      ?.split(",")
      .map((key) => key.trim())
      .filter((key) => key !== ""),
    reasoning: reasoningMode(options),
    promptOpens: textOption(options, "prompt-opens"),
    coverage: textOption(options, "coverage")?.replaceAll("-", "_"),
    strictLevel: textOption(options, "strict-level"),
    anyOrder: switchOption(options, "any-order"),
    loosen: switchOption(options, "loosen"),
    check: switchOption(options, "check"),
    slots: countOption(options, "slots"),
    queue: countOption(options, "queue"),
    queueTimeout: seconds(options, "queue-timeout"),
    maxBodyBytes: maxBody === undefined ? undefined : maxBody * 1024,
    logLevel: textOption(options, "log-level"),
  };
  // The choices of the options are the settings' own words.
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as Partial<GatewaySettings>;
}

function seconds(options: OptionValues, name: string): number | undefined {
  const count = countOption(options, name);
  return count === undefined ? undefined : count * 1000;
}
