import { describe, expect, it } from 'vitest';
import { crc32 } from '../base/crc32.ts';
import { exampleSnapshot } from '../testing/exampleSnapshot.ts';
import type { Snapshot } from './snapshot.ts';
import { decodeSnapshot, encodeSnapshot } from './snapshotCodec.ts';

const snapshot = exampleSnapshot(
  `
  main: 0>A 10>B 20<B +G 45<A
  wörker \u{1F600}: 5>B 9<B`,
  { notes: ['a note with "quotes" and a\nline'], refusals: ['demo.Demo::huge: code too large'] },
);

describe('the recording file', () => {
  it('holds all of a recording', () => {
    expect(decodeSnapshot(encodeSnapshot(snapshot))).toEqual(snapshot);
    const empty = exampleSnapshot('main: |');
    expect(decodeSnapshot(encodeSnapshot(empty))).toEqual(empty);
  });

  it('of version 1 is read, in which all calls have times', () => {
    const timed = exampleSnapshot('main: 0>A 10>B 20<B 45<A');
    const old = decodeSnapshot(asVersion1(encodeSnapshot(timed)));
    expect(old).toEqual(timed);
  });

  it('can be read from any place in memory', () => {
    const file = encodeSnapshot(snapshot);
    const shifted = new Uint8Array(file.length + 3);
    shifted.set(file, 3);
    expect(decodeSnapshot(shifted.subarray(3))).toEqual(snapshot);
  });

  it('is refused when foreign, with what it should be', () => {
    expect(() => decodeSnapshot(new Uint8Array(0))).toThrow('not a Sluice recording');
    expect(() => decodeSnapshot(Uint8Array.from('JAVA PROFILE 1.0.2', (c) => c.charCodeAt(0)))).toThrow(
      expect.objectContaining({ code: 'io', remedy: 'Open a file that Sluice saved (.sluice).' }),
    );
  });

  it('is refused when it is newer', () => {
    const file = encodeSnapshot(snapshot);
    file[8] = 3;
    expect(() => decodeSnapshot(file)).toThrow(
      expect.objectContaining({
        code: 'version',
        message: 'The recording has format version 3; this Sluice reads up to version 2.',
      }),
    );
  });

  it('is refused wherever it was cut, and when something follows it', () => {
    const file = encodeSnapshot(snapshot);
    for (let length = 0; length < file.length; length++) {
      expect(() => decodeSnapshot(file.subarray(0, length))).toThrow(/cut|not a Sluice recording/);
    }
    expect(() => decodeSnapshot(Uint8Array.from([...file, 0]))).toThrow('1 bytes follow its end');
  });

  it('is refused when any byte of a section is changed', () => {
    const file = encodeSnapshot(snapshot);
    for (let at = 16; at < file.length; at++) {
      const damaged = file.slice();
      damaged[at] ^= 0x40;
      try {
        // Zeros between sections mean nothing; whatever else still reads must say the same.
        expect(decodeSnapshot(damaged)).toEqual(snapshot);
      } catch (thrown) {
        expect(thrown).toMatchObject({ name: 'SluiceError', code: 'io' });
      }
    }
  });

  it('is refused when its checksums are right and its tree is none', () => {
    const table = { ...snapshot.threads[0].table, parent: Int32Array.of(-1, 0, 2, 1) };
    const thread = { ...snapshot.threads[0], table };
    expect(() => decodeSnapshot(encodeSnapshot({ ...snapshot, threads: [thread] }))).toThrow(
      'row 2 of the tree of thread "main" is impossible: method 17, parent 2, calls 1, self 10 ns, counted 0',
    );
  });

  it('may be from before threads were followed, and costs and filters told', () => {
    const { followThreads, instrumentation, filter, switches, ...older } = snapshot;
    expect({ followThreads, instrumentation, filter, switches }).not.toContain(undefined);
    const read = decodeSnapshot(encodeSnapshot(older as Snapshot));
    expect(read).toEqual({
      ...snapshot,
      followThreads: false,
      instrumentation: null,
      filter: null,
      switches: [],
    });
    const again = decodeSnapshot(encodeSnapshot(read));
    expect(again).toEqual(read);
  });

  it('keeps what was left out, and what was switched off while it ran', () => {
    const chosen = {
      ...snapshot,
      filter: { includes: ['demo.**'], excludes: ['demo.Log'], includeCore: true },
      switches: [
        { atMs: 1_500, on: false, pattern: 'demo.Demo::B', methods: 1 },
        { atMs: 2_000.5, on: true, pattern: 'demo.Demo::B', methods: 1 },
      ],
    };
    expect(decodeSnapshot(encodeSnapshot(chosen))).toEqual(chosen);
  });

  it('keeps that a method was refused', () => {
    const methods = snapshot.methods.map((method, i) =>
      i === 1 ? { ...method, refused: true as const } : method,
    );
    expect(decodeSnapshot(encodeSnapshot({ ...snapshot, methods })).methods).toEqual(methods);
  });

  it('is refused when a field of the header is missing', () => {
    const { target, ...rest } = snapshot;
    const broken = { ...rest, target: { ...target, pid: 'x' as unknown as number } };
    expect(() => decodeSnapshot(encodeSnapshot(broken))).toThrow(
      'header.target.pid is "x"; a number is needed',
    );
    const noScheme = { ...snapshot, scheme: 'C' as 'lazy' };
    expect(() => decodeSnapshot(encodeSnapshot(noScheme))).toThrow(
      'header.scheme is "C"; lazy or eager or everything is needed',
    );
  });
});

/** The file without the column `counted`. */
function asVersion1(file: Uint8Array): Uint8Array {
  const view = new DataView(file.buffer);
  const sections: number[][] = [];
  for (let at = 16; at < file.length;) {
    const kind = view.getUint32(at, true);
    const bytes = view.getUint32(at + 8, true);
    const nodes = kind === 2 ? view.getUint32(at + 16, true) : 0;
    const payload = [...file.subarray(at + 16, at + 16 + bytes - nodes)];
    const header = new Uint32Array([kind, crc32(Uint8Array.from(payload)), payload.length, 0]);
    const padding = new Array<number>((8 - (payload.length % 8)) % 8).fill(0);
    sections.push([...new Uint8Array(header.buffer), ...payload, ...padding]);
    at += 16 + Math.ceil(bytes / 8) * 8;
  }
  const old = Uint8Array.from([...file.subarray(0, 16), ...sections.flat()]);
  old[8] = 1;
  return old;
}

describe('crc32', () => {
  it('is that of ZIP and java.util.zip', () => {
    expect(crc32(Uint8Array.from('123456789', (c) => c.charCodeAt(0)))).toBe(0xcbf43926);
  });
});
