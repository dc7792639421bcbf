/** A number of 32 bits that tells bytes from others: for what is compared often and changes rarely. Not against anybody's will. */
export function fingerprintOf(bytes: Uint8Array): number {
  const { length } = bytes;
  let hash = 0x811c9dc5 ^ length; // FNV-1a, four bytes at a time
  let at = 0;
  for (; at + 4 <= length; at += 4) {
    hash ^= bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
    hash = Math.imul(hash, 0x01000193);
    hash ^= hash >>> 15; // else what is high in a word never comes down
  }
  for (; at < length; at++) hash = Math.imul(hash ^ bytes[at], 0x01000193);
  return hash >>> 0;
}
