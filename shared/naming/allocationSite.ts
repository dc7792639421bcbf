/** One place in a method that makes objects: what a number in a word `made` stands for. */
export interface AllocationSite {
  /** From 0 to SITE_LIMIT. */
  readonly number: number;
  /** As Java writes it, qualified: a.b.C$D, int[], a.b.C[][]. */
  readonly made: string;
  /** In the source; 0: the class file does not say. */
  readonly line: number;
  /** What each object takes; null: an array, whose length tells it; undefined: the JVM has not said yet. */
  readonly objectBytes?: number | null;
  /** It is no place in the method that has it: the method of each context that tells it has called code that is left out, and that made it. */
  readonly isBelow?: true;
}

/** The numbers of the sites of methods with what an object of each takes, where that is known. */
export function* objectBytesBySite(
  methods: Iterable<{ readonly sites?: readonly AllocationSite[] }>,
): Generator<readonly [number, number]> {
  for (const { sites } of methods)
    for (const { number, objectBytes } of sites ?? [])
      if (typeof objectBytes === 'number') yield [number, objectBytes];
}
