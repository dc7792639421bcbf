/**
 * What each target in targets/ calls when it is told to "run" once, worked out by hand from its source. One line per
 * node of the calling context tree: `Class.method calls`, children indented; the order of siblings means nothing.
 *
 * Rules that the pictures follow: the JDK's own methods are left out (a callback hangs under the nearest measured
 * frame, or stands alone in a followed thread); the numbers that
 * javac gives to lambdas are cut off (they differ between its versions), as are those of proxies; threads are merged, and
 * what other threads run without entering the root is not there.
 */
export interface ExpectedTree {
  /** Class in targets/, also the name of the program. */
  readonly target: string;
  readonly root: string;
  /** Options of `java`. */
  readonly jvmArgs?: readonly string[];
  /** Patterns of what is left out besides the JDK. */
  readonly excludes?: readonly string[];
  /** More options of `sluice record`. */
  readonly options?: readonly string[];
  readonly tree: string;
  /** Oldest JDK that can compile and run it. */
  readonly sinceJdk?: number;
}

/** Names the picture among all: a target may be there several times, with different roots or options. */
export function titleOf({ target, root, options = [] }: ExpectedTree): string {
  return [root === `${target}::root` ? target : root, ...options].join(' ');
}
