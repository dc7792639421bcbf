import type { OwnFrame } from './supportLog.ts';

const MOST_FRAMES = 8;

/** Where an error came from, as far as it is in bundles of ours: file names and places, no message and no folder. */
export function ownFrames(thrown: unknown): readonly OwnFrame[] {
  const stack = thrown instanceof Error ? (thrown.stack ?? '') : '';
  // The message stands before the first frame and may hold anything.
  const frames = stack.split('\n').filter((line) => /^ {4}at /.test(line));
  return frames
    .map((line) => /[\\/](sluice|serverMain|main)\.js:(\d+):(\d+)\)?$/.exec(line))
    .filter((match) => match !== null)
    .map(([, name, line, column]): OwnFrame => `${name}.js:${Number(line)}:${Number(column)}`)
    .slice(0, MOST_FRAMES);
}
