import { SluiceError } from './errors.ts';

/**
 * Java's modified UTF-8 (JVMS §4.4.7): U+0000 takes two bytes, and a supplementary character is written as its two
 * surrogates of three bytes each. Strings here are UTF-16 like Java's, so unpaired surrogates survive both ways.
 */
export function decodeModifiedUtf8(bytes: Uint8Array): string {
  const units: number[] = [];
  let text = '';
  const end = bytes.byteLength;
  for (let i = 0; i < end;) {
    const first = bytes[i];
    if (first < 0x80 && first !== 0) {
      units.push(first);
      i += 1;
    } else if (first >> 5 === 0b110 && i + 1 < end && bytes[i + 1] >> 6 === 0b10) {
      units.push(((first & 0x1f) << 6) | (bytes[i + 1] & 0x3f));
      i += 2;
    } else if (
      first >> 4 === 0b1110 &&
      i + 2 < end &&
      bytes[i + 1] >> 6 === 0b10 &&
      bytes[i + 2] >> 6 === 0b10
    ) {
      units.push(((first & 0x0f) << 12) | ((bytes[i + 1] & 0x3f) << 6) | (bytes[i + 2] & 0x3f));
      i += 3;
    } else {
      throw new SluiceError(
        'protocol',
        `modified UTF-8: byte 0x${first.toString(16)} at offset ${i} of ${end}`,
      );
    }
    if (units.length === 4096) text += String.fromCharCode(...units.splice(0));
  }
  return text + String.fromCharCode(...units);
}

export function encodeModifiedUtf8(text: string): Uint8Array {
  const ascii = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x80 || unit === 0) return encodeLonger(text);
    ascii[i] = unit;
  }
  return ascii;
}

/** Some units take more than one byte. */
function encodeLonger(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3);
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80 && unit !== 0) {
      bytes[length++] = unit;
    } else if (unit < 0x800) {
      bytes[length++] = 0xc0 | (unit >> 6);
      bytes[length++] = 0x80 | (unit & 0x3f);
    } else {
      bytes[length++] = 0xe0 | (unit >> 12);
      bytes[length++] = 0x80 | ((unit >> 6) & 0x3f);
      bytes[length++] = 0x80 | (unit & 0x3f);
    }
  }
  return bytes.slice(0, length);
}
