import { ajvValidator } from "../../tests/support/ajv.ts";

/** Ajv's verdict on an instance, with formats; undefined where it can't compile the schema or fails. */
export function ajvAccepts(schema: unknown, data: unknown): boolean | undefined {
  try {
    return ajvValidator(schema)?.(data);
  } catch {
    return undefined;
  }
}
