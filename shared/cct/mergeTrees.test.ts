import { describe, expect, it } from 'vitest';
import { formatTree } from '../testing/formatTree.ts';
import { tablesOf } from '../testing/tableOf.ts';
import { mergeTrees } from './mergeTrees.ts';

describe('mergeTrees', () => {
  it('adds equal contexts and keeps others apart', () => {
    const { tables, methodNames } = tablesOf(`
      one: 0>A 10>B 20<B 25<A
      two: 0>B 5>A 6<A 7<B ^ 8>A 9>B 10>C 11<C 12<B 13<A`);
    expect(formatTree(mergeTrees([...tables.values()]), methodNames)).toEqual([
      'A calls 2 total 30 self 17',
      '  B calls 2 total 13 self 12',
      '    C calls 1 total 1 self 1',
      'B calls 1 total 7 self 6',
      '  A calls 1 total 1 self 1',
    ]);
  });

  it('of one tree is that tree, of none is empty', () => {
    const [table] = tablesOf('main: 0>A 1>B 3>C 6<C 7<B 20<A').tables.values();
    expect(mergeTrees([table])).toEqual(table);
    expect(mergeTrees([]).length).toBe(1);
  });

  it('takes a context for timed that was so in one of them', () => {
    const { tables, methodNames } = tablesOf('one: 0>A +G 9<A\ntwo: 0>A 2>G 5<G 9<A');
    expect(formatTree(mergeTrees([...tables.values()]), methodNames)).toEqual([
      'A calls 2 total 18 self 15',
      '  G calls 2 total 3 self 3',
    ]);
  });

  it('keeps a parent before its children', () => {
    const { tables } = tablesOf(`
      one: 0>A 1>B 2<B 3<A
      two: 0>C 1>A 2<A 3<C ^ 4>A 5>D 6<D 7<A`);
    const { parent, length } = mergeTrees([...tables.values()]);
    for (let node = 1; node < length; node++) expect(parent[node]).toBeLessThan(node);
  });
});
