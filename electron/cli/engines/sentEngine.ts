import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { hashOf, joinFiles } from '../../engine/piped/packedEngine.ts';
import { installedFile } from '../../engine/process/installation.ts';

/** What an engine is made of. */
const FILES = [
  'package.json',
  'dist/THIRD-PARTY-NOTICES.txt',
  ...['serverMain.js', 'sampleWorker.mjs', 'readWorker.mjs'].map((name) => `dist/engine/${name}`),
  ...['sluice-agent.jar', 'build-id'].map((name) => `dist/agent/${name}`),
];
/** The program to try it on, as a whole. */
const DEMO = 'dist/demo';

/** Our own engine, as it is sent to other machines. */
export interface SentEngine {
  readonly hash: string;
  /** Its length (u32 LE), and its bytes. */
  readonly packed: () => Buffer;
}

export function sentEngine(): SentEngine {
  const demo = readdirSync(installedFile(`../${DEMO}`)).sort();
  const paths = [...FILES, ...demo.map((name) => `${DEMO}/${name}`)];
  const joined = joinFiles(paths.map((path) => ({ path, bytes: readFileSync(installedFile(`../${path}`)) })));
  return {
    hash: hashOf(joined),
    packed() {
      const packed = gzipSync(joined, { level: 9 });
      const length = Buffer.alloc(4);
      length.writeUInt32LE(packed.length);
      return Buffer.concat([length, packed]);
    },
  };
}
