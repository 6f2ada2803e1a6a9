export {
  anyText,
  anyTokens,
  constString,
  dispatch,
  excludeToken,
  type FormatOptions,
  grammar,
  jsonSchema,
  optional,
  or,
  plus,
  regex,
  repeat,
  sequence,
  star,
  structuralTag,
  tag,
  tagsWithSeparator,
  token,
  tokenBoundary,
  tokenDispatch,
  tokenTriggeredTags,
  triggeredTags,
} from "./builders.ts";
export { type OutlineLine, type OutlineSpan, outline, outlineLines } from "./outline.ts";
export { type OutlineCase, type OutlineDocumentOptions, outlineDocument } from "./outline-document.ts";
export { type ReadStructuralTag, type ReadStructuralTagOptions, readStructuralTag } from "./read.ts";
export type { UnknownFields } from "./read-fields.ts";
export * from "./types.ts";
export { type ValidateFormatOptions, validateFormat } from "./validate.ts";
export type { FormatIssue } from "./validate-report.ts";
export { type ChildFormat, childFormats, type FormatNode, MAX_FORMAT_DEPTH, MAX_FORMAT_NODES, walkFormat } from "./visit.ts";
export { writeFormat, writeStructuralTag, writeStructuralTagText } from "./write.ts";
