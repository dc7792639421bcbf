/** What a recording was told to measure, besides its roots. */
export interface RecordedFilter {
  /** Patterns of what was measured, and nothing else but the roots; none: all that was not left out. */
  readonly includes: readonly string[];
  /** Patterns of what was left out besides the core classes. */
  readonly excludes: readonly string[];
  /** java.*, jdk.* and the like were measured too. */
  readonly includeCore: boolean;
}

/** In words for a report; "" when nothing but the core classes was left out. */
export function filterText({ includes, excludes, includeCore }: RecordedFilter): string {
  return [
    ...(includes.length > 0 ? [`Only: ${includes.join(', ')}`] : []),
    ...(excludes.length > 0 ? [`Left out: ${excludes.join(', ')}`] : []),
    ...(includeCore ? ['Core classes: measured'] : []),
  ].join('   ');
}
