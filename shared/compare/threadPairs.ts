import type { RecordedThread } from '../recording/snapshot.ts';

/** A thread of two recordings. Java numbers threads anew in each run: what two runs have in common is the name. */
export interface ThreadPair {
  readonly name: string;
  readonly virtual: boolean;
  /** Several threads of one recording may have one name; none: the other one alone has it. */
  readonly idsA: readonly number[];
  readonly idsB: readonly number[];
}

type Named = Pick<RecordedThread, 'id' | 'name' | 'virtual'>;

/** Those of A first, in their order. */
export function threadPairs(a: readonly Named[], b: readonly Named[]): readonly ThreadPair[] {
  const pairs = new Map<string, { name: string; virtual: boolean; idsA: number[]; idsB: number[] }>();
  const pairOf = ({ name, virtual }: Named) => {
    const key = `${virtual} ${name}`;
    const pair = pairs.get(key) ?? { name, virtual, idsA: [], idsB: [] };
    pairs.set(key, pair);
    return pair;
  };
  for (const thread of a) pairOf(thread).idsA.push(thread.id);
  for (const thread of b) pairOf(thread).idsB.push(thread.id);
  return [...pairs.values()];
}
