import { fail, StructagError } from "../core/errors.ts";
import { childPointer } from "../core/pointer.ts";
import { constString, grammar, jsonSchema, or, regex } from "../format/builders.ts";
import { readStructuralTag } from "../format/read.ts";
import type { Format } from "../format/types.ts";
import type { AnswerConstraint } from "../request/answer.ts";
import { isPattern } from "../request/tool-schema.ts";

/**
 * The format of a constrained answer. `markers` are the family's markers, which would end the answer early: no string of a JSON answer holds one,
 * and a choice that does is refused.
 * @throws StructagError `request-answer-marker`, `request-schema-pattern`, and the codes of reading a structural tag
 */
export function answerFormat(answer: AnswerConstraint, markers: readonly string[]): Format {
  switch (answer.kind) {
    case "json_schema":
      return jsonSchema(answer.schema, { excludes: markers });
    case "regex":
      if (!isPattern(answer.pattern)) fail("request-schema-pattern", answer.path, "the pattern of the answer is no regular expression");
      return regex(answer.pattern);
    case "choice":
      answer.values.forEach((value, index) => {
        const marker = markers.find((text) => value.includes(text));
        if (marker !== undefined) {
          fail(
            "request-answer-marker",
            childPointer(answer.path, index),
            `the choice holds the marker ${JSON.stringify(marker)}`,
            "reword it",
          );
        }
      });
      return or(answer.values.map(constString));
    case "grammar":
      return grammar(answer.grammar);
    case "structural_tag":
      try {
        return readStructuralTag(answer.tag, { unknownFields: "ignore" }).format;
      } catch (error) {
        if (!(error instanceof StructagError)) throw error;
        const issues = error.issues.map((issue) => ({ ...issue, path: answer.path + issue.path }));
        throw new StructagError(issues, { cause: error });
      }
  }
}
