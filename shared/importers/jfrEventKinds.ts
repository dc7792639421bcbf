import type { JfrChunk } from '../jfr/jfrChunk.ts';
import type { JvmEvent } from '../jvmEvents/eventSet.ts';
import { EventFields } from './jfrEventFields.ts';

/** What is told of one happening by several events. */
export interface JoinedFacts {
  /** By the number of the collection: what was in use before and after it. */
  readonly collections: ReadonlyMap<number, HeapInUse>;
  /** By the number of the safepoint. */
  readonly safepoints: ReadonlyMap<number, SafepointFacts>;
}

export interface HeapInUse {
  before: number;
  after: number;
}

export interface SafepointFacts {
  operation: string;
  /** Of its operations: the threads stand still meanwhile. */
  ns: number;
}

type EventFacts = Pick<JvmEvent, 'kind'> & Partial<JvmEvent>;

interface JfrEventKind {
  /** "jdk.ClassLoad" */
  readonly event: string;
  /** Rows of it: the load of a CPU is two. */
  readonly read: (fields: EventFields, joined: JoinedFacts) => readonly EventFacts[];
}

/** Fields: HotSpot jfr/metadata/metadata.xml, jdk.jfr.events. One entry each. */
export const JFR_EVENT_KINDS: readonly JfrEventKind[] = [
  {
    event: 'jdk.GarbageCollection',
    read: (fields, { collections }) => {
      const heap = collections.get(fields.number('gcId'));
      const what = [fields.text('name'), fields.text('cause')].filter((part) => part !== '').join(', ');
      return [{ kind: 'collection', what, bytes: heap?.after ?? NaN, bytesBefore: heap?.before ?? NaN }];
    },
  },
  { event: 'jdk.GCPhasePause', read: (fields) => [{ kind: 'GC pause', what: fields.text('name') }] },
  {
    event: 'jdk.GCHeapSummary',
    read: (fields) => [{ kind: 'heap', what: fields.text('when'), bytes: fields.amount('heapUsed') }],
  },
  {
    event: 'jdk.SafepointBegin',
    read: (fields, { safepoints }) => {
      const facts = safepoints.get(fields.number('safepointId'));
      const reachNs = fields.ns('duration');
      return [{ kind: 'safepoint', what: facts?.operation ?? '', durationNs: reachNs + (facts?.ns ?? 0) }];
    },
  },
  {
    event: 'jdk.CPULoad',
    read: (fields) => [
      { kind: 'CPU of the JVM', percent: percent(fields.amount('jvmUser') + fields.amount('jvmSystem')) },
      { kind: 'CPU of the machine', percent: percent(fields.amount('machineTotal')) },
    ],
  },
  {
    event: 'jdk.JavaThreadStatistics',
    read: (fields) => [{ kind: 'threads', count: fields.amount('activeCount') }],
  },
  {
    event: 'jdk.ThreadStart',
    read: (fields) => [
      { kind: 'thread start', what: fields.thread('thread'), other: fields.thread('parentThread') },
    ],
  },
  { event: 'jdk.ThreadEnd', read: (fields) => [{ kind: 'thread end', what: fields.thread('thread') }] },
  {
    event: 'jdk.Compilation',
    read: (fields) => [
      {
        kind: 'compilation',
        what: fields.method('method'),
        other: `${fields.text('compiler') || 'compiler'}, level ${fields.number('compileLevel')}`,
        bytes: fields.amount('codeSize'),
      },
    ],
  },
  {
    event: 'jdk.Deoptimization',
    read: (fields) => [
      { kind: 'deoptimization', what: fields.method('method'), other: fields.text('reason') },
    ],
  },
  {
    event: 'jdk.ClassLoad',
    read: (fields) => [
      {
        kind: 'class load',
        what: fields.className('loadedClass'),
        other: fields.loader('definingClassLoader'),
      },
    ],
  },
  {
    event: 'jdk.ClassUnload',
    read: (fields) => [{ kind: 'class unload', what: fields.className('unloadedClass') }],
  },
  {
    event: 'jdk.JavaExceptionThrow',
    read: (fields) => [
      { kind: 'exception', what: fields.className('thrownClass'), other: fields.text('message') },
    ],
  },
  {
    event: 'jdk.JavaErrorThrow',
    read: (fields) => [
      { kind: 'error', what: fields.className('thrownClass'), other: fields.text('message') },
    ],
  },
  { event: 'jdk.FileRead', read: (fields) => [fileFacts('file read', fields, 'bytesRead')] },
  { event: 'jdk.FileWrite', read: (fields) => [fileFacts('file write', fields, 'bytesWritten')] },
  { event: 'jdk.SocketRead', read: (fields) => [socketFacts('socket read', fields, 'bytesRead')] },
  { event: 'jdk.SocketWrite', read: (fields) => [socketFacts('socket write', fields, 'bytesWritten')] },
];

/** What was in use before and after each collection of a chunk. */
export function collectionFacts(chunk: JfrChunk): ReadonlyMap<number, HeapInUse> {
  const found = new Map<number, HeapInUse>();
  const fields = new EventFields(chunk);
  for (const event of chunk.events(({ name }) => name === 'jdk.GCHeapSummary')) {
    fields.read(event);
    const id = fields.number('gcId');
    const heap = found.get(id) ?? { before: NaN, after: NaN };
    found.set(id, heap);
    if (fields.text('when').startsWith('Before')) heap.before = fields.amount('heapUsed');
    else heap.after = fields.amount('heapUsed');
  }
  return found;
}

/** What the JVM did at each safepoint of a chunk. */
export function safepointFacts(chunk: JfrChunk): ReadonlyMap<number, SafepointFacts> {
  const found = new Map<number, SafepointFacts>();
  const fields = new EventFields(chunk);
  for (const event of chunk.events(({ name }) => name === 'jdk.ExecuteVMOperation')) {
    fields.read(event);
    if (!fields.isSet('safepoint')) continue;
    const id = fields.number('safepointId');
    const facts = found.get(id) ?? { operation: '', ns: 0 };
    found.set(id, facts);
    facts.operation = [facts.operation, fields.text('operation')].filter((part) => part !== '').join(', ');
    facts.ns += fields.ns('duration');
  }
  return found;
}

function percent(share: number): number {
  return Math.round(share * 1000) / 10;
}

function fileFacts(kind: 'file read' | 'file write', fields: EventFields, bytes: string): EventFacts {
  return { kind, what: fields.text('path'), bytes: fields.amount(bytes) };
}

function socketFacts(kind: 'socket read' | 'socket write', fields: EventFields, bytes: string): EventFacts {
  const host = fields.text('host') || fields.text('address');
  return { kind, what: `${host}:${fields.number('port')}`, bytes: fields.amount(bytes) };
}
