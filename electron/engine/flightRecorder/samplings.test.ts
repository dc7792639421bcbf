// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensure } from '../../../shared/base/assert.ts';
import { sumOf } from '../../../shared/base/sumOf.ts';
import { recordingResults } from '../../../shared/recording/recordingResults.ts';
import { decodeSnapshot } from '../../../shared/recording/file/snapshotCodec.ts';
import {
  compileJava,
  removeFolder,
  startJvm,
  TEST_JDKS,
  waitUntil,
  type TestJvm,
} from '../testing/javaFixture.ts';
import { canSampleCpuTime } from './sampleJvm.ts';
import { Samplings } from './samplings.ts';
import { readTaskTimes } from './threadTimes.ts';

/** Most of its time is in native code of the JDK, and enough in its own that JFR sees that often. */
const PACKER = `
public class Packer {
  static final byte[] BYTES = new byte[1 << 20], PACKED = new byte[1 << 20];
  static long sum;
  static void packs(java.util.zip.Deflater deflater) { deflater.reset(); deflater.setInput(BYTES); deflater.finish(); sum += deflater.deflate(PACKED); }
  static void counts() { for (int i = 0; i < 300_000; i++) sum = sum * 31 + (i ^ (sum >>> 7)); }
  public static void main(String[] args) {
    Thread worker = new Thread(() -> { var deflater = new java.util.zip.Deflater(); for (;;) { packs(deflater); counts(); } }, "worker");
    worker.setDaemon(true);
    worker.start();
    System.out.println("ready");
    try { while (System.in.read() >= 0) { } } catch (java.io.IOException e) { }
  }
}`;

/** CPU time of a process, ns. */
function ranBy(pid: number): number {
  return sumOf([...readTaskTimes(pid).values()].map(({ ranNs }) => ranNs));
}

const nothing = (): void => {};

let classes = '';
beforeAll(() => void (classes = compileJava('Packer', PACKER)));
afterAll(() => removeFolder(classes));

describe.each(TEST_JDKS.filter(({ hasCompiler }) => hasCompiler))('a sampling of JDK $feature', (java) => {
  let jvm: TestJvm;
  beforeAll(async () => {
    jvm = await startJvm({ java, arguments: ['-cp', classes, 'Packer'] });
  });
  afterAll(() => jvm.stop());

  it('has native code for the hottest method where the JVM samples CPU time, and tells what it lacks elsewhere', async () => {
    const samplings = new Samplings();
    const sampling = samplings.sample(jvm.pid, 60_000, {}, nothing, nothing);
    const ranNs = ranBy(jvm.pid);
    await waitUntil(() => ranBy(jvm.pid) > ranNs + 4e9, 'four seconds of work');
    samplings.end(jvm.pid);
    const file = samplings.take(await sampling);
    const snapshot = decodeSnapshot(ensure(file, 'the recording'));
    const { all, methods } = recordingResults(snapshot);
    const hottest = methods.get(all.method[all.selfNs.indexOf(Math.max(...all.selfNs))]).name;
    const byCpuTime = canSampleCpuTime(java.feature);
    expect([snapshot.clock, hottest]).toEqual(
      // Compiled, the loop of its caller may hold it.
      byCpuTime
        ? ['cpuSamples', 'deflateBytesBytes']
        : ['samples', expect.stringMatching(/^(counts|lambda\$main\$0)$/)],
    );
    const unseen = [expect.stringMatching(/that threads ran on a core, .* in thread worker:/)];
    expect(snapshot.notes).toEqual(byCpuTime ? [] : unseen);
  });

  it('begins when the one that was cancelled before has ended; while one goes on there is no other', async () => {
    const samplings = new Samplings();
    const begun = (): Promise<{ sampling: Promise<string> }> =>
      new Promise((resolve) => {
        const sampling = samplings.sample(jvm.pid, 60_000, {}, () => resolve({ sampling }), nothing);
        sampling.catch(nothing);
      });
    const first = await begun();
    await expect(samplings.sample(jvm.pid, 1_000, {}, nothing, nothing)).rejects.toThrow(
      'being sampled already',
    );
    samplings.cancel(jvm.pid);
    const second = await begun();
    await expect(first.sampling).rejects.toThrow('cancelled');
    samplings.end(jvm.pid);
    expect(samplings.take(await second.sampling)).not.toBeNull();
  });
});
