export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}

/** Views of `bytes`, one after the other, of the given sizes over and over. */
export function cut(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let at = 0;
  while (at < bytes.byteLength) {
    const size = sizes[pieces.length % sizes.length];
    pieces.push(bytes.subarray(at, at + size));
    at += size;
  }
  return pieces;
}
