// @module-tag slow
import { expect, it } from 'vitest';
import { SluiceError } from '../base/errors.ts';
import { encodeUtf8 } from '../base/utf8.ts';
import { threadDumpsIn } from './threadDump.ts';

const HEAD = 'Full thread dump OpenJDK 64-Bit Server VM (17.0.15+6 mixed mode, sharing):\n\n';
const REST =
  '" #1 prio=5 os_prio=0 cpu=1.00ms elapsed=1.00s tid=0x1 nid=0x1 runnable  [0x1]\n   java.lang.Thread.State: RUNNABLE\n';
const dumped = (lines: string): string => `${HEAD}"a${REST}\tat a.B.c(B.java:1)\n${lines}`;

/** What somebody may write into a file, or name a thread: each of them took time in proportion to the square of its length, or may. */
const HOSTILE: Readonly<Record<string, (n: number) => string>> = {
  'a name of quotes and blanks': (n) => `${HEAD}"${'" '.repeat(n)}\nx${REST}`,
  'a name of quotes without an end': (n) => `${HEAD}"${'" '.repeat(n)}`,
  'quotes in all lines': (n) => `${HEAD}${'"\n'.repeat(n)}`,
  'quotes and blanks in all lines': (n) => `${HEAD}${'"" " \n'.repeat(n / 3)}`,
  'names that never end': (n) => dumped('"x #1\n'.repeat(n / 3)),
  'a line of blanks': (n) => dumped(`${' '.repeat(2 * n)}x`),
  'a lock behind blanks': (n) => dumped(`\t- ${' '.repeat(2 * n)}`),
  'locks that do not end': (n) => dumped(`\t- locked ${'<'.repeat(2 * n)}\n`),
  'many locks that do not end': (n) => dumped('\t- locked <0x1\n'.repeat(n / 7)),
  'a number without an end': (n) => `${HEAD}"a" #${'1'.repeat(2 * n)}`,
  'times without an end': (n) => `${HEAD}"a" #1 ${'cpu=1'.repeat(n / 3)} tid=0x1`,
  'heads of dumps': (n) => 'Full thread dump \n'.repeat(n / 8),
  'heads of dumps in one line': (n) => 'Full thread dump '.repeat(n / 8),
  'names of files of dumps': (n) => '1\n2026-01-01T00:00:00Z\n'.repeat(n / 12),
  'quotes behind numbers': (n) => '#1 "\n'.repeat(n / 3),
  'a quote behind a number and quotes': (n) => `#1 "${'"'.repeat(2 * n)}`,
  'frames of a debugger': (n) => dumped(` - ${' @bci='.repeat(n / 3)}\n`),
  'frames without an end': (n) => dumped(`\tat ${'a.'.repeat(n)}(`),
  'JSON of brackets': (n) => '['.repeat(2 * n),
  'JSON of objects': (n) => '{"threads":'.repeat(n / 6),
  'JSON of a text': (n) => `{"threads":[{"threadName":"${'\\"'.repeat(n)}"}]}`,
  'JSON of values': (n) => '1 '.repeat(n),
  'JSON of threads': (n) => `{"threads":[${'{},'.repeat(n / 2)}{}]}`,
};

function read(bytes: Uint8Array): void {
  try {
    threadDumpsIn(bytes);
  } catch (thrown) {
    if (!(thrown instanceof SluiceError)) throw thrown;
  }
}

/** The least of some: others have the machine too. */
function cpuMs(bytes: Uint8Array): number {
  const times = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    read(bytes);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

it.each(Object.keys(HOSTILE))('takes time in proportion to the file for %s', (name) => {
  const [small, large] = [30_000, 8 * 30_000].map((n) => encodeUtf8(HOSTILE[name](n)));
  read(small); // compiled
  const smallMs = cpuMs(small);
  // Eight times the length takes eight times as long, and sixty-four times if it is squared.
  expect(cpuMs(large)).toBeLessThan(Math.max(smallMs, 4) * 24);
});

it('keeps no more than it may of threads, of frames and of locks', () => {
  const memoryBytes = 1 << 20;
  const numbers = Array.from({ length: 20_000 }, (_, i) => i);
  const refused = [
    HEAD + numbers.map((i) => `"t${i}${REST}`).join(''),
    dumped(numbers.map((i) => `\tat a.B.c(B.java:${i})\n`).join('')),
    dumped(numbers.map((i) => `\t- locked <0x${i.toString(16)}> (a b.C)\n`).join('')),
    dumped('\tat a.B.c(B.java:1)\n'.repeat(200_000)),
    `{"threads":[${'{},'.repeat(20_000)}{}]}`,
  ];
  for (const text of refused)
    expect(() => threadDumpsIn(encodeUtf8(text), memoryBytes)).toThrow(
      'The thread dump is too large: its threads take more than 1 MiB of memory.',
    );
  // A pool of threads that do the same takes little.
  const pool =
    HEAD +
    numbers
      .slice(0, 3000)
      .map((i) => `"worker${REST}\tat a.B.c(B.java:1)\n\tat d.E.f(E.java:${i % 7})\n`)
      .join('');
  expect(threadDumpsIn(encodeUtf8(pool), memoryBytes)[0].threads).toHaveLength(3000);
});

it('shows the two ends of a long line', () => {
  const [{ threads }] = threadDumpsIn(encodeUtf8(`${HEAD}"begin${'x'.repeat(100_000)}end${REST}`));
  expect(threads[0].id).toBe(1);
  expect(threads[0].name).toMatch(/^beginx+…x+end$/);
  expect(threads[0].name.length).toBeLessThan(4096);
});
