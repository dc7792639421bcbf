const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Map(Array.from(DIGITS, (digit, value) => [digit, value]));

/** RFC 4648, section 4. What is no digit is passed over, as the padding. */
export function decodeBase64(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.replace(/=+$/, '').length * 3) / 4));
  let at = 0;
  let bits = 0;
  let held = 0;
  for (const digit of text) {
    const value = VALUES.get(digit);
    if (value === undefined) continue;
    held = ((held << 6) | value) & 0xfff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = (held >> bits) & 0xff;
  }
  return bytes.subarray(0, at);
}
