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

/** What was measured by it, as a clause: only com.acme.** without com.acme.Log, core classes too. */
export function filterClause({ includes, excludes, includeCore }: RecordedFilter): string {
  const measured = includes.length > 0 ? `only ${includes.join(', ')}` : 'all classes';
  const without = excludes.length > 0 ? ` without ${excludes.join(', ')}` : '';
  return `${measured}${without}${includeCore ? ', core classes too' : ''}`;
}
