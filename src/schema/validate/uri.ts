/** Base of schemas without an `$id`. It is hierarchical, so relative references resolve against it. */
export const DEFAULT_BASE = "structag://schema/root";

/** `reference` resolved against `base`, as RFC 3986 does. What is no URI is joined as text, so equal spellings stay equal. */
export function resolveUri(base: string, reference: string): string {
  if (reference === "") return withoutFragment(base);
  if (reference.startsWith("#")) return withoutFragment(base) + reference;
  try {
    return new URL(reference, base).href;
  } catch {
    return reference;
  }
}

export function withoutFragment(uri: string): string {
  const at = uri.indexOf("#");
  return at < 0 ? uri : uri.slice(0, at);
}

/** The fragment with its percent escapes decoded; empty where there is none. */
export function fragmentOf(uri: string): string {
  const at = uri.indexOf("#");
  if (at < 0) return "";
  const raw = uri.slice(at + 1);
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}
