/** The reasoning markers that most chat templates share. Single tokens in most vocabularies. */
export const THINK_BEGIN = "<think>";
export const THINK_END = "</think>";
