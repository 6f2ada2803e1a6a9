/** Groups and counters, which the grammar languages write alike. */

export function grouped(text: string, isGroup: boolean): string {
  return isGroup ? `(${text})` : text;
}

export function counter(min: number, max: number): string {
  if (max === -1) return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
  if (min === 0 && max === 1) return "?";
  return min === max ? `{${min}}` : `{${min},${max}}`;
}
