// @module-tag slow
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OBJECT_TYPE } from '../../../shared/hprof/dumpFormat.ts';
import { DumpWriter } from '../../../shared/testing/dumpWriter.ts';
import { jfrFile } from '../../../shared/testing/jfrFile.ts';
import { SampleReader } from '../flightRecorder/sampleReader.ts';
import { LONGEST_TURN_MS, turnsDuring } from '../testing/longestTurn.ts';
import { readAside } from './readAside.ts';
import type { HeapFileQuestion, ReadKind, Reads } from './readQuestions.ts';

/** One client has files read that are made to be slow; every other one is answered meanwhile. */

const JVM = { pid: 7, mainClass: 'com.acme.Shop', javaVersion: '25.0.1', vmName: '' };
const MIB = 2 ** 20;

/** Each thread has stacks of its own, and each stack is deep. */
function slowFlightRecording(): Uint8Array {
  const frames = Array.from({ length: 40 }, (_, i) => `B${i}.work`).join(' ');
  return jfrFile(
    Array.from({ length: 12_000 }, (_, i) => `t${i % 500}: A.run ${frames} C${i}.end:${i % 90}`),
  );
}

/** Names of quotes and blanks, where the end of a name was looked for again and again. */
function slowThreadDump(): Uint8Array {
  const name = '" '.repeat(500);
  const frames = '\tat demo.Worker.run(Worker.java:12)\n'.repeat(30);
  const threads = Array.from(
    { length: 8_000 },
    (_, i) => `"${name}${i}" #${i} prio=5 tid=0x1 nid=0x1 runnable\n${frames}\n`,
  );
  return Buffer.from(`Full thread dump OpenJDK 64-Bit Server VM (25 mixed mode):\n\n${threads.join('')}`);
}

/** Objects that refer to each other crosswise, in a line: what holds what is worked out in many rounds. */
function slowHeapDump(): Uint8Array {
  const writer = new DumpWriter();
  const fields = ['next', 'other'].map((name) => ({ name, type: OBJECT_TYPE }));
  writer.classDump({ id: 0x1000, name: 'java/lang/Object' });
  writer.classDump({ id: 0x2000, name: 'demo/Node', superId: 0x1000, fields });
  const count = 800_000;
  const address = (i: number): number => 0x10_0000 + (i % count) * 32;
  for (let i = 0; i < count; i++)
    writer.instance(address(i), 0x2000, [
      [OBJECT_TYPE, address(i + 1)],
      [OBJECT_TYPE, address(i * 7_919)],
    ]);
  writer.root('unknown root', address(0));
  return writer.finish();
}

let folder = '';
let flightRecording: Uint8Array;
let threadDump: Uint8Array;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-held-up-'));
  flightRecording = slowFlightRecording();
  threadDump = slowThreadDump();
  const heapDump = slowHeapDump();
  writeFileSync(join(folder, 'slow.hprof'), heapDump);
  writeFileSync(join(folder, 'slow.hprof.gz'), gzipSync(heapDump));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function asked<Kind extends ReadKind>(
  kind: Kind,
  questionOf: () => Reads[Kind]['question'],
): () => Promise<unknown> {
  return () => readAside(kind, questionOf(), { subject: 'The file', fileBytes: 100 * MIB });
}

const heapQuestion = (name: string): HeapFileQuestion => ({
  ...{ path: join(folder, name), layout: null, memoryBytes: 512 * MIB },
  ...{ view: 'suspects', top: 30, depth: 6 },
});

/** As `sample` reads what a JVM has written, whoever that is. */
async function sampled(read: (reader: SampleReader) => Promise<unknown>): Promise<void> {
  const reader = new SampleReader();
  try {
    await read(reader);
  } finally {
    reader.close();
  }
}

const READ: Readonly<Record<string, () => Promise<unknown>>> = {
  'threads of a thread dump': asked('threads', () => ({
    ...{ bytes: threadDump, dump: null, memoryBytes: 512 * MIB },
  })),
  'deadlocks of a thread dump': asked('deadlocks', () => ({ bytes: threadDump })),
  'a thread dump as a recording': asked('recordedThreads', () => ({
    ...{ bytes: threadDump, startedAtMs: 0, target: { ...JVM, commandLine: '' } },
  })),
  'a file of the Flight Recorder': asked('recording', () => ({ bytes: flightRecording })),
  'a heap dump': asked('heap', () => heapQuestion('slow.hprof')),
  'a packed heap dump': asked('heap', () => heapQuestion('slow.hprof.gz')),
  'what was sampled': () =>
    sampled((reader) => reader.read({ file: flightRecording, jvm: JVM, ran: new Map() })),
  'what is sampled, part by part': () =>
    sampled((reader) => {
      const header = flightRecording.subarray(0, 68);
      return reader.readMore([{ chunk: 0, at: 0, header, bytes: flightRecording }], JVM, new Map());
    }),
};

it.each(Object.entries(READ))(
  'reading %s holds no other client up',
  { timeout: 120_000 },
  async (_, read) => {
    const [, { longestMs, besideMs }] = await turnsDuring(read);
    expect(besideMs, 'what would have held them up').toBeGreaterThan(2 * LONGEST_TURN_MS);
    expect(longestMs).toBeLessThan(LONGEST_TURN_MS);
  },
);
