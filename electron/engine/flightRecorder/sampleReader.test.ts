import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundleScript } from '../../../build/bundleScript.mjs';
import { decodeSnapshot } from '../../../shared/recording/snapshotCodec.ts';
import { jfrFile } from '../../../shared/testing/jfrFile.ts';
import { SampleReader } from './sampleReader.ts';

const JVM = { pid: 7, mainClass: 'com.acme.Shop', javaVersion: '25.0.1', vmName: '' };
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

  it('makes recordings of files, one after the other, with what is known of the JVM', async () => {
    const first = decodeSnapshot(await reader.read(jfrFile(['main: A.run B.work:12']), JVM));
    expect(first.target).toMatchObject({ pid: 7, mainClass: 'com.acme.Shop', javaVersion: '25.0.1' });
    const second = decodeSnapshot(
      await reader.read(jfrFile(['main: A.run', 'w: C.run', 'Sluice pump: D.d']), JVM),
    );
    expect(second.threads.map(({ name }) => name)).toEqual(['main', 'w']);
  });

  it('says what a damaged file is, and goes on', async () => {
    await expect(reader.read(Uint8Array.of(1, 2, 3), JVM)).rejects.toMatchObject({ name: 'SluiceError' });
    await expect(reader.read(jfrFile(['main: A.run']), JVM)).resolves.toBeInstanceOf(Uint8Array);
  });

  it('holds nobody up meanwhile', async () => {
    let longestMs = 0;
    let lastMs = performance.now();
    const turns = setInterval(() => {
      longestMs = Math.max(longestMs, performance.now() - lastMs);
      lastMs = performance.now();
    }, 1);
    const startMs = performance.now();
    await reader.read(MANY, JVM);
    clearInterval(turns);
    expect(performance.now() - startMs).toBeGreaterThan(2 * longestMs);
  });

  it('gives up what it reads when it is closed', async () => {
    const reading = reader.read(MANY, JVM);
    reader.close();
    await expect(reading).rejects.toMatchObject({ code: 'busy' });
    await expect(reader.read(MANY, JVM)).rejects.toMatchObject({ code: 'busy' });
  });
});
