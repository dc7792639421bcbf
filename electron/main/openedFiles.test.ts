import { expect, it } from 'vitest';
import { recordingIn } from './openedFiles.ts';

it.each([
  [['sluice', 'run.sluice'], '/data/run.sluice'],
  [['electron', '.', '--demo', '/tmp/a b.sluice'], '/tmp/a b.sluice'],
  [['sluice', '--flag=x.sluice'], null],
  [['sluice'], null],
] as const)('%j opens %s', (argv, path) => {
  expect(recordingIn(argv, '/data')).toBe(path);
});
