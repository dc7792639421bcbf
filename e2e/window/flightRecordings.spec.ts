import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { openRecording } from '../../shared/importers/openRecording.ts';
import { methodName } from '../../shared/naming/methodNames.ts';
import { recordingResults } from '../../shared/recording/recordingResults.ts';
import { compileJava, findJdks } from '../../shared/testing/compileJava.ts';
import { printedEvents } from '../../shared/testing/printedEvents.ts';
import { expect, test } from './fakeWindow.ts';

/** Names of the hottest methods -> their own samples, as `sluice report --view hot` has them. */
function hottest(file: Uint8Array, most: number): readonly (readonly [name: string, samples: number])[] {
  const { hot, methods } = recordingResults(openRecording(file));
  const samples = hot.metrics?.get('samples')?.self ?? new Float64Array(hot.length);
  return Array.from(hot.method, (id, row) => [methodName(methods.get(id), 'short'), samples[row]] as const)
    .filter(([, own]) => own > 0)
    .sort(([, a], [, b]) => b - a)
    .slice(0, most);
}

/** Opens it, and reads the same in the table of hot spots. */
async function shownSamples(window: Page, names: readonly string[]): Promise<(readonly [string, number])[]> {
  await window.evaluate(async () => {
    const bytes = await (await fetch('run.jfr')).arrayBuffer();
    await globalThis.window.openRecording?.(bytes, 'run.jfr');
  });
  await window.getByRole('tab', { name: 'Hot Spots' }).click();
  const grid = window.getByRole('grid', { name: 'Hot Spots' });
  await expect(grid.getByRole('row').nth(1)).toBeVisible();
  const heads = await grid.getByRole('columnheader').allTextContents();
  const column = heads.findIndex((head) => head.startsWith('Self Samples'));
  const shown: (readonly [string, number])[] = [];
  for (const name of names) {
    const row = grid.getByRole('row').filter({ hasText: name }).first();
    const cells = await row.getByRole('gridcell').allTextContents();
    shown.push([name, Number(cells[column].replaceAll(/\D/g, ''))]);
  }
  return shown;
}

const FIXTURES = fileURLToPath(new URL('../fixtures/jfr/', import.meta.url));
/** Samples of libmSin, and of all at work, as `jfr print` of the JDK has them. */
const OF_ASYNC_PROFILER = [
  ['ap-2.9-itimer-5ms.jfr', 274, 326],
  ['ap-3.0-itimer-1ms.jfr', 365, 432],
  ['ap-3.0-itimer-20ms.jfr', null, 67], // jfr print fails on it, jfr summary has all
  ['ap-3.0-wall-50ms.jfr', 69, 87],
  ['ap-4.1-ctimer-20ms.jfr', 85, 95],
  ['ap-4.1-wall-20ms.jfr', 210, 247],
] as const;

for (const [name, ofSin, all] of OF_ASYNC_PROFILER)
  test(`${name} of async-profiler shows the samples that the JDK prints`, async ({ window, server }) => {
    const file = readFileSync(join(FIXTURES, name));
    server.files.set('run.jfr', name.includes('ctimer') ? gzipSync(file) : file);
    const expected = hottest(file, 4);
    expect(expected[0]).toEqual(['libmSin [native]', ofSin ?? expected[0][1]]);
    expect(hottest(file, Infinity).reduce((sum, [, samples]) => sum + samples, 0)).toBe(all);
    expect(
      await shownSamples(
        window,
        expected.map(([method]) => method),
      ),
    ).toEqual(expected);
  });

/**
 * The main thread has another name in each of three chunks: a dump begins a new one. It rarely looks at the clock: the sampler of JDK 17
 * finds no Java frame below a clock read.
 */
const RENAMED = `
import java.nio.file.Path;
import jdk.jfr.*;
public class Renamed {
  static volatile double sink;
  static void alpha(long end) { double d = 1; while (System.nanoTime() < end) for (int i = 0; i < 10_000; i++) d = d * 1.0000001 + 1; sink = d; }
  static void beta(long end) { double d = 1; while (System.nanoTime() < end) for (int i = 0; i < 10_000; i++) d = d * 1.0000001 + 2; sink = d; }
  static void gamma(long end) { double d = 1; while (System.nanoTime() < end) for (int i = 0; i < 10_000; i++) d = d * 1.0000001 + 3; sink = d; }
  public static void main(String[] a) throws Exception {
    Recording recording = new Recording(Configuration.getConfiguration("profile"));
    recording.start();
    for (int i = 0; i < 3; i++) {
      Thread.currentThread().setName("request " + i);
      long end = System.nanoTime() + 600_000_000L;
      if (i == 0) alpha(end); else if (i == 1) { beta(end - 300_000_000L); gamma(end); } else beta(end);
      recording.dump(Path.of(a[0]));
    }
    recording.stop();
    recording.dump(Path.of(a[0]));
  }
}`;

for (const { home, major } of findJdks())
  test(`a thread that JDK ${major} has under three names is shown whole, with the samples that it prints`, async ({
    window,
    server,
  }) => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-renamed-'));
    try {
      for (const [name, bytes] of compileJava({ 'Renamed.java': RENAMED })) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, `${name}.class`), bytes);
      }
      const path = join(folder, 'run.jfr');
      execFileSync(join(home, 'bin', 'java'), ['-cp', folder, 'Renamed', path], { stdio: 'ignore' });
      const file = readFileSync(path);
      const printed = new Map<string, number>();
      for (const { type, values } of printedEvents(home, path, 1)) {
        if (type !== 'jdk.ExecutionSample') continue;
        const { frames } = values.stackTrace as {
          frames: { method: { type: { name: string }; name: string } }[];
        };
        const { method } = frames[0];
        if (method.type.name !== 'Renamed') continue;
        printed.set(method.name, (printed.get(method.name) ?? 0) + 1);
      }
      const names = ['alpha', 'beta', 'gamma'];
      server.files.set('run.jfr', file);
      const shown = await shownSamples(
        window,
        names.map((name) => `Renamed.${name}(long)`),
      );
      expect(shown.map(([, samples]) => samples)).toEqual(names.map((name) => printed.get(name)));
      const { threads } = openRecording(file);
      expect(
        threads.filter(({ id }) => id === threads.find(({ name }) => name.includes('request'))?.id),
      ).toHaveLength(1);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
