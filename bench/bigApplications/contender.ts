import type { Application, ApplicationSource } from '../../e2e/applications/application.ts';
import { sumOf } from '../../shared/base/sumOf.ts';
import { recordingResults } from '../../shared/recording/recordingResults.ts';
import type { Snapshot } from '../../shared/recording/snapshot.ts';
import type { Jdk } from '../../e2e/fixtures/jdks.ts';

/** A running application, warm and under load. */
export interface Running {
  readonly jdk: Jdk;
  readonly source: ApplicationSource;
  readonly classPath: string;
  readonly application: Application;
}

export interface Counts {
  readonly instrumented: number;
  readonly called: number;
  readonly rootCalls: number;
}

/** What a recording of its root came to. Moments are those of performance.now(). */
export interface Outcome extends Counts {
  readonly startAtMs: number;
  /** The first root call was there from its beginning to its end; null: none was. */
  readonly wholeRootAtMs: number | null;
  readonly detachAtMs: number;
  readonly detachedAtMs: number;
  /** What it says that is not as it should be. */
  readonly faults: readonly string[];
}

/** Who records, and how. */
export interface Contender {
  readonly name: string;
  /** null: none. */
  readonly goals: Goals | null;
  /** @throws Error it cannot, with the reason */
  record(running: Running, forMs: number): Promise<Outcome>;
}

export interface Goals {
  readonly perCalled: number;
  readonly wholeRootMs: number;
  readonly longestStopMs: number;
  readonly stoppedMs: number;
  readonly requestMs: number;
  readonly detachMs: number;
}

export function countsOf(snapshot: Snapshot, { root }: ApplicationSource): Counts {
  const { hot } = recordingResults(snapshot);
  const roots = new Set<number>(
    snapshot.methods
      .filter(({ className, name }) => `${className}::${name}` === root.method)
      .map(({ id }) => id),
  );
  return {
    instrumented: snapshot.instrumentedMethods,
    called: hot.calls.filter((calls) => calls > 0).length,
    rootCalls: sumOf(hot.calls.filter((_, row) => roots.has(hot.method[row]))),
  };
}
