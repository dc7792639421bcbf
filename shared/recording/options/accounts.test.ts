import { expect, it } from 'vitest';
import type { MethodId } from '../../base/ids.ts';
import type { MethodInfo } from '../../naming/methodInfo.ts';
import { accountsByMethod, accountsOf } from './accounts.ts';

const METHODS = ['a.A', 'a.b.B', 'a.b.c.C', 'd.D'].map((className, i): MethodInfo => ({
  ...{ id: (16 + i) as MethodId, className, name: 'run', descriptor: '()V', root: false },
}));

/** The account of each of the methods; null: on none. */
function accounted(texts: readonly string[]): readonly (string | null)[] {
  const accounts = accountsOf(texts);
  const of = accountsByMethod(accounts, METHODS);
  return METHODS.map(({ id }) => (of(id) < 0 ? null : accounts[of(id)].name));
}

it.each([
  {
    rule: 'what says more wins, in whatever order',
    texts: ['wide=a.**', 'deep=a.b.c.**', 'mid=a.b.**'],
    expected: ['wide', 'mid', 'deep', null],
  },
  {
    rule: 'of those that say as much the first',
    texts: ['one=a.*', 'two=a.*'],
    expected: ['one', null, null, null],
  },
  {
    rule: 'a regular expression gives way to any name, however long it is',
    texts: ['regex=re:(a[.]b[.]c[.]C|d[.]D|no[.]such[.]Class)', 'wide=a.**'],
    expected: ['wide', 'wide', 'wide', 'regex'],
  },
  {
    rule: 'of two regular expressions the first',
    texts: ['one=re:a[.].*', 'two=re:.*'],
    expected: ['one', 'one', 'one', 'two'],
  },
])('of patterns: $rule', ({ texts, expected }) => {
  expect(accounted(texts)).toEqual(expected);
});

it('patterns of one name are one account, in the place where it was named first', () => {
  const texts = ['x=a.A', 'y=d.D', 'x=a.b.c.**'];
  expect(accounted(texts)).toEqual(['x', null, 'x', 'y']);
  expect(accountsOf(texts).map(({ name }) => name)).toEqual(['x', 'y']);
});
