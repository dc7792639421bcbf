import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startApplication, type ApplicationSource } from '../../e2e/applications/application.ts';
import { Load } from '../../e2e/applications/load.ts';
import { installedCodeOf } from '../../e2e/fixtures/installedCode.ts';
import type { Jdk } from '../../e2e/fixtures/jdks.ts';
import { median } from '../median.ts';
import type { Contender, Outcome } from './contender.ts';

const WARM_MS = 20_000;
const RECORDED_MS = 30_000;
/** How long requests are looked at with all probes in, at the end of the recording, and after it. */
const STEADY_MS = 10_000;

/** What a recording did to an application under load. */
export interface Figures extends Outcome {
  /** Of each hot swap, how long all threads stood still. */
  readonly stopsMs: readonly number[];
  /** Of requests that call the root, the median; NaN: none was answered. */
  readonly beforeMs: number;
  readonly withProbesMs: number;
  readonly afterMs: number;
  /** The first that was sent after the detach: its code has no probes left, and begins in the interpreter again. NaN: none was answered. */
  readonly firstAfterMs: number;
  /** From attaching to the beginning of the detach, and from there on. */
  readonly longestRequestMs: number;
  readonly longestDetachingMs: number;
  /** Classes whose methods have another code than before, of those that were loaded then. */
  readonly changedClasses: readonly string[];
}

/** One client, and a JVM of its own. */
export async function recordUnderLoad(
  jdk: Jdk,
  source: ApplicationSource,
  classPath: string,
  contender: Contender,
): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-applications-'));
  const log = join(folder, 'safepoints');
  const logged = [`-Xlog:safepoint:file=${log}`];
  const application = await startApplication(jdk, source, classPath, { jvmArgs: logged, cwd: folder }); // VisualVM's engine writes class files there
  try {
    const before = new Load(application.address, source.turn, 1);
    await delay(WARM_MS / 2);
    await before.stop(); // to read so many classes keeps this process from sending requests
    const codeBefore = await installedCodeOf(jdk, application.pid, '');
    const load = new Load(application.address, source.turn, 1);
    await delay(WARM_MS / 2);
    const attachAtMs = performance.now();
    const outcome = await contender.record({ jdk, source, classPath, application }, RECORDED_MS);
    const { detachAtMs, detachedAtMs } = outcome;
    await delay(STEADY_MS);
    await load.stop();
    const codeAfter = await installedCodeOf(jdk, application.pid, '');
    const tookMs = (fromMs: number, toMs: number): number[] =>
      load.tookMs(source.root.requests, fromMs, toMs);
    const medianMs = (fromMs: number, toMs: number): number => median(tookMs(fromMs, toMs));
    return {
      ...outcome,
      stopsMs: swapsIn(readFileSync(log, 'utf8')),
      beforeMs: medianMs(attachAtMs - WARM_MS / 4, attachAtMs),
      withProbesMs: medianMs(detachAtMs - STEADY_MS, detachAtMs),
      afterMs: medianMs(detachedAtMs, detachedAtMs + STEADY_MS),
      firstAfterMs: tookMs(detachedAtMs, detachedAtMs + STEADY_MS)[0] ?? NaN,
      longestRequestMs: load.longestMs(attachAtMs, detachAtMs),
      longestDetachingMs: load.longestMs(detachAtMs, detachedAtMs),
      changedClasses: Object.keys(codeBefore).filter(
        (name) => (codeAfter[name] ?? codeBefore[name]) !== codeBefore[name],
      ),
    };
  } finally {
    await application.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** In milliseconds, by the JVM's own log. */
function swapsIn(log: string): number[] {
  return [...log.matchAll(/Safepoint "RedefineClasses",.*Total:\s*(\d+) ns/g)].map(
    ([, ns]) => Number(ns) / 1e6,
  );
}
