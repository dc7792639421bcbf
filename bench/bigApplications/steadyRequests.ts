import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  startApplication,
  type Application,
  type ApplicationSource,
} from '../../e2e/applications/application.ts';
import { Load } from '../../e2e/applications/load.ts';
import { CLI } from '../../e2e/fixtures/cli.ts';
import type { Jdk } from '../../e2e/fixtures/jdks.ts';
import { LineReader } from '../../e2e/fixtures/lineReader.ts';
import { decodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { median } from '../median.ts';
import { countsOf, type Counts } from './contender.ts';

const WARM_MS = 20_000;
/** Until all probes are in: two minutes for the compiler of Kotlin. */
const PREPARED_LIMIT_MS = 300_000;
/** All code is compiled by then: of booking that took a minute on two cores, of compiling 150 s, attached as launched. */
const COMPILED_MS = 240_000;
const STEADY_MS = 30_000;

export interface SteadyFigures extends Counts {
  /** Of requests that call the root, the median, once all probes are in and all code is compiled. */
  readonly requestMs: number;
  /** The same of each 30 s since the recording began. */
  readonly courseMs: readonly number[];
  readonly losses: readonly string[];
}

/**
 * The application recorded by the command line, in a process of its own either way: attached to under load, or launched with its probes in
 * each class as it is loaded, so that no hot swap sends compiled code back to the interpreter.
 */
export async function steadyRequests(
  how: 'attached' | 'launched',
  jdk: Jdk,
  source: ApplicationSource,
  classPath: string,
  options: readonly string[],
): Promise<SteadyFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-applications-'));
  const file = join(folder, 'steady.sluice');
  const recorded = ['--root', source.root.method, ...options, '-o', file];
  const launcher = how === 'launched' ? [process.execPath, CLI, 'launch', ...recorded] : [];
  try {
    const application = await startApplication(jdk, source, classPath, { launcher, cwd: folder });
    const load = new Load(application.address, source.turn, 1);
    const stop = how === 'launched' ? () => Promise.resolve() : await attachWarm(application, recorded);
    const sinceMs = performance.now();
    await delay(COMPILED_MS);
    const endAtMs = performance.now();
    await stop();
    await load.stop();
    await application.stop(); // it ends a launched recording
    const snapshot = decodeSnapshot(new Uint8Array(readFileSync(file)));
    const requestMsFrom = (fromMs: number): number =>
      median(load.tookMs(source.root.requests, fromMs, fromMs + STEADY_MS));
    const steps = Math.floor((endAtMs - sinceMs) / STEADY_MS);
    return {
      ...countsOf(snapshot, source),
      requestMs: requestMsFrom(endAtMs - STEADY_MS),
      courseMs: Array.from({ length: steps }, (_, step) => requestMsFrom(sinceMs + step * STEADY_MS)),
      losses: snapshot.losses,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns what ends the recording, as Ctrl-C does */
async function attachWarm({ pid }: Application, recorded: readonly string[]): Promise<() => Promise<void>> {
  await delay(WARM_MS);
  const args = [CLI, 'record', String(pid), ...recorded];
  const recording = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(recording, 'exit');
  await new LineReader(recording.stderr).waitFor(/^recording; /m, PREPARED_LIMIT_MS);
  return async () => {
    recording.kill('SIGINT');
    await ended;
  };
}
