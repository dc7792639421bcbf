/** What was found out about one promise of the rewriter, for a report. */
export interface Verdict {
  /** "JDK 17: every class links with probes in every method" */
  readonly title: string;
  /** One sentence each; none: the promise is kept. */
  readonly problems: readonly string[];
  /** Why it could not be found out; null: it was. */
  readonly skipped: string | null;
}

export function verdict(title: string, problems: readonly string[]): Verdict {
  return { title, problems, skipped: null };
}
