import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The forms in which a secret would give itself away. */
export function tracesOf(secret: Uint8Array): readonly Buffer[] {
  const bytes = Buffer.from(secret);
  const texts = [
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
  ];
  return [bytes, ...texts.flatMap((text) => [Buffer.from(text, 'latin1'), Buffer.from(text, 'utf16le')])];
}

/** Names of the haystacks that hold the secret in any of its forms. */
export function haystacksWith(
  secret: Uint8Array,
  haystacks: Readonly<Record<string, Uint8Array | string>>,
): readonly string[] {
  const traces = tracesOf(secret);
  return Object.entries(haystacks)
    .filter(([, content]) => {
      const bytes = Buffer.from(content as Uint8Array);
      return traces.some((trace) => bytes.includes(trace));
    })
    .map(([name]) => name);
}

/** All files below a folder, by their paths. */
export function filesBelow(folder: string): Record<string, Uint8Array> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    names
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, readFileSync(path)]),
  );
}
