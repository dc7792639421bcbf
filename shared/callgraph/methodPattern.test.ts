import { describe, expect, it } from 'vitest';
import { SluiceError } from '../base/errors.ts';
import { parseMethodPattern } from './methodPattern.ts';

const matchesClass = (pattern: string, ...names: string[]) =>
  names.filter((name) => parseMethodPattern(pattern).matchesClass(name));

const matchesMethod = (pattern: string, className: string, name: string, descriptor = '()V') =>
  parseMethodPattern(pattern).matchesMethod(className, name, descriptor);

describe('class patterns', () => {
  const names = ['a.B', 'a.B$C', 'a.b.D', 'a.b.D$1', 'ab.E', 'F'];

  it('take a package and those below it with **', () => {
    expect(matchesClass('a.**', ...names)).toEqual(['a.B', 'a.B$C', 'a.b.D', 'a.b.D$1']);
    expect(matchesClass('**', ...names)).toEqual(names);
  });

  it('take one package with *, nested classes too', () => {
    expect(matchesClass('a.*', ...names)).toEqual(['a.B', 'a.B$C']);
    expect(matchesClass('*', ...names)).toEqual(['F']);
  });

  it('name one class, nested ones with $ or a dot', () => {
    expect(matchesClass('a.B', ...names)).toEqual(['a.B']);
    expect(matchesClass('a.B$C', ...names)).toEqual(['a.B$C']);
    expect(matchesClass('a.B.C', ...names)).toEqual(['a.B$C']);
    expect(matchesClass('a.b.D$*', ...names)).toEqual(['a.b.D$1']);
  });

  it('may be a regular expression of the whole name', () => {
    expect(matchesClass('re:a\\..*', ...names)).toEqual(['a.B', 'a.B$C', 'a.b.D', 'a.b.D$1']);
    expect(matchesClass('re:a', ...names)).toEqual([]);
    expect(matchesClass('re:a.*', 'a\nb', 'a\u2028b')).toEqual(['a\nb', 'a\u2028b']);
  });

  it('exclude with an exclamation mark', () => {
    const pattern = parseMethodPattern(' !a.B ');
    expect([pattern.isExclusion, pattern.text]).toEqual([true, 'a.B']);
  });
});

describe('method patterns', () => {
  it('take all overloads, or one by its types', () => {
    expect(matchesMethod('a.B::run', 'a.B', 'run', '(I)V')).toBe(true);
    expect(matchesMethod('a.B::run', 'a.B', 'runs')).toBe(false);
    expect(matchesMethod('a.B::run(int,String)', 'a.B', 'run', '(ILjava/lang/String;)V')).toBe(true);
    expect(matchesMethod('a.B::run( int , java.lang.String )', 'a.B', 'run', '(ILjava/lang/String;)V')).toBe(
      true,
    );
    expect(matchesMethod('a.B::run(int)', 'a.B', 'run', '(ILjava/lang/String;)V')).toBe(false);
    expect(matchesMethod('a.B::run()', 'a.B', 'run', '(I)V')).toBe(false);
    expect(matchesMethod('a.B::run(tring)', 'a.B', 'run', '(Ljava/lang/String;)V')).toBe(false);
  });

  it('know arrays, varargs and nested types', () => {
    expect(matchesMethod('a.B::main(String[])', 'a.B', 'main', '([Ljava/lang/String;)V')).toBe(true);
    expect(matchesMethod('a.B::main(String...)', 'a.B', 'main', '([Ljava/lang/String;)V')).toBe(true);
    expect(matchesMethod('a.B::put(Map.Entry)', 'a.B', 'put', '(Ljava/util/Map$Entry;)V')).toBe(true);
    expect(matchesMethod('a.B::put(Entry)', 'a.B', 'put', '(Ljava/util/Map$Entry;)V')).toBe(true);
  });

  it('allow * in names, and name constructors as the class file does', () => {
    expect(matchesMethod('a.B*::get*', 'a.Box', 'getAll')).toBe(true);
    expect(matchesMethod('a.B::<init>', 'a.B', '<init>')).toBe(true);
    expect(matchesMethod('a.B::*', 'a.B', 'anything')).toBe(true);
    expect(matchesMethod('re:a\\.B::get.*\\(int\\)', 'a.B', 'getAll', '(I)V')).toBe(true);
  });

  it('tell which single class and method they name', () => {
    const { className, methodName } = parseMethodPattern('a.B::run');
    expect([className, methodName]).toEqual(['a.B', 'run']);
    expect(parseMethodPattern('a.*::run').className).toBeNull();
  });
});

describe('a malformed pattern', () => {
  it.each([
    ['', 'is empty'],
    ['!', 'is empty'],
    ['a..b', 'character 3'],
    ['a.**.b', 'character 3'],
    ['a.b::', 'character 6 the end was found'],
    ['a.b::run(int', '")"'],
    ['a.b::run(int,)', 'a type such as int'],
    ['a.b::run()x', 'character 11 "x"'],
    ['a/b', 'character 2'],
    ['re:(', 'Invalid regular expression'],
  ])('%s says where and what is allowed', (text, message) => {
    const parse = () => parseMethodPattern(text);
    expect(parse).toThrow(SluiceError);
    expect(parse).toThrow(message);
  });
});
