import type { TrackedBirth } from '../events/trackedBirth.ts';

/** What of the objects of contexts is still there, by allocation site: rows in no order, each pair of both once. */
export interface LiveTable {
  readonly length: number;
  readonly node: Int32Array; //      row -> NodeIndex
  readonly code: Int32Array; //      row -> site and kind, as words have them
  readonly objects: Float64Array; // row -> objects and arrays, an estimate where not all are followed
  readonly bytes: Float64Array; //   row -> of these
  readonly variance: Float64Array; // row -> of bytes, square bytes; 0: all are followed
  /** row -> the numbers of collections that there had been when they were made, each once: so many different ages they have. */
  readonly births: readonly (readonly number[])[];
  /** row -> those of its objects that are followed. */
  readonly followed: readonly (readonly TrackedBirth[])[];
}

export const NOTHING_LIVES: LiveTable = {
  length: 0,
  node: new Int32Array(),
  code: new Int32Array(),
  objects: new Float64Array(),
  bytes: new Float64Array(),
  variance: new Float64Array(),
  births: [],
  followed: [],
};

/** In `more` of a tree: objects and arrays that a node's own invocations have made and that are still there, and their bytes. */
export const LIVE_OBJECTS = 'liveObjects';
export const LIVE_BYTES = 'liveBytes';
