import { expect, it } from 'vitest';
import { PaperJvm } from '../testing/paperJvm.ts';
import { borderMethodsOf } from './borderMethods.ts';
import type { Border } from './borders.ts';

const SOURCE = `
  package p;
  interface Closing { void close(); }
  interface Source extends Closing { Object get(int i); Object get(String name); default void ping() { } void put(Object o); }
  interface Rows extends Source { Object get(); }
  interface Sink { void send(String text); }
  interface Wide extends Source { default void close() { get(1); } }
  abstract class Base {
    public Object get(int i) { return null; }
    public Object get(long i) { return null; }
    void helper() { }
  }
  class Inheriting extends Base implements Source {
    public String get(String name) { return name; }
    public void put(Object o) { }
    public void close() { }
  }
  class Wrapping implements Wide {
    public Object get(int i) { return null; }
    public Object get(String name) { return null; }
    public void put(Object o) { }
    private void close(int how) { }
  }
  class Table implements Rows {
    public Object get() { return null; }
    public Object get(int i) { return null; }
    public Object get(String name) { return null; }
    public void put(Object o) { }
    public void close() { }
  }
  abstract class Unfinished implements Sink { }
  class Mine implements Sink { public void send(String text) { } }
  class NotLoaded implements Sink { public void send(String text) { } }
  class Other { void send(String text) { } Object get(int i) { return null; } }`;

const LOADED = ['Inheriting', 'Wrapping', 'Table', 'Unfinished', 'Mine', 'Other'].map((name) => `p.${name}`);
const BORDERS: readonly Border[] = [
  { name: 'sources', methods: { 'p.Source': ['get', 'close', 'ping'], 'p.Rows': ['get'] } },
  { name: 'sinks', methods: { 'p.Sink': ['send'] } },
  { name: 'nobody', methods: { 'p.Missing': ['send'] } },
];

it('names what implements methods of borders, and overloads that do not are none of them', async () => {
  const jvm = await PaperJvm.of(SOURCE, LOADED);
  expect(await borderMethodsOf(jvm, () => false, BORDERS)).toEqual([
    {
      name: 'sources',
      patterns: [
        'p.Base::get(int)', // inherited from a class that does not implement it; its get(long) is none
        'p.Inheriting::close',
        'p.Inheriting::get', // its bridge, too
        'p.Table::close',
        'p.Table::get', // some by one type, some by another
        'p.Wide::close', // a default method of an interface below
        'p.Wrapping::get',
      ],
    },
    { name: 'sinks', patterns: ['p.Mine::send'] },
  ]);
  expect(jvm.log).toEqual([]);
});

it('leaves out what is measured anyway, and borders that nobody is left of', async () => {
  const jvm = await PaperJvm.of(SOURCE, LOADED);
  const borders = await borderMethodsOf(jvm, (name) => name === 'p.Mine' || name === 'p.Base', BORDERS);
  expect(borders.map(({ name }) => name)).toEqual(['sources']);
  expect(borders[0].patterns).not.toContain('p.Base::get(int)');
});
