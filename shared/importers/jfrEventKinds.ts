import type { JvmEvent } from '../jvmEvents/eventSet.ts';
import { joinedKey, type JoinedFacts } from './jfrChunkFacts.ts';
import type { EventFields } from './jfrEventFields.ts';

type EventFacts = Pick<JvmEvent, 'kind'> & Partial<JvmEvent>;

export interface JfrEventKind {
  /** "jdk.ClassLoad" */
  readonly event: string;
  /** Other events tell a part of it, and may come later. */
  readonly isJoined?: true;
  /** Rows of it: the load of a CPU is two. */
  readonly read: (fields: EventFields, joined: JoinedFacts) => readonly EventFacts[];
}

/** Fields: HotSpot jfr/metadata/metadata.xml, jdk.jfr.events. One entry each. */
export const JFR_EVENT_KINDS: readonly JfrEventKind[] = [
  {
    event: 'jdk.GarbageCollection',
    isJoined: true,
    read: (fields, { collections }) => {
      const heap = collections.get(joinedKey(fields.number('gcId')));
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
    isJoined: true,
    read: (fields, { safepoints }) => {
      const facts = safepoints.get(joinedKey(fields.number('safepointId')));
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
