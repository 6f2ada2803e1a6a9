import { createValidator } from "../src/schema/validate.ts";
import { readDocuments, readSuite, sharedSuite } from "./suite/rows.ts";

export interface SuiteResult {
  readonly draft: string;
  readonly file: string;
  readonly name: string;
  readonly optional: boolean;
  readonly passed: boolean;
}

/** Every test of the suite with the validator's outcome; `undefined` where the data is absent. */
export function runSuite(): SuiteResult[] | undefined {
  const suite = sharedSuite();
  if (suite === undefined) return undefined;
  const documents = readDocuments(suite.remotes);
  return readSuite(suite.rows).flatMap(({ draft, dialect, file, description, optional, schema, tests }) => {
    const assertFormats = file.startsWith("optional/format/");
    const validator = createValidator(schema, { draft: dialect, documents, assertFormats });
    return tests.map((test) => {
      const passed = validator.validate(test.data).valid === test.valid;
      return { draft, file, name: `${description} / ${test.description}`, optional, passed };
    });
  });
}
