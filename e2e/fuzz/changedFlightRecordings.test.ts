import { expect, it } from 'vitest';
import { SluiceError } from '../../shared/base/errors.ts';
import { jfrRecording } from '../../shared/importers/jfrRecording.ts';
import { LiveRecording } from '../../shared/importers/liveRecording.ts';
import { seededRandom } from '../../shared/testing/arbitraryEvents.ts';
import { jfrFile } from '../../shared/testing/jfrFile.ts';
import { WAITING } from './dataSetViews.ts';
import { Mutator } from './mutator.ts';

const FILES = 10_000;
const HEADER_BYTES = 68;
const SEEDS = [
  WAITING,
  jfrFile(['main: A.run B.work:12', 'w: A.run', 'main: A.run cpu 4000']),
  jfrFile(['main: …A.run !L.x B.work:12']),
];

/** As a JVM that writes would have it: the first part without what comes behind, which its header does not tell of yet. */
function readInParts(file: Uint8Array, cutAt: number): void {
  const live = new LiveRecording(() => false);
  const header = file.slice(0, HEADER_BYTES);
  if (header.length === HEADER_BYTES) new DataView(header.buffer).setBigInt64(8, BigInt(cutAt));
  refusedAtMost(() => live.add([{ chunk: 0, at: 0, header, bytes: file.slice(0, cutAt) }]));
  live.add([{ chunk: 0, at: cutAt, header: file.slice(0, HEADER_BYTES), bytes: file.slice(cutAt) }]);
  live.snapshot();
}

function refusedAtMost(read: () => unknown): boolean {
  try {
    read();
    return false;
  } catch (thrown) {
    if (!(thrown instanceof SluiceError)) throw thrown;
    return true;
  }
}

it(
  `${FILES} changed files of the Flight Recorder are read or refused, whole and in parts`,
  { tags: ['slow'], timeout: 300_000 },
  () => {
    const random = seededRandom(24);
    const mutator = new Mutator(random, ['jdk.ExecutionSample', 'jdk.types.StackTrace', 'FLR']);
    const pick = (): Uint8Array => SEEDS[Math.floor(random() * SEEDS.length)];
    let refused = 0;
    for (let i = 0; i < FILES; i++) {
      const file = mutator.mutate(pick(), pick());
      if (refusedAtMost(() => jfrRecording(file))) refused++;
      refusedAtMost(() => readInParts(file, Math.floor(random() * file.length)));
    }
    expect(refused).toBeGreaterThan(FILES / 10);
    expect(refused).toBeLessThan(FILES);
  },
);
