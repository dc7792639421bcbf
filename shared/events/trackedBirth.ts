/** An object that is followed from now on. */
export interface TrackedBirth {
  /** Of the recording, from 1: the word `tracked` has the same. */
  readonly serial: number;
  /** Of its place in the code: site and kind (madeWord.ts). */
  readonly code: number;
  /** It is followed whatever its size. */
  readonly isExact: boolean;
  /** Collections before it was made. */
  readonly bornAt: number;
  /** Shallow. */
  readonly bytes: number;
}
