/** What a hint says of an object: the kinds of leaks that there are. */
export type HintKind = 'loader' | 'listeners' | 'collection' | 'thread local' | 'biggest';

/** Something that may be a leak. */
export interface Hint {
  readonly kind: HintKind;
  /** What becomes more, or stays: "app.Session", a loader. */
  readonly what: string;
  /** One of the objects that hold it, to which the path leads. */
  readonly object: number;
  /** How many there are of `what`. */
  readonly objects: number;
  readonly retainedBytes: number;
  /** Of a loader: all that it stands for, itself included. */
  readonly alike?: readonly number[];
}

/** Of a kind, so that one kind does not push out the others. */
export const MOST_OF_A_KIND = 12;
