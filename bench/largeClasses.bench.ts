import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../e2e/fixtures/cli.ts';
import { JDKS } from '../e2e/fixtures/jdks.ts';

/**
 * Chains of first calls in six classes of 8,000 methods (671 kB) each, launched: what each scheme makes of a program that runs for a fifth
 * of a second. Goal: lazy takes at most twice as long as eager. `npm run bench -- largeClasses`
 */
const CLASSES = 6;
const METHODS = 8_000;
const CHAIN = 220;
const RUNS = 3;
const GOAL = 2;

function sources(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (let c = 0; c < CLASSES; c++) {
    const methods = Array.from(
      { length: METHODS },
      (_, i) => `static int m${i}(int x) { return x > 0 ? m${i + 1}(x - 1) + 1 : x; }`,
    );
    files.set(
      `C${c}.java`,
      `class C${c} {\n${methods.join('\n')}\nstatic int m${METHODS}(int x) { return x; } }`,
    );
  }
  const calls = Array.from({ length: CLASSES }, (_, c) => `C${c}.m0(i)`).join(' + ');
  files.set(
    'Chains.java',
    `public class Chains {
       static int root(int i) { return ${calls}; }
       public static void main(String[] args) { for (int i = 0; i < ${CHAIN}; i++) root(i); }
     }`,
  );
  return files;
}

const jdk = JDKS[0];
const folder = mkdtempSync(join(tmpdir(), 'sluice-large-'));
try {
  const files = sources();
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
  const paths = [...files.keys()].map((name) => join(folder, name));
  execFileSync(jdk.tool('javac'), ['-J-Xss8m', '-d', folder, ...paths]);
  const medians = new Map<string, number>();
  console.log(`${jdk.name}, medians of ${RUNS} runs`);
  for (const scheme of ['everything', 'eager', 'lazy']) {
    const wallsMs: number[] = [];
    let summary = '';
    for (let run = 0; run < RUNS; run++) {
      const file = join(folder, 'chains.sluice');
      const options = ['--root', 'Chains::root', '--scheme', scheme, '--clock', 'none', '--output', file];
      const beganMs = performance.now();
      const { code, stderr } = await runCli(
        ['launch', ...options, '--', jdk.tool('java'), '-cp', folder, 'Chains'],
        600_000,
      );
      wallsMs.push(performance.now() - beganMs);
      if (code !== 0) throw new Error(stderr);
      const report = JSON.parse((await runCli(['report', file, '--format', 'json'])).stdout) as {
        readonly complete: boolean;
        readonly calledMethods: number;
        readonly instrumentedMethods: number;
        readonly instrumentation: { readonly hotSwaps: number };
      };
      const { complete, calledMethods, instrumentedMethods, instrumentation } = report;
      summary = `${instrumentation.hotSwaps} swaps, ${instrumentedMethods} instrumented, ${calledMethods} called${complete ? '' : ', INCOMPLETE'}`;
    }
    const medianMs = wallsMs.sort((a, b) => a - b)[RUNS >> 1];
    medians.set(scheme, medianMs);
    console.log(`${scheme.padEnd(11)}${(medianMs / 1000).toFixed(1).padStart(7)} s   ${summary}`);
  }
  const ratio = (medians.get('lazy') ?? 0) / (medians.get('eager') ?? 1);
  if (ratio > GOAL) {
    console.log(`lazy takes ${ratio.toFixed(1)} times as long as eager: the goal of ${GOAL} is missed.`);
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
