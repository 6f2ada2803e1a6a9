/** Random weights; equal seeds give equal weights. */
export function noise(count: number, seed: number, scale = 1): Float32Array {
  const weights = new Float32Array(count);
  let state = (seed * 0x9e3779b9) >>> 0 || 1;
  for (let at = 0; at < count; at += 1) {
    let sum = 0;
    for (let part = 0; part < 4; part += 1) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      sum += (state >>> 0) / 2 ** 32;
    }
    weights[at] = (sum - 2) * scale * 1.7;
  }
  return weights;
}
