import { describe, expect, it } from 'vitest';
import { jfrRecording } from '../importers/jfrRecording.ts';
import { openRecording } from '../importers/openRecording.ts';
import { HEADER_BYTES } from '../testing/jfrChunkBytes.ts';
import { jfrFile } from '../testing/jfrFile.ts';

const FIRST = jfrFile(['main#1: A.run B.first', 'main#1: A.run B.first']);
const LAST = jfrFile(['main#1: A.run B.last', 'main#1: A.run B.last', 'main#1: A.run B.last']);

/** Of a header. */
const [SIZE_AT, CHECKPOINT_AT, METADATA_AT, FLAGS_AT] = [8, 16, 24, 64];

function changed(
  chunk: Uint8Array,
  ...values: readonly (readonly [at: number, value: number])[]
): Uint8Array {
  const copy = chunk.slice();
  for (const [at, value] of values)
    if (at === FLAGS_AT) new DataView(copy.buffer).setUint32(at, value);
    else new DataView(copy.buffer).setBigInt64(at, BigInt(value));
  return copy;
}

/** As a JVM writes it: types and pools come before the last events, so what is cut behind them can be read without them. */
function flushed(chunk: Uint8Array): Uint8Array {
  const view = new DataView(chunk.buffer);
  const checkpointAt = Number(view.getBigInt64(CHECKPOINT_AT));
  const parts = [
    chunk.subarray(0, HEADER_BYTES),
    chunk.subarray(checkpointAt),
    chunk.subarray(HEADER_BYTES, checkpointAt),
  ];
  const metadataAt = Number(view.getBigInt64(METADATA_AT)) - checkpointAt + HEADER_BYTES;
  return changed(
    Uint8Array.from(Buffer.concat(parts)),
    [CHECKPOINT_AT, HEADER_BYTES],
    [METADATA_AT, metadataAt],
  );
}

function samplesOf(file: Uint8Array): { samples: number; complete: boolean; losses: readonly string[] } {
  const { threads, complete, losses } = openRecording(file);
  const samples = threads.flatMap(({ table }) => [...(table.more?.get('samples') ?? [])]);
  return { samples: samples.reduce((sum, n) => sum + n, 0), complete, losses };
}

const joined = (...parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(Buffer.concat(parts));

describe('what is whole of a file is read, and the rest told', () => {
  it.each([
    ['whole', joined(FIRST, LAST), 5, []],
    [
      'cut within its last chunk, whose types are lost with it',
      joined(FIRST, LAST).subarray(0, FIRST.length + LAST.length - 10),
      ...[
        2,
        [
          `chunk 2 was cut: ${LAST.length - 10} of ${LAST.length} bytes are there, and it cannot be read without that`,
        ],
      ],
    ],
    [
      'cut within the events of its last chunk, whose types came before them',
      joined(FIRST, flushed(LAST)).subarray(0, FIRST.length + LAST.length - 30),
      ...[4, [`chunk 2 was cut: ${LAST.length - 30} of ${LAST.length} bytes are there`]],
    ],
    [
      'cut within the header of its last chunk',
      joined(FIRST, LAST.subarray(0, 40)),
      ...[2, ['the last 40 bytes of the file are no chunk: it was cut or changed there']],
    ],
    [
      'with zeros behind',
      joined(FIRST, LAST, new Uint8Array(4096)),
      ...[5, ['the last 4096 bytes of the file are zeros: it was cut or changed there']],
    ],
    [
      'with other bytes behind',
      joined(FIRST, changed(LAST, [FLAGS_AT, 3]), new Uint8Array(100).fill(255)),
      ...[5, ['the last 100 bytes of the file are no chunk: it was cut or changed there']],
    ],
    [
      'of a JVM that has not written where the parts of its last chunk are',
      joined(FIRST, changed(LAST, [METADATA_AT, 0], [CHECKPOINT_AT, 0])),
      ...[5, ['chunk 2 was not ended by its JVM: its last events may be missing']],
    ],
    [
      'nor its size',
      joined(FIRST, changed(LAST, [SIZE_AT, 0], [METADATA_AT, 0], [CHECKPOINT_AT, 0]), new Uint8Array(512)),
      ...[5, ['chunk 2 was not ended by its JVM: its last events may be missing']],
    ],
    [
      'with events behind what its JVM told last',
      joined(FIRST, flushed(LAST), LAST.subarray(HEADER_BYTES, HEADER_BYTES + (LAST[HEADER_BYTES] & 0x7f))),
      ...[6, ['chunk 2 was not ended by its JVM: its last events may be missing']],
    ],
  ] as const)('%s', (_, file, samples, losses) => {
    expect(samplesOf(file)).toEqual({ samples, losses, complete: losses.length === 0 });
  });

  it('tells of samples whose stacks were in the part that is lost', () => {
    const [start, checkpointAt] = [
      HEADER_BYTES,
      Number(new DataView(LAST.buffer).getBigInt64(CHECKPOINT_AT)),
    ];
    // The pools of the first chunk have no stack of key 2.
    const events = jfrFile(['main#1: A.run', 'main#1: A.run B.other']).slice(start, start + 30);
    const file = flushed(jfrFile(['main#1: A.run']));
    expect(checkpointAt).toBeGreaterThan(start);
    expect(samplesOf(joined(FIRST, file, events))).toMatchObject({
      complete: false,
      losses: [expect.any(String), '1 events name a stack that the file does not have'],
    });
  });
});

it.each([
  [
    (file: Uint8Array) => new DataView(file.buffer).setUint32(4, 9),
    /version 0\.9.*commercial Flight Recorder of JDK 7 or 8/,
  ],
  [
    (file: Uint8Array) => new DataView(file.buffer).setUint16(4, 7),
    /has version 7\.0: Sluice reads versions 1 and 2/,
  ],
  [(file: Uint8Array) => new DataView(file.buffer).setUint32(64, 0), /has whole integers/],
])('says of which version a file is that it does not read', (change, sentence) => {
  const file = FIRST.slice();
  change(file);
  expect(() => jfrRecording(file)).toThrow(sentence);
});
