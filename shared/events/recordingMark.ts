/** What becomes of a recording from a place of its event stream on. The numbers are those of the wire. */
export const RECORDING_MARK = {
  /** What begins from here on is not recorded; frames that are open still end. */
  pause: 1,
  /** What begins is recorded again. */
  resume: 2,
  /** The results begin anew; frames that are open stay open. */
  reset: 3,
} as const;

export type RecordingMark = keyof typeof RECORDING_MARK;
