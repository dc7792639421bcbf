/** How well the clock `ticker` kept the time of a tree's threads while they were within the subgraph. */
export interface TickerAccount {
  /** Words taken, and those of them that came while events read System.nanoTime() themselves. */
  readonly words: number;
  readonly starvedWords: number;
  /** Times that the clock stood still for a thread that was within a root, a thread each. */
  readonly gaps: number;
  /** Of those gaps, what is charged to nobody: the thread went on meanwhile, and nobody knows where. */
  readonly leftOutNs: number;
  /** What may be charged to the wrong node, or to none: leftOutNs and more. */
  readonly doubtNs: number;
}

/** Accounts of several trees together; undefined where none of them has one. */
export function sumOfAccounts(accounts: readonly (TickerAccount | undefined)[]): TickerAccount | undefined {
  const known = accounts.filter((account) => account !== undefined);
  if (known.length === 0) return undefined;
  const sum = (of: (account: TickerAccount) => number): number =>
    known.reduce((total, account) => total + of(account), 0);
  return {
    words: sum(({ words }) => words),
    starvedWords: sum(({ starvedWords }) => starvedWords),
    gaps: sum(({ gaps }) => gaps),
    leftOutNs: sum(({ leftOutNs }) => leftOutNs),
    doubtNs: sum(({ doubtNs }) => doubtNs),
  };
}
