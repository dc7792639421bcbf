/** UTF-8 as of RFC 3629; half a surrogate pair becomes U+FFFD, as TextEncoder does. */
export function encodeUtf8(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3);
  let at = 0;
  for (const character of text) {
    const scalar = character.codePointAt(0) ?? 0;
    const code = scalar >= 0xd800 && scalar < 0xe000 ? 0xfffd : scalar;
    if (code < 0x80) {
      bytes[at++] = code;
    } else if (code < 0x800) {
      bytes[at++] = 0xc0 | (code >> 6);
      bytes[at++] = 0x80 | (code & 0x3f);
    } else if (code < 0x10000) {
      bytes[at++] = 0xe0 | (code >> 12);
      bytes[at++] = 0x80 | ((code >> 6) & 0x3f);
      bytes[at++] = 0x80 | (code & 0x3f);
    } else {
      bytes[at++] = 0xf0 | (code >> 18);
      bytes[at++] = 0x80 | ((code >> 12) & 0x3f);
      bytes[at++] = 0x80 | ((code >> 6) & 0x3f);
      bytes[at++] = 0x80 | (code & 0x3f);
    }
  }
  return bytes.slice(0, at);
}

/** What a JVM writes as UTF-8: also its own form of it (JVMS §4.4.7). A byte that begins no character becomes U+FFFD. */
export function decodeUtf8(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at];
    const more =
      first < 0x80
        ? 0
        : first >> 5 === 0b110
          ? 1
          : first >> 4 === 0b1110
            ? 2
            : first >> 3 === 0b11110
              ? 3
              : -1;
    let code = more === 0 ? first : first & (0x3f >> more);
    let isWhole = more >= 0 && at + more < bytes.length;
    for (let i = 1; isWhole && i <= more; i++) {
      isWhole = bytes[at + i] >> 6 === 0b10;
      code = (code << 6) | (bytes[at + i] & 0x3f);
    }
    text += isWhole && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
    at += isWhole ? more + 1 : 1;
  }
  return text;
}
