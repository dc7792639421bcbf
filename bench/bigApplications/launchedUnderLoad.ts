import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startApplication, type ApplicationSource } from '../../e2e/applications/application.ts';
import { Load } from '../../e2e/applications/load.ts';
import { CLI } from '../../e2e/fixtures/cli.ts';
import type { Jdk } from '../../e2e/fixtures/jdks.ts';
import { decodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { median } from '../median.ts';
import { countsOf, type Counts } from './contender.ts';
import { STEADY_MS } from './underLoad.ts';

/** All of its code is compiled by then. */
const UNDER_LOAD_MS = 80_000;

export interface LaunchedFigures extends Counts {
  /** Of requests that call the root, the median, once the load has run for long. */
  readonly withProbesMs: number;
  readonly losses: readonly string[];
}

/** The same root, with probes in each class as it is loaded: no hot swap sends compiled code back to the interpreter. */
export async function launchUnderLoad(
  jdk: Jdk,
  source: ApplicationSource,
  classPath: string,
  options: readonly string[],
): Promise<LaunchedFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-applications-'));
  const file = join(folder, 'launched.sluice');
  const launcher = [process.execPath, CLI, 'launch', '--root', source.root.method, ...options, '-o', file];
  try {
    const application = await startApplication(jdk, source, classPath, { launcher, cwd: folder });
    const load = new Load(application.address, source.turn, 1);
    await delay(UNDER_LOAD_MS);
    const endAtMs = performance.now();
    await load.stop();
    await application.stop();
    const snapshot = decodeSnapshot(new Uint8Array(readFileSync(file)));
    return {
      ...countsOf(snapshot, source),
      withProbesMs: median(load.tookMs(source.root.requests, endAtMs - STEADY_MS, endAtMs)),
      losses: snapshot.losses,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
