import { expect, it } from 'vitest';
import { jfrRecording } from '../importers/jfrRecording.ts';
import { jfrFile } from '../testing/jfrFile.ts';
import type { Snapshot } from './snapshot.ts';
import { unseenTimeNote } from './unseenTime.ts';

/** Threads with so many samples of 10 ms each that ran so long, s. */
function sampled(
  threads: readonly (readonly [name: string, samples: number, ranS: number | null])[],
): Snapshot {
  const stacks = threads.flatMap(([name, samples]) => Array<string>(samples).fill(`${name}: A.a`));
  const snapshot = jfrRecording(jfrFile(stacks));
  return {
    ...snapshot,
    threads: snapshot.threads.map((thread, i) => {
      const ranS = threads[i][2];
      return ranS === null ? thread : { ...thread, cpu: { ranNs: ranS * 1e9, readyNs: 0 } };
    }),
  };
}

it('tells how much of what threads ran a timer has not seen, and in which thread most of it was', () => {
  const threads = [
    ['main', 100, 1.5],
    ['writer', 100, 4.5],
    ['virtual', 500, null],
  ] as const;
  expect(unseenTimeNote(sampled(threads))).toMatch(
    /^The samples lack 4\.00 s of 6\.00 s that threads ran on a core, 3\.50 s in thread writer:/,
  );
});

it('tells nothing where it has seen nearly all, where little is missing, and of samples of CPU time', () => {
  expect(unseenTimeNote(sampled([['main', 100, 1.9]]))).toBeNull();
  expect(unseenTimeNote(sampled([['main', 800, 10]]))).toBeNull();
  expect(unseenTimeNote(sampled([['main', 100, null]]))).toBeNull();
  const much = sampled([['main', 100, 9]]);
  expect(unseenTimeNote(much)).toMatch(/^The samples lack 8\.00 s of 9\.00 s .*, all in thread main:/);
  expect(unseenTimeNote({ ...much, clock: 'cpuSamples' })).toBeNull();
});

it('counts threads without any sample, and says where one thread has all samples', () => {
  const busy = [
    { name: 'consumer-0', ranNs: 4e9 },
    { name: 'consumer-1', ranNs: 5e9 },
  ];
  expect(unseenTimeNote(sampled([['main', 1, 0.1]]), busy)).toMatch(
    /^All samples are of thread main, which ran 100 ms of 9\.10 s on a core: thread consumer-1 ran 5\.00 s and has none\./,
  );
  const two = [
    ['main', 100, 1.5],
    ['writer', 100, 1.5],
  ] as const;
  expect(unseenTimeNote(sampled(two), busy)).toMatch(
    /^The samples lack 10\.0 s of 12\.0 s .* 5\.00 s in thread consumer-1:/,
  );
  expect(unseenTimeNote(sampled([['main', 800, 8]]), [{ name: 'idle', ranNs: 5e8 }])).toBeNull();
});

it('counts no samples of one thread for another, where threads waited for a core', () => {
  const packer = [{ name: 'packer', ranNs: 3e9 }];
  expect(unseenTimeNote(sampled([['main', 400, 0.6]]), packer)).toMatch(/^All samples are of thread main/);
});
