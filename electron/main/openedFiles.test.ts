import { expect, it } from 'vitest';
import { openedFileIn } from './openedFiles.ts';

it.each([
  [['sluice', 'run.sluice'], '/data/run.sluice'],
  [['electron', '.', '--demo', '/tmp/a b.sluice'], '/tmp/a b.sluice'],
  [['sluice', 'threads.txt'], '/data/threads.txt'],
  [['sluice', 'run.JFR'], '/data/run.JFR'],
  [['sluice', 'run.jfr.gz'], '/data/run.jfr.gz'],
  [['electron', 'main.js', 'heap.hprof'], '/data/heap.hprof'],
  [['sluice', '--flag=x.sluice'], null],
  [['sluice'], null],
] as const)('%j opens %s', (argv, path) => {
  expect(openedFileIn(argv, '/data')).toBe(path);
});
