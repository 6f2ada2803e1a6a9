import { StructagError } from "../index.ts";
import type { JinjaPackage, LlamaPackage } from "./gguf/llama-host.ts";

/** Imports of optional peers, each at the place where it is first needed. */
const IMPORTS = {
  fastify: () => import("fastify"),
  undici: () => import("undici"),
  "prom-client": () => import("prom-client"),
  // Their types are ours, since they are not installed where the gateway is built.
  "node-llama-cpp": (name: string = "node-llama-cpp") => import(name) as Promise<LlamaPackage>,
  "@huggingface/jinja": (name: string = "@huggingface/jinja") => import(name) as Promise<JinjaPackage>,
};

const EMBEDDED = ["node-llama-cpp", "@huggingface/jinja"];

type Packages = { [Name in keyof typeof IMPORTS]: Awaited<ReturnType<(typeof IMPORTS)[Name]>> };

/**
 * A package that the gateway needs and the library does not.
 * @throws StructagError `gateway-package-missing`
 */
export async function loadPackage<Name extends keyof Packages>(name: Name): Promise<Packages[Name]> {
  try {
    return (await IMPORTS[name]()) as Packages[Name];
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND";
    const message = missing ? `the gateway needs the package ${name}` : `the package ${name} does not load: ${(error as Error).message}`;
    throw new StructagError(
      {
        code: "gateway-package-missing",
        path: "",
        message,
        hint: `npm install ${(EMBEDDED.includes(name) ? EMBEDDED : Object.keys(IMPORTS).filter((other) => !EMBEDDED.includes(other))).join(" ")}`,
      },
      { cause: error },
    );
  }
}
