/** A JVM that is attached to. */
export interface AttachTarget {
  readonly pid: number;
  readonly nsPid: number;
  /** See readStartTicks: signals go to this process only, never to another that got its pid. */
  readonly startTicks: number;
  readonly euid: number;
  readonly egid: number;
}
