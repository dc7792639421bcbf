/** Events of one type, and how they are set. */
export interface RecordedEvents {
  /** "jdk.ExecutionSample" */
  readonly name: string;
  /** Setting -> value: "period" -> "10 ms". */
  readonly settings: Readonly<Record<string, string>>;
}
