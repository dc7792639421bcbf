import { checkLoadReply } from '../../electron/engine/attach/attachReply.ts';
import { compiledMethodsIn } from '../../electron/engine/attach/compiledMethods.ts';
import { parsePerfData } from '../../electron/engine/jvms/hsperfdata.ts';
import { readAttachFlags, splitJavaCommand, splitOptions } from '../../electron/engine/jvms/javaOptions.ts';
import { perfDataBytes } from '../../electron/engine/testing/perfDataBytes.ts';
import { crc32 } from '../../shared/base/crc32.ts';
import { BugError } from '../../shared/base/errors.ts';
import type { MethodId } from '../../shared/base/ids.ts';
import { encodeUtf8 } from '../../shared/base/utf8.ts';
import { rewriteClass } from '../../shared/bytecode/rewriteClass.ts';
import { ThreadTrees } from '../../shared/cct/threadTrees.ts';
import { readClass } from '../../shared/classfile/classReader.ts';
import { decodeSnapshot, encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { disassemble } from '../../shared/classfile/disassemble.ts';
import type { EngineApi } from '../../shared/ipc/engineApi.ts';
import { dispatch } from '../../shared/ipc/rpc.ts';
import { compileJava } from '../../shared/testing/compileJava.ts';
import { EXAMPLE_SET } from '../../shared/testing/exampleDataSet.ts';
import { openRecording } from '../../shared/importers/openRecording.ts';
import { jfrFile } from '../../shared/testing/jfrFile.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { goldenBlocks } from '../../shared/testing/goldenBlocks.ts';
import { goldenMessages } from '../../shared/testing/goldenWire.ts';
import { BlockDecoder } from '../../shared/wire/blockDecoder.ts';
import { decodeMessage, encodeMessage } from '../../shared/wire/controlCodec.ts';
import {
  FrameSplitter,
  LENGTH_BYTES,
  MAX_PACKET_LENGTH,
  MIN_PACKET_LENGTH,
} from '../../shared/wire/frameSplitter.ts';
import { builtHeapDump } from './builtHeapDump.ts';
import { builtThreadDump, decodeThreadDump, THREAD_DUMPS } from './builtThreadDump.ts';
import { recipes } from './hostileBytes.ts';
import { decodeHeapDump, heapDumpSeeds } from './heapDumpTarget.ts';
import { decodeHierarchy, hierarchySeeds } from './hierarchyTarget.ts';
import { recordingOfAllSets, showDataSets, WAITING } from './dataSetViews.ts';
import { decodeSubgraph, subgraphSeeds } from './subgraphTarget.ts';

/** A decoder of bytes from outside. */
export interface FuzzTarget {
  readonly name: string;
  readonly seeds: readonly Uint8Array[];
  /** The bytes are choices from which a hostile file is built: examples too may be refused. */
  readonly built?: true;
  /** Takes the bytes, or refuses them with a SluiceError; whatever else it throws is a fault. */
  decode(bytes: Uint8Array): void | Promise<void>;
  /** Makes checksums right, so that what is behind them is reached. */
  mend?(bytes: Uint8Array): Uint8Array;
}

const PACKET_HEADER_BYTES = LENGTH_BYTES + MIN_PACKET_LENGTH;
const RECORDING_HEADER_BYTES = 16;
const SECTION_HEADER_BYTES = 16;

const VICTIM = `import java.util.*;
public class Victim {
  final Object kept; int n;
  Victim(int i) { this(i > 3 ? new StringBuilder().append(i) : "s" + i); n = i; }
  Victim(Object o) { super(); for (int i = 0; i < 3; i++) n += i; kept = o; }
  static int switches(int i, String s) { switch (i) { case 1: i++; case 2: return i; case 900: i = 7; break; default: return -i; } switch (s) { case "a": return 1; default: return i; } }
  String tries(List<String> l) { try { synchronized (this) { return l.get(n).trim(); } } catch (IndexOutOfBoundsException | NullPointerException e) { return e.getMessage(); } finally { n++; } }
  Runnable lambda(long[] a, double d) { return () -> System.out.println(a[0] + d + n); }
}`;

/** Everything that reads what another process or person has written. */
export function fuzzTargets(): readonly FuzzTarget[] {
  return [
    {
      name: 'frames',
      seeds: goldenMessages().map(({ bytes }) => bytes),
      decode: decodeFrames,
    },
    {
      name: 'blocks',
      seeds: goldenBlocks().map(({ bytes }) => bytes),
      decode: (bytes) => {
        const trees = new ThreadTrees();
        new BlockDecoder(trees).feed(bytes);
        trees.snapshot();
      },
    },
    {
      name: 'classes',
      seeds: [...compileJava({ 'Victim.java': VICTIM }).values()],
      decode: decodeClass,
    },
    {
      name: 'hierarchies',
      seeds: hierarchySeeds(),
      decode: decodeHierarchy,
    },
    {
      name: 'subgraphs',
      seeds: subgraphSeeds(compileJava({ 'Victim.java': VICTIM })),
      decode: decodeSubgraph,
    },
    {
      name: 'questions',
      seeds: QUESTIONS.map((text) => new TextEncoder().encode(text)),
      decode: decodeQuestion,
    },
    {
      name: 'recordings',
      seeds: [
        exampleSnapshot('main: 0>A 10>B 20<B +G 45<A', { dataSets: [EXAMPLE_SET] }),
        exampleSnapshot('main: 0>A 100>B 200<B +B 450<A\n other: 5>B 9000000<B', { dataSets: [EXAMPLE_SET] }),
        exampleSnapshot('main: |', { dataSets: [EXAMPLE_SET] }),
        recordingOfAllSets(),
      ].map(encodeSnapshot),
      decode: (bytes) => showDataSets(decodeSnapshot(bytes)),
      mend: withChecksums,
    },
    {
      name: 'flightRecordings',
      seeds: [
        jfrFile(['main: A.run B.work:12', 'w: A.run']),
        jfrFile(['main: …A.run !L.x B.work:12']),
        WAITING,
      ],
      decode: (bytes) => showDataSets(decodeSnapshot(encodeSnapshot(openRecording(bytes)))), // what is read can be saved and read again
    },
    {
      name: 'heapDumps',
      seeds: heapDumpSeeds(),
      decode: decodeHeapDump,
    },
    {
      name: 'builtHeapDumps',
      ...{ seeds: recipes(6), built: true as const },
      decode: (recipe) => decodeHeapDump(builtHeapDump(recipe)),
    },
    {
      name: 'threadDumps',
      seeds: THREAD_DUMPS.map(encodeUtf8),
      decode: decodeThreadDump,
    },
    {
      name: 'builtThreadDumps',
      ...{ seeds: recipes(6), built: true as const },
      decode: (recipe) => decodeThreadDump(builtThreadDump(recipe)),
    },
    {
      name: 'perfData',
      seeds: [
        perfDataBytes({
          'sun.rt.javaCommand': 'com.acme.Shop one',
          'sun.rt.jvmCapabilities': '1000',
          long: 7,
        }),
        perfDataBytes({}),
      ],
      decode: (bytes) => void parsePerfData(bytes),
    },
    {
      name: 'attachReplies',
      seeds: ['0\nreturn code: 0\n', '0\n1 2 0 a.B.c()V [0x1, 0x2 - 0x3]\n'].map((text) => Buffer.from(text)),
      decode: (bytes) => {
        const text = Buffer.from(bytes).toString('utf8');
        compiledMethodsIn(text);
        checkLoadReply(text);
      },
    },
    {
      name: 'commandLines',
      seeds: ['-cp\0a b\0-XX:+DisableAttachMechanism\0Shop\0one', '@file\0-jar\0"a b".jar'].map((text) =>
        Buffer.from(text),
      ),
      decode: (bytes) => {
        const text = Buffer.from(bytes).toString('utf8');
        const { options } = splitJavaCommand(text.split('\0'));
        readAttachFlags([...options, ...splitOptions(text)], new Map([['JAVA_TOOL_OPTIONS', text]]));
      },
    },
  ];
}

/** A packet that is taken says the same when it is written and read again. */
function decodeFrames(bytes: Uint8Array): void {
  const splitter = new FrameSplitter();
  splitter.limitBytes = MAX_PACKET_LENGTH;
  for (const { id, type, fields } of splitter.frames(bytes)) {
    const message = decodeMessage(type, fields);
    const written = encodeMessage(id, message);
    const again = encodeMessage(id, decodeMessage(type, written.subarray(PACKET_HEADER_BYTES)));
    if (written.length !== again.length || written.some((byte, i) => byte !== again[i])) {
      throw new BugError(`${message.kind} is written otherwise than it was read`);
    }
  }
}

/** A class that carries probes is a class file again, each of its methods readable to the end, and the same in all else. */
function decodeClass(bytes: Uint8Array): void {
  const model = readClass(bytes);
  const texts = model.methods.map((method) => disassemble(model, method));
  const targets = new Map(
    model.methods.map(({ index }) => [index, { methodId: (200 + index) as MethodId, root: false }]),
  );
  const { bytes: rewritten } = rewriteClass(model, targets, { probeClass: 'Probe' });
  if (rewritten === null) return;
  try {
    const again = readClass(rewritten);
    const [before, after] = [model, again].map(({ name, methods }) =>
      JSON.stringify([name, methods.map((method) => method.name + method.descriptor)]),
    );
    if (before !== after) throw new Error(`${before} has become ${after}`);
    for (const [i, method] of again.methods.entries()) {
      const text = disassemble(again, method);
      if (text.length < texts[i].length) throw new Error(`${method.name} has lost instructions`);
    }
  } catch (thrown) {
    throw new BugError(`what was rewritten is no class file: ${String(thrown)}`);
  }
}

const QUESTIONS = [
  '{"id":1,"method":"listJvms","params":[]}',
  '{"id":2,"method":"attach","params":[4711]}',
  '{"id":3,"method":"start","params":["s1",{"roots":["a.B::c"],"scheme":"lazy","clock":"wall","includes":[],"excludes":[],"includeCore":false,"followThreads":true,"countTrivial":true}]}',
  '{"id":4,"method":"searchClasses","params":["s1","List",50]}',
  '{"id":5,"method":"start","params":["s1",{"kind":"region","method":"a.B::c","lines":{"first":1,"last":2}}]}',
];

/** Each text is answered with JSON, under its number, and no answer is a fault of ours; nothing is called but by its name. */
async function decodeQuestion(bytes: Uint8Array): Promise<void> {
  const called: string[] = [];
  const engine = new Proxy({} as EngineApi, {
    get:
      (_, name) =>
      (...params: unknown[]) => {
        called.push(String(name));
        return Promise.resolve(params);
      },
  });
  const text = new TextDecoder().decode(bytes);
  const answer = JSON.parse(await dispatch(engine, text)) as {
    readonly id: unknown;
    readonly error?: { readonly code: string; readonly message: string };
  };
  if (typeof answer.id !== 'number') throw new BugError('an answer has no number');
  if (answer.error?.code === 'bug') throw new BugError(answer.error.message);
  if (called.length !== (answer.error === undefined ? 1 : 0)) throw new BugError(`called: ${called.join()}`);
  if (called.some((name) => name === 'constructor' || name.startsWith('__')))
    throw new BugError(called.join());
}

function withChecksums(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = RECORDING_HEADER_BYTES; at + SECTION_HEADER_BYTES <= bytes.length;) {
    const payloadBytes = view.getUint32(at + 8, true);
    const payloadAt = at + SECTION_HEADER_BYTES;
    if (payloadBytes > bytes.length - payloadAt) break;
    view.setUint32(at + 4, crc32(bytes.subarray(payloadAt, payloadAt + payloadBytes)), true);
    at = payloadAt + Math.ceil(payloadBytes / 8) * 8;
  }
  return bytes;
}
