const OCTET = /^(?:0|[1-9]\d{0,2})$/;

/** RFC 2673 dotted quad, without leading zeros. */
export function isIpv4(text: string): boolean {
  const octets = text.split(".");
  return octets.length === 4 && octets.every((octet) => OCTET.test(octet) && Number(octet) <= 255);
}

/** RFC 4291 text form, with one `::` at most and an IPv4 tail where it fits; no zone. */
export function isIpv6(text: string): boolean {
  const halves = text.split("::");
  if (halves.length > 2) return false;
  const groups = halves.map((half) => (half === "" ? [] : half.split(":")));
  const all = groups.flat();
  const tail = all.at(-1);
  const hasIpv4 = tail?.includes(".") === true && groups.at(-1)?.at(-1) === tail;
  if (hasIpv4 && !isIpv4(tail)) return false;
  const hex = hasIpv4 ? all.slice(0, -1) : all;
  if (!hex.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))) return false;
  const count = hex.length + (hasIpv4 ? 2 : 0);
  return halves.length === 2 ? count <= 7 : count === 8;
}
