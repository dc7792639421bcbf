/** An object that is followed from now on. */
export interface TrackedBirth {
  /** Below 2^44, and of hardly any other recording: the word `tracked` and the agent's reference in a heap dump have the same. */
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
