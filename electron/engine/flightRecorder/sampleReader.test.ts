import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundleScript } from '../../../build/bundleScript.mjs';
import type { ChunkPart } from '../../../shared/importers/liveRecording.ts';
import { decodeSnapshot } from '../../../shared/recording/file/snapshotCodec.ts';
import { jfrFile } from '../../../shared/testing/jfrFile.ts';
import { SampleReader } from './sampleReader.ts';
import type { TaskTimes } from './threadTimes.ts';

const JVM = { pid: 7, mainClass: 'com.acme.Shop', javaVersion: '25.0.1', vmName: '' };
/** What threads ran. */
const NOT_TOLD: TaskTimes = new Map();
/** Some tenths of a second of reading. */
const MANY = jfrFile(Array.from({ length: 60_000 }, (_, i) => `main: A.run B${i % 500}.work${i % 7}:12`));

let script = '';
beforeAll(async () => {
  script = await bundleScript('electron/engine/flightRecorder/sampleWorker.ts', 'sampleWorker');
});

describe('a reader of samples', () => {
  let reader: SampleReader;
  beforeEach(() => (reader = new SampleReader(script)));
  afterEach(() => reader.close());

  const read = (stacks: readonly string[]): Promise<Uint8Array> =>
    reader.read({ file: jfrFile(stacks), jvm: JVM, ran: NOT_TOLD });

  it('makes recordings of files, one after the other, with what is known of the JVM', async () => {
    const first = decodeSnapshot(await read(['main: A.run B.work:12']));
    expect(first.target).toMatchObject({ pid: 7, mainClass: 'com.acme.Shop', javaVersion: '25.0.1' });
    const second = decodeSnapshot(await read(['main: A.run', 'w: C.run', 'Sluice pump: D.d']));
    expect(second.threads.map(({ name }) => name)).toEqual(['main', 'w']);
  });

  it('makes recordings of all parts that came, after damaged ones too', async () => {
    const part = (chunk: number, file: Uint8Array): ChunkPart => ({
      ...{ chunk, at: 0, header: file.subarray(0, 68), bytes: file },
    });
    const names = async (...parts: ChunkPart[]): Promise<readonly string[]> =>
      decodeSnapshot(await reader.readMore(parts, JVM, NOT_TOLD)).threads.map(({ name }) => name);
    expect(await names(part(0, jfrFile(['main: A.run'])))).toEqual(['main']);
    await expect(names(part(1, new Uint8Array(100)))).rejects.toMatchObject({ code: 'io' });
    expect(await names(part(1, jfrFile(['w#2: B.run', 'Sluice pump#3: D.d'])))).toEqual(['main', 'w']);
  });

  it('says what a damaged file is, and goes on', async () => {
    await expect(
      reader.read({ file: Uint8Array.of(1, 2, 3), jvm: JVM, ran: NOT_TOLD }),
    ).rejects.toMatchObject({
      name: 'SluiceError',
    });
    await expect(read(['main: A.run'])).resolves.toBeInstanceOf(Uint8Array);
  });

  it('holds nobody up meanwhile', async () => {
    let longestMs = 0;
    let lastMs = performance.now();
    const turns = setInterval(() => {
      longestMs = Math.max(longestMs, performance.now() - lastMs);
      lastMs = performance.now();
    }, 1);
    const startMs = performance.now();
    await reader.read({ file: MANY, jvm: JVM, ran: NOT_TOLD });
    clearInterval(turns);
    expect(performance.now() - startMs).toBeGreaterThan(2 * longestMs);
  });

  it('gives up what it reads when it is closed', async () => {
    const reading = reader.read({ file: MANY, jvm: JVM, ran: NOT_TOLD });
    reader.close();
    await expect(reading).rejects.toMatchObject({ code: 'busy' });
    await expect(reader.read({ file: MANY, jvm: JVM, ran: NOT_TOLD })).rejects.toMatchObject({
      code: 'busy',
    });
  });
});
