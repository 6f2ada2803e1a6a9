import { StructagError } from "../index.ts";

/** Imports of optional peers, each at the place where it is first needed. */
const IMPORTS = {
  fastify: () => import("fastify"),
  undici: () => import("undici"),
  "prom-client": () => import("prom-client"),
};

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
      { code: "gateway-package-missing", path: "", message, hint: `npm install ${Object.keys(IMPORTS).join(" ")}` },
      { cause: error },
    );
  }
}
