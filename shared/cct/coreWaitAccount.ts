/** What the threads of a tree, ready to run, waited for a core while they were within the subgraph. */
export interface CoreWaitAccount {
  /** Charged to nobody. */
  readonly leftOutNs: number;
  /** Of the waits, what may have been left out at the wrong node, or not at all. */
  readonly doubtNs: number;
}

export const NO_CORE_WAITS: CoreWaitAccount = { leftOutNs: 0, doubtNs: 0 };

/** Accounts of several trees together; undefined where none of them has one. */
export function sumOfCoreWaits(
  accounts: readonly (CoreWaitAccount | undefined)[],
): CoreWaitAccount | undefined {
  const known = accounts.filter((account) => account !== undefined);
  if (known.length === 0) return undefined;
  return known.reduce((sum, { leftOutNs, doubtNs }) => ({
    leftOutNs: sum.leftOutNs + leftOutNs,
    doubtNs: sum.doubtNs + doubtNs,
  }));
}
