import { describe, expect, it } from 'vitest';
import { SluiceError } from '../base/errors.ts';
import { ACC } from './accessFlags.ts';
import { conditionList, parseCondition } from './argumentCondition.ts';
import { argumentOf, whyIncomparable, whyUnreadable } from './methodArgument.ts';

it.each([
  ['arg0 > 100', 0, '>', { kind: 'integer', value: 100n }],
  ['  arg12>=-9223372036854775808 ', 12, '>=', { kind: 'integer', value: -(2n ** 63n) }],
  ['arg1 < .5', 1, '<', { kind: 'decimal', value: 0.5 }],
  ['arg1 <= 1e3', 1, '<=', { kind: 'decimal', value: 1000 }],
  ['arg2 != true', 2, '!=', { kind: 'boolean', value: true }],
  ["arg0 == 'GET /slow'", 0, '==', { kind: 'text', value: 'GET /slow' }],
  ['arg0 == "it\'s"', 0, '==', { kind: 'text', value: "it's" }],
  ["arg0 contains '<b>&amp;'", 0, 'contains', { kind: 'text', value: '<b>&amp;' }],
  ["arg0 startsWith ''", 0, 'startsWith', { kind: 'text', value: '' }],
  ['arg0 == GET', 0, '==', { kind: 'text', value: 'GET' }],
  ["arg0 > 'a'", 0, '>', { kind: 'text', value: 'a' }],
])('%s is understood', (text, argument, operator, literal) => {
  expect(parseCondition(text)).toEqual({ text: text.trim(), argument, operator, literal });
});

it.each([
  ['', 'no operator is found; one of == != < <= > >= contains startsWith is needed'],
  ['arg0', 'no operator is found'],
  ['arg0 100', 'no operator is found'],
  ['arg0 = 5', '= is no operator; == compares'],
  ['arg0 =~ 5', '= is no operator'],
  ['arg0 ==', 'there is nothing behind =='],
  ['arg == 5', 'arg is no argument; arg0 is the first one'],
  ["arg0.getRequestURI() == '/a'", 'arg0.getRequestURI() asks an object: code of the program'],
  ['arg255 == 5', 'arg255 is no argument'],
  ['arg01 == 5', 'arg01 is no argument'],
  ['this == 5', 'this is no argument'],
  ['arg0 == 9223372036854775808', '9223372036854775808 is no long'],
  ['arg0 == GET /slow', 'GET /slow is no number, no true or false, and no text in quotes'],
  ["arg0 == 'a", "'a is no number"],
  ['arg0 == 5 && arg1 == 6', '5 && arg1 == 6 is no number'],
  ['arg0 contains 5', 'contains is none for 5; == != < <= > >= are'],
  ['arg0 < true', '< is none for true; == != are'],
  ["arg0 < 'ab'", "< is none for 'ab'; == != contains startsWith are"],
  [`arg0 == '${'x'.repeat(65)}'`, 'the text has 65 characters, and at most 64 are compared'],
])('%s is refused: %s', (text, found) => {
  expect(() => parseCondition(text)).toThrow(found);
  expect(() => parseCondition(text)).toThrow(SluiceError);
});

it('a text of any length is told in part', () => {
  expect(() => parseCondition('x'.repeat(100_000))).toThrow(/…/);
});

it('conditions are joined by && outside of quotes', () => {
  expect(conditionList("arg0 > 1 && arg1 == 'a && b' && arg2 == \"'&&\"")).toEqual([
    'arg0 > 1',
    "arg1 == 'a && b'",
    'arg2 == "\'&&"',
  ]);
  expect(conditionList(' && ')).toEqual([]);
});

describe('an argument', () => {
  const at = (descriptor: string, number: number, accessFlags = 0) =>
    argumentOf({ descriptor, accessFlags }, number);

  it('lies behind `this`, and long and double take two variables', () => {
    expect(at('(JDI)V', 2)).toEqual({ type: 'I', slot: 5 });
    expect(at('(JDI)V', 2, ACC.static)).toEqual({ type: 'I', slot: 4 });
    expect(at('([JLa/B;)V', 1)).toEqual({ type: 'La/B;', slot: 2 });
    expect(at('(JDI)V', 3)).toBeNull();
    expect(at('()V', 0)).toBeNull();
  });

  it('is read where no code of the program is needed for it', () => {
    const isEnum = (name: string): boolean => name === 'a/Verb';
    for (const type of [
      'I',
      'Z',
      'C',
      'D',
      'Ljava/lang/String;',
      'Ljava/lang/Long;',
      'Ljava/lang/Object;',
      'La/Verb;',
    ])
      expect(whyUnreadable(type, isEnum)).toBeNull();
    expect(whyUnreadable('La/Order;', isEnum)).toContain('its type is a.Order, and numbers, booleans');
    expect(whyUnreadable('[I', isEnum)).toContain('its type is int[]');
  });

  it.each([
    ['I', 'arg0 > 5', null],
    ['I', 'arg0 > 5.5', null],
    ['I', "arg0 == 'x'", 'its type is int, which is compared with a number'],
    ['D', 'arg0 == true', 'its type is double, which is compared with a number'],
    ['Z', 'arg0 == 1', 'its type is boolean, which is compared with true or false'],
    ['C', "arg0 >= 'a'", null],
    ['C', 'arg0 == 65', 'its type is char, which is compared with a text of one character'],
    ['C', "arg0 == 'ab'", 'which is compared with a text of one character'],
    ['C', "arg0 contains 'a'", 'its type is char, for which contains is none'],
    ['Ljava/lang/Character;', "arg0 < 'a'", null],
    ['Ljava/lang/Integer;', 'arg0 < 5', null],
    ['Ljava/lang/Number;', "arg0 == 'a'", 'its type is Number, which is compared with a number'],
    ['Ljava/lang/String;', "arg0 contains 'a'", null],
    ['Ljava/lang/String;', "arg0 < 'a'", 'its type is String, and < compares numbers and chars'],
    ['Ljava/lang/String;', 'arg0 == 5', 'its type is String, which is compared with a text'],
    ['La/Verb;', 'arg0 == GET', null],
    ['La/Verb;', 'arg0 == 5', 'its type is Verb, which is compared with a text'],
    ['Ljava/lang/Object;', 'arg0 == 5', null],
    ['Ljava/lang/Object;', "arg0 == 'x'", null],
    ['Ljava/lang/Object;', "arg0 < 'x'", 'its type is Object, and < compares numbers, or chars of type char'],
  ])('of type %s, asked %s', (type, condition, why) => {
    const found = whyIncomparable(type, parseCondition(condition));
    if (why === null) expect(found).toBeNull();
    else expect(found).toContain(why);
  });
});
