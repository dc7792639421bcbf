import type { HeapViewName } from '../../../shared/hprof/views/heapQuestion.ts';
import type { DataSet } from '../../../shared/recording/dataSets/dataSet.ts';
import type { MadeContexts } from '../../../shared/recording/sets/madeContexts.ts';
import type { RecordedTarget } from '../../../shared/recording/snapshot.ts';
import type { Deadlock } from '../../../shared/threads/deadlocks.ts';
import type { DumpedThread } from '../../../shared/threads/dumpedThread.ts';

/** What can be asked of files that others have written, and what is answered. Nothing in it is a class or a function: it goes to another thread. */
export interface Reads {
  readonly threads: { readonly question: ThreadsQuestion; readonly answer: ReadThreads };
  readonly deadlocks: { readonly question: DumpBytes; readonly answer: readonly Deadlock[] };
  /** As encodeSnapshot makes it: the tables of threads alone. */
  readonly recordedThreads: {
    readonly question: DumpBytes & { readonly target: RecordedTarget; readonly startedAtMs: number };
    readonly answer: Uint8Array;
  };
  /** As encodeSnapshot makes it. */
  readonly recording: { readonly question: { readonly bytes: Uint8Array }; readonly answer: Uint8Array };
  readonly heap: { readonly question: HeapFileQuestion; readonly answer: ReadHeap };
}

export type ReadKind = keyof Reads;
export type ReadQuestion = {
  [Kind in ReadKind]: { readonly kind: Kind } & Reads[Kind]['question'];
}[ReadKind];

export interface DumpBytes {
  readonly bytes: Uint8Array;
}

export interface ThreadsQuestion extends DumpBytes {
  /** Of several dumps in a file, from 1 on; null: the last one. */
  readonly dump: number | null;
  readonly memoryBytes: number;
}

export interface ReadThreads {
  /** All dumps of the file. */
  readonly dumps: readonly { readonly takenAt: string; readonly threads: number }[];
  /** Which of them it is, from 1 on. */
  readonly dump: number;
  readonly threads: readonly DumpedThread[];
}

export interface HeapFileQuestion {
  readonly path: string;
  /** Of LAYOUTS; null: as the objects lie. */
  readonly layout: string | null;
  readonly memoryBytes: number;
  readonly view: HeapViewName;
  readonly top: number;
  readonly depth: number;
  /** Pattern of classes. */
  readonly classes?: string;
  /** Address. */
  readonly object?: number;
  /** Of a recording that followed objects while the dump was made. */
  readonly made?: MadeContexts;
  /** A dump that cannot be joined with it is answered for all the same. */
  readonly isMadeOptional?: boolean;
  /** Only what these contexts of it have made. */
  readonly madeBy?: { readonly name: string; readonly contexts: ReadonlySet<number> };
}

export interface ReadHeap {
  readonly set: DataSet;
  readonly facts: HeapFacts;
  /** null: joined with no recording. */
  readonly joined: { readonly followed: number; readonly objects: number; readonly contexts: number } | null;
}

/** What holds for all views of a dump. */
export interface HeapFacts {
  readonly objects: number;
  readonly bytes: number;
  readonly layout: { readonly title: string; readonly headerBytes: number; readonly referenceBytes: number };
  readonly reason: 'found' | 'assumed' | 'chosen';
  readonly repeated: number;
  readonly dangling: number;
}
