import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { bytesOfHex } from '../../shared/testing/goldenWire.ts';

const CORPUS = fileURLToPath(new URL('corpus', import.meta.url));

/** Inputs that a decoder once failed at, by file name. */
export function corpusOf(target: string): ReadonlyMap<string, Uint8Array> {
  const folder = join(CORPUS, target);
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  return new Map(names.map((name) => [name, bytesOfHex(readFileSync(join(folder, name), 'utf8'))]));
}
