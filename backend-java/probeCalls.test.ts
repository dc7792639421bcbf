import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TEST_JDKS } from '../electron/engine/testing/javaFixture.ts';
import { ensure } from '../shared/base/assert.ts';

/**
 * What runs within an event, on threads of the program. What follows objects suspends the recording where it calls more
 * (SluiceLive.reference), and SluiceCounters.textBytes is not used where core classes are measured.
 */
const WITHIN_EVENTS = [
  ...['SluiceProbe', 'SluiceLane', 'SluiceBursts', 'SluiceRing', 'SluiceWord', 'SluicePark'],
  ...['SluiceDistance', 'SluiceFirstCalls', 'SluiceGates'],
];
/** Intrinsics, and what never carries a probe. */
const PROBELESS =
  /^(java\/lang\/Sluice\w+\.|jdk\/internal\/misc\/Unsafe\.|java\/lang\/System\.nanoTime:|java\/lang\/Thread\.currentThread:|java\/lang\/Object\."<init>":)/;

const { home } = ensure(TEST_JDKS[0], 'a JDK');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-probes-'));
  execFileSync(join(home, 'bin/jar'), ['--extract', '--file', resolve('dist/agent/sluice-agent.jar')], {
    cwd: folder,
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** With core classes measured, java.lang.Math is a class like any other: a probe that called it would record a call of its own. */
it.each(WITHIN_EVENTS)('%s calls nothing that could carry a probe', (name) => {
  const code = execFileSync(join(home, 'bin/javap'), ['-c', '-p', join(folder, 'probe', `${name}.class`)]);
  const calls = [...code.toString().matchAll(/invoke\w+ .*\/\/ (?:Interface)?Method ([^\s]+)/g)].map(
    ([, to]) => to,
  );
  const others = calls.filter(
    (to) => to.includes('/') && to.indexOf('/') < to.indexOf(':') && !PROBELESS.test(to),
  );
  expect(others).toEqual([]);
});
