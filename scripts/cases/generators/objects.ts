import { fromNative } from "../../../src/core/json.ts";
import { compileDifference } from "./compile-times.ts";
import { type Generator, numbers, texts } from "./sized.ts";
import { schemaOf } from "./tools.ts";

/** One object with many required properties, and a limit on whitespace. */
export const flatObject: Generator = (row) => {
  const [type] = texts(row.generator, "type");
  const [maxWhitespaceCount] = numbers(row.generator, "max_whitespace");
  return compileDifference(row, numbers(row.generator, "properties"), (compiler, count) => {
    const names = Array.from({ length: count }, (_, at) => `p${at}`);
    const schema = { type: "object", properties: propertiesOf(names, type), required: names };
    return compiler.compileJsonSchema(fromNative(schema), { writing: { layout: { type: "flexible", maxWhitespaceCount } } });
  });
};

/** One object with many optional properties. */
export const optionalObject: Generator = (row) => {
  const [required] = numbers(row.generator, "required");
  const additionalProperties = row.generator.get("additionalProperties") === true;
  return compileDifference(row, numbers(row.generator, "properties"), (compiler, count) => {
    const names = Array.from({ length: count }, (_, at) => `p${at}`);
    const schema = { type: "object", properties: propertiesOf(names, "string"), required: names.slice(0, required), additionalProperties };
    return compiler.compileJsonSchema(fromNative(schema));
  });
};

function propertiesOf(names: readonly string[], type: string): object {
  return Object.fromEntries(names.map((name) => [name, schemaOf(type)]));
}
