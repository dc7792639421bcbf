import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { EngineFile } from './packedEngine.ts';

/** An engine that nobody has used for so long goes when another one comes. */
const KEPT_DAYS = 30;

/**
 * Where engines that were sent to this machine are kept: a folder for our user alone, with one for each engine, named by its hash.
 * The cache of the user, or where that cannot be written, as in a container whose disk is read only, the temporary folder.
 * @throws Error with a sentence where there is none
 */
export function engineFolder(env: NodeJS.ProcessEnv = process.env, temporary = tmpdir()): string {
  const cache = env['XDG_CACHE_HOME'] || (env['HOME'] && join(env['HOME'], '.cache'));
  const uid = process.getuid?.() ?? 0;
  const places = [
    ...(cache ? [join(cache, 'sluice', 'engines')] : []),
    join(temporary, `sluice-engines-${uid}`),
  ];
  const place = places.find((folder) => isOurs(folder, uid));
  if (place !== undefined) return place;
  throw new Error(`none of ${places.join(', ')} can be a folder that only this user may write`);
}

/** The engine with this hash, or null. It counts as used now. */
export function installedEngine(folder: string, hash: string): string | null {
  const engine = join(folder, hash);
  if (!existsSync(engine)) return null;
  const now = new Date();
  utimesSync(engine, now, now);
  return engine;
}

/** Puts an engine there, whole or not at all: another client may do the same at this moment. */
export function installEngine(folder: string, hash: string, files: readonly EngineFile[]): string {
  const engine = join(folder, hash);
  const unfinished = mkdtempSync(join(folder, 'new-'));
  try {
    for (const { path, bytes } of files) {
      mkdirSync(dirname(join(unfinished, path)), { recursive: true });
      writeFileSync(join(unfinished, path), bytes);
    }
    renameSync(unfinished, engine);
  } catch (thrown) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(engine)) throw thrown;
  }
  forgetOld(folder, hash);
  return engine;
}

function isOurs(folder: string, uid: number): boolean {
  try {
    // Not recursive: in /proc that has no end (Node 20).
    for (const each of [dirname(dirname(folder)), dirname(folder), folder])
      if (!existsSync(each)) mkdirSync(each, { mode: 0o700 });
    const { mode, uid: owner } = lstatSync(folder);
    const isFolder = (mode & 0o170_000) === 0o040_000; // no link that somebody has put there
    if (!isFolder || owner !== uid || (mode & 0o077) !== 0) return false;
    rmSync(mkdtempSync(join(folder, 'new-')), { recursive: true });
    return true;
  } catch {
    return false;
  }
}

function forgetOld(folder: string, kept: string): void {
  const oldest = Date.now() - KEPT_DAYS * 86_400_000;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (name === kept || lstatSync(path).mtimeMs >= oldest) continue;
    rmSync(path, { recursive: true, force: true });
  }
}
