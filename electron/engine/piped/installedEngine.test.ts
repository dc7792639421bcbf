import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { engineFolder, installedEngine, installEngine } from './installedEngine.ts';
import { hashOf, joinFiles, splitFiles } from './packedEngine.ts';

const FILES = [
  { path: 'package.json', bytes: Buffer.from('{}') },
  { path: 'dist/engine/serverMain.js', bytes: Buffer.from('import x;\u{1F600}') },
  { path: 'dist/agent/build-id', bytes: Buffer.alloc(0) },
];

let home = '';
beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'sluice-test-'))));
afterEach(() => rmSync(home, { recursive: true, force: true }));

it('files that were joined are split again', () => {
  expect(splitFiles(joinFiles(FILES))).toEqual(FILES);
  expect(hashOf(joinFiles(FILES))).not.toBe(hashOf(joinFiles(FILES.slice(1))));
});

it('an engine is put there once, whole, for our user alone', () => {
  const folder = engineFolder({ HOME: home });
  expect(folder).toBe(join(home, '.cache/sluice/engines'));
  expect(installedEngine(folder, 'a1')).toBeNull();
  const engine = installEngine(folder, 'a1', FILES);
  expect(installEngine(folder, 'a1', [])).toBe(engine); // another client was as quick
  expect(installedEngine(folder, 'a1')).toBe(engine);
  expect(readFileSync(join(engine, 'dist/engine/serverMain.js'), 'utf8')).toBe('import x;\u{1F600}');
  expect(readdirSync(folder)).toEqual(['a1']);
});

it('a folder that others may write, or that is a link, is not taken', () => {
  const cache = join(home, 'cache');
  mkdirSync(join(cache, 'sluice/engines'), { recursive: true });
  chmodSync(join(cache, 'sluice/engines'), 0o777);
  const other = engineFolder({ XDG_CACHE_HOME: cache }, home);
  expect(other.startsWith(join(home, 'sluice-engines-'))).toBe(true);
  rmSync(join(cache, 'sluice/engines'), { recursive: true });
  mkdirSync(join(home, 'elsewhere'), { mode: 0o700 });
  symlinkSync(join(home, 'elsewhere'), join(cache, 'sluice/engines'));
  expect(engineFolder({ XDG_CACHE_HOME: cache }, home)).toBe(other);
  chmodSync(other, 0o755);
  expect(() => engineFolder({ XDG_CACHE_HOME: cache }, home)).toThrow(
    /^none of .*engines, .* can be a folder that only this user may write$/,
  );
});

it('an engine that nobody has used for 30 days goes when another one comes', () => {
  const folder = engineFolder({ HOME: home });
  for (const hash of ['old', 'used']) installEngine(folder, hash, FILES);
  const longAgo = new Date(Date.now() - 31 * 86_400_000);
  for (const hash of ['old', 'used']) utimesSync(join(folder, hash), longAgo, longAgo);
  installedEngine(folder, 'used');
  installEngine(folder, 'new', FILES);
  expect(readdirSync(folder).sort()).toEqual(['new', 'used']);
});
