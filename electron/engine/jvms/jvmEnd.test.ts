import { expect, it } from 'vitest';
import { crashReason } from './jvmEnd.ts';

const report = (...lines: readonly string[]): string => ['#', ...lines.map((line) => `# ${line}`)].join('\n');
const FATAL = 'A fatal error has been detected by the Java Runtime Environment:';

it.each([
  [report(FATAL, '', ' SIGSEGV (0xb) at pc=0x00007f, pid=7, tid=8', ''), 'SIGSEGV (0xb) at pc=0x00007f'],
  [
    report(FATAL, '', ' Internal Error (heap.cpp:7), pid=7, tid=8', ' fatal error: x'),
    'Internal Error (heap.cpp:7)',
  ],
  [
    report('There is insufficient memory for the Java Runtime Environment to continue.', 'Native memory ...'),
    'There is insufficient memory for the Java Runtime Environment to continue',
  ],
  ['', 'its report has no reason'],
  [`# ${'x'.repeat(1000)}`, 'x'.repeat(200)],
])('tells the reason of a crash from the head of its report', (head, reason) => {
  expect(crashReason(head)).toBe(reason);
});
