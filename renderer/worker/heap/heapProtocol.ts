import type { CallPath } from '../../../shared/analysis/callPath.ts';
import type { MadeContext } from '../../../shared/recording/sets/madeContexts.ts';
import type { SluiceErrorCode } from '../../../shared/base/errors.ts';
import type { DominatorChildren } from '../../../shared/hprof/views/dominatorChildren.ts';
import type { HeapViewName } from '../../../shared/hprof/views/heapQuestion.ts';
import type { HeapFile } from './heapFile.ts';
import type { DataSet } from '../../../shared/recording/dataSets/dataSet.ts';

/** All that page and worker say to each other of a heap dump. */

/** The name of a worker that reads a dump. */
export const HEAP_WORKER = 'heap';

export interface AskedHeapView {
  readonly view: HeapViewName;
  /** As rows are named, or a pattern of classes; null: all objects. */
  readonly subject: string | null;
  /** Only what this context has made, or what it has called. */
  readonly madeBy?: CallPath;
  /** Rows at most. */
  readonly top: number;
}

export type ToHeapWorker =
  | { readonly kind: 'open'; readonly file: HeapFile; readonly memoryBytes: number }
  | { readonly kind: 'ask'; readonly id: number; readonly question: AskedHeapView }
  /** @param recording the file of one that followed objects while the dump was made; answered by `joined` or `failed` */
  | { readonly kind: 'join'; readonly id: number; readonly recording: Blob }
  /** @param object null: what only the heap itself holds */
  | {
      readonly kind: 'askChildren';
      readonly id: number;
      readonly object: number | null;
      readonly most: number;
    };

/** What holds for a dump as a whole. */
export interface DumpFacts {
  readonly objects: number;
  readonly bytes: number;
  readonly fileBytes: number;
  readonly seconds: number;
  /** "64 bit, compressed" */
  readonly layout: string;
  /** Nothing told which it was. */
  readonly isLayoutAssumed: boolean;
}

/** What a recording has told of a dump. */
export interface JoinedMakers {
  /** Of so many objects it is known who has made them. */
  readonly objects: number;
  readonly contexts: readonly MadeContext[];
}

export type FromHeapWorker =
  /** @param done 0 to 1; 0 too where it is not known */
  | { readonly kind: 'progress'; readonly what: string; readonly done: number }
  | { readonly kind: 'opened'; readonly facts: DumpFacts }
  | { readonly kind: 'answer'; readonly id: number; readonly set: DataSet }
  | { readonly kind: 'joined'; readonly id: number; readonly makers: JoinedMakers }
  | { readonly kind: 'children'; readonly id: number; readonly children: DominatorChildren }
  /** @param id null: the dump could not be opened */
  | {
      readonly kind: 'failed';
      readonly id: number | null;
      readonly code: SluiceErrorCode | 'bug';
      readonly message: string;
      readonly remedy: string;
    };
