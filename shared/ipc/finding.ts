/** One thing that `sluice doctor` looked at. */
export interface Finding {
  /** A name that scripts can rely on. */
  readonly id: string;
  /** problem: attaching cannot work until it is mended; note: it can, and this is good to know. */
  readonly state: 'ok' | 'note' | 'problem';
  readonly text: string;
  /** What to do about it; "" where there is nothing to do. */
  readonly remedy: string;
}

/** All that attaching depends on. */
export interface EngineFindings {
  /** Of the machine that the engine runs on. */
  readonly machine: readonly Finding[];
  /** Of one process; empty where none is asked about. */
  readonly target: readonly Finding[];
}
