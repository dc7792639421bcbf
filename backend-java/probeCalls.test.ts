import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compileProbes, findJdks } from '../build/java.mjs';

/**
 * What runs within an event, on threads of the program. What follows objects suspends the recording where it calls more
 * (SluiceLive.reference), and SluiceCounters.textBytes is not used where core classes are measured.
 */
const WITHIN_EVENTS = [
  ...['SluiceProbe', 'SluiceLane', 'SluiceBursts', 'SluiceRing', 'SluiceWord', 'SluicePark'],
  ...['SluiceDistance', 'SluiceFirstCalls', 'SluiceGates', 'SluiceProgress'],
];
/** Intrinsics, and what never carries a probe. */
const PROBELESS =
  /^(java\/lang\/Sluice\w+\.|jdk\/internal\/misc\/Unsafe\.|java\/lang\/System\.nanoTime:|java\/lang\/Thread\.currentThread:|java\/lang\/Object\."<init>":)/;

const [jdk] = findJdks();
let folder: string;
let classes: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-probes-'));
  classes = await compileProbes(jdk, folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** With core classes measured, java.lang.Math is a class like any other: a probe that called it would record a call of its own. */
it.each(WITHIN_EVENTS)('%s calls nothing that could carry a probe', (name) => {
  const code = execFileSync(join(jdk.home, 'bin/javap'), [
    '-c',
    '-p',
    join(classes, 'java/lang', `${name}.class`),
  ]);
  const calls = [...code.toString().matchAll(/invoke\w+ .*\/\/ (?:Interface)?Method ([^\s]+)/g)].map(
    ([, to]) => to,
  );
  const others = calls.filter(
    (to) => to.includes('/') && to.indexOf('/') < to.indexOf(':') && !PROBELESS.test(to),
  );
  expect(others).toEqual([]);
});
