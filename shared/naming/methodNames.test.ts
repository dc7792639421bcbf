import { describe, expect, it } from 'vitest';
import type { MethodId } from '../base/ids.ts';
import { methodName, methodPattern, parameterTypes, shortenedName } from './methodNames.ts';
import { MethodTable } from './methodTable.ts';

const run = { className: 'org.acme.web.Server$1', name: 'run', descriptor: '(ILjava/lang/String;[[J)V' };

describe('method names', () => {
  it('come short, shortened and long', () => {
    expect(methodName(run, 'short')).toBe('Server$1.run(int, String, long[][])');
    expect(methodName(run, 'shortened')).toBe('o.a.w.Server$1.run(int, String, long[][])');
    expect(methodName(run, 'long')).toBe('org.acme.web.Server$1.run(int, java.lang.String, long[][])');
  });

  it('show constructors and class initializers as what they are', () => {
    expect(methodName({ ...run, name: '<init>', descriptor: '(Z)V' }, 'short')).toBe('new Server$1(boolean)');
    expect(methodName({ ...run, name: '<clinit>', descriptor: '()V' }, 'short')).toBe('Server$1.<clinit>');
  });

  it('come as the pattern that matches just this method', () => {
    expect(methodPattern(run)).toBe('org.acme.web.Server$1::run(int,java.lang.String,long[][])');
  });

  it('leave the unnamed package alone', () => {
    expect(shortenedName('Main')).toBe('Main');
    expect(shortenedName('a.Main')).toBe('a.Main');
  });

  it('read descriptors, and make nothing of what is none', () => {
    expect(parameterTypes('(BCDFIJSZ[Ljava/util/Map$Entry;)Ljava/lang/Object;')).toEqual([
      ...['byte', 'char', 'double', 'float', 'int', 'long', 'short', 'boolean'],
      'java.util.Map$Entry[]',
    ]);
    expect(parameterTypes('nonsense')).toEqual([]);
  });
});

describe('MethodTable', () => {
  const table = new MethodTable([
    { id: 20 as MethodId, ...run, root: true },
    { id: 16 as MethodId, className: 'org.acme.web.Page', name: 'run', descriptor: '()V', root: false },
    { id: 17 as MethodId, className: 'org.acme.web.Page', name: 'draw', descriptor: '()V', root: false },
  ]);

  it('ranks methods by class, name and descriptor', () => {
    expect([17, 16, 20].map((id) => table.nameRanks[id])).toEqual([0, 1, 2]);
  });

  it('finds methods by all words of a query, whatever their case', () => {
    const found = (query: string): number[] => [16, 17, 20].filter((id) => table.matches(query)[id] === 1);
    expect(found('RUN')).toEqual([16, 20]);
    expect(found('page run')).toEqual([16]);
    expect(found('string')).toEqual([20]);
    expect(found('  ')).toEqual([]);
  });

  it('has an answer for ids that nobody explained', () => {
    expect(methodName(table.get(99), 'short')).toBe('unknown.method 99()');
  });
});
