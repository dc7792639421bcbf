import { UsageError } from '../../base/errors.ts';
import { CALLS, pairsIn, SELF_TIME, type Metric } from '../../metrics/metric.ts';
import { accountedNodes, type AccountedNodes } from './accountedNodes.ts';
import { accountsByMethod, accountsOf, NO_ACCOUNT, type Account } from '../options/accounts.ts';
import { chosenTree } from '../chosenThreads.ts';
import type { DataSet } from '../dataSets/dataSet.ts';
import { linksNamed } from '../dataSets/dataSetParts.ts';
import { columnsOf, valueLike } from '../dataSets/rowColumns.ts';
import { mergedValue } from './mergedValue.ts';
import { MADE_CONTEXTS_SET } from './madeSets.ts';
import type { Snapshot } from '../snapshot.ts';

/** Rows: accounts, and below each for whom it worked. */
export const ACCOUNTS_SET = 'accounts';
/** Rows: for whom was worked, and below each by whom. */
export const PRINCIPALS_SET = 'principals';
/** Rows: what was made, on which account, for whom and on which thread. */
export const ACCOUNT_OBJECTS_SET = 'account-objects';

const ACCOUNT_SETS: readonly string[] = [ACCOUNTS_SET, PRINCIPALS_SET, ACCOUNT_OBJECTS_SET];
/** In place of a name. */
const NONE = '(none)';

const ACCOUNT = { id: 'account', title: 'Account' } as const;
const PRINCIPAL = { id: 'principal', title: 'On behalf of' } as const;

/**
 * The recording with other accounts: its data sets of accounts are those of `texts`.
 * @param texts NAME=PATTERN; none: it has no such data sets
 * @throws SluiceError 'usage' that says what is not understood, and for other accounts than those where alone it has probes
 */
export function withAccounts(snapshot: Snapshot, texts: readonly string[]): Snapshot {
  if (snapshot.accountsOnly && texts.join() !== snapshot.accounts.join())
    throw new UsageError(
      `The recording has probes only where its own accounts begin: ${snapshot.accounts.join(', ')}.`,
      'For other accounts record anew with them, or without --accounts-only.',
    );
  const others = snapshot.dataSets.filter(({ id }) => !ACCOUNT_SETS.includes(id));
  const sets = texts.length === 0 ? [] : accountSets(snapshot, accountsOf(texts));
  return { ...snapshot, accounts: texts, dataSets: [...others, ...sets] };
}

function accountSets(snapshot: Snapshot, accounts: readonly Account[]): readonly DataSet[] {
  const accountOf = accountsByMethod(accounts, snapshot.methods);
  const nameOf = (account: number): string => (account === NO_ACCOUNT ? NONE : accounts[account].name);
  const tree = chosenTree(snapshot, 'all');
  const nodes = accountedNodes(tree, accountOf);
  const timed = snapshot.clock === 'none' ? [] : [SELF_TIME];
  const metrics = [CALLS, ...timed, ...pairsIn([tree]).map(({ self }) => self)];
  const columns = metrics.map((metric) => ({ metric, values: metric.valuesOf(tree) }));
  const pairs = pairSums(nodes, columns, nameOf);
  return [
    twoLevels(ACCOUNTS_SET, 'Accounts', ACCOUNT, PRINCIPAL, pairs, metrics),
    twoLevels(PRINCIPALS_SET, 'Principals', PRINCIPAL, ACCOUNT, pairs.map(turned), metrics),
    ...objectsByAccount(snapshot, accountOf, nameOf),
  ];
}

/** Of an account and whom it worked for, or the other way around. */
interface PairSums {
  readonly outer: string;
  readonly inner: string;
  readonly sums: Float64Array;
}

function turned({ outer, inner, sums }: PairSums): PairSums {
  return { outer: inner, inner: outer, sums };
}

/** By account and principal, what all their contexts have of each column. */
function pairSums(
  { agent, principal }: AccountedNodes,
  columns: readonly { readonly values: Float64Array }[],
  nameOf: (account: number) => string,
): readonly PairSums[] {
  const pairs = new Map<string, PairSums>();
  for (let node = 1; node < agent.length; node++) {
    const key = `${agent[node]} ${principal[node]}`;
    let pair = pairs.get(key);
    if (pair === undefined) {
      const sums = new Float64Array(columns.length);
      pairs.set(key, (pair = { outer: nameOf(agent[node]), inner: nameOf(principal[node]), sums }));
    }
    for (const [i, { values }] of columns.entries()) pair.sums[i] += values[node];
  }
  return [...pairs.values()];
}

/** A tree of two levels: those with most of the last metric first, which is what all others are about where there are several. */
function twoLevels(
  id: string,
  title: string,
  outer: { readonly id: string; readonly title: string },
  inner: { readonly id: string; readonly title: string },
  pairs: readonly PairSums[],
  metrics: readonly Metric[],
): DataSet {
  const groups = new Map<string, PairSums[]>();
  for (const pair of pairs) groups.set(pair.outer, [...(groups.get(pair.outer) ?? []), pair]);
  const heads = [...groups].map(([name, below]) => {
    const sums = below.reduce((sum, pair) => sum.map((value, i) => value + pair.sums[i]), noSums(metrics));
    return { head: { outer: name, inner: '', sums }, below: [...below].sort(mostFirst) };
  });
  heads.sort((a, b) => mostFirst(a.head, b.head));
  const rows: { readonly pair: PairSums; readonly parent: number }[] = [];
  for (const { head, below } of heads) {
    const parent = rows.length;
    rows.push({ pair: head, parent: -1 }, ...below.map((pair) => ({ pair, parent })));
  }
  return {
    id,
    title,
    ...columnsOf(rows, {
      texts: [
        [outer.id, outer.title, ({ pair }) => pair.outer],
        [inner.id, inner.title, ({ pair }) => pair.inner],
      ],
      links: [['parent', 'Row above', ({ parent }) => parent]],
      values: metrics.map((metric, i) => valueLike(metric, ({ pair }) => pair.sums[i])),
    }),
  };
}

function noSums({ length }: readonly Metric[]): Float64Array {
  return new Float64Array(length);
}

function mostFirst(a: PairSums, b: PairSums): number {
  const last = a.sums.length - 1;
  return b.sums[last] - a.sums[last] || compareText(a.outer, b.outer) || compareText(a.inner, b.inner);
}

/** None where no objects were counted. */
function objectsByAccount(
  { threads, dataSets }: Snapshot,
  accountOf: (method: number) => number,
  nameOf: (account: number) => string,
): readonly DataSet[] {
  const contexts = dataSets.find(({ id }) => id === MADE_CONTEXTS_SET);
  if (contexts === undefined) return [];
  const [made] = contexts.texts;
  const [threadOf, nodeOf] = ['thread', 'context'].map((id) => linksNamed(contexts, id));
  const ofThreads = threads.map(({ table }) => accountedNodes(table, accountOf));
  const rows = new Map<string, { readonly texts: readonly string[]; readonly sums: Float64Array }>();
  for (let row = 0; row < contexts.rows; row++) {
    const [thread, node] = [threadOf?.[row] ?? -1, nodeOf?.[row] ?? -1];
    const nodes = ofThreads.at(thread);
    if (thread < 0 || nodes === undefined || !(node >= 0 && node < nodes.agent.length)) continue;
    const texts = [
      made.texts[row],
      nameOf(nodes.agent[node]),
      nameOf(nodes.principal[node]),
      threads[thread].name,
    ];
    const key = JSON.stringify(texts);
    let sum = rows.get(key);
    if (sum === undefined) rows.set(key, (sum = { texts, sums: new Float64Array(contexts.values.length) }));
    for (const [i, { id, values }] of contexts.values.entries())
      sum.sums[i] = mergedValue(id, sum.sums[i], values[row]);
  }
  const sorted = [...rows.values()].sort((a, b) =>
    a.texts.reduce((order, text, i) => order || compareText(text, b.texts[i]), 0),
  );
  return [
    {
      id: ACCOUNT_OBJECTS_SET,
      title: 'Made, by account',
      ...columnsOf(sorted, {
        texts: [
          ['made', 'Made', ({ texts }) => texts[0]],
          [ACCOUNT.id, ACCOUNT.title, ({ texts }) => texts[1]],
          [PRINCIPAL.id, PRINCIPAL.title, ({ texts }) => texts[2]],
          ['thread', 'Thread', ({ texts }) => texts[3]],
        ],
        values: contexts.values.map((column, i) => valueLike(column, ({ sums }) => sums[i])),
      }),
    },
  ];
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
