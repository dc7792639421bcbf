import { expect, it } from 'vitest';
import type { ClassId } from '../../../shared/base/ids.ts';
import { whyItCannotRun, type RefusedClass } from './refusedClass.ts';
import { Shortcomings } from './shortcomings.ts';

function refused(classId: number, reason: string, name = 'shop.Cart'): RefusedClass {
  return { classId: classId as ClassId, name, id: 'classRefused', reason };
}

it('a class that two class loaders have loaded is refused once, and both are told', () => {
  const shortcomings = new Shortcomings(() => undefined);
  shortcomings.refuseClass(refused(7, 'VerifyError'));
  shortcomings.refuseClass(refused(7, 'VerifyError'));
  shortcomings.refuse('Method a.B.c() is not measured: too long. [classRefused]');
  expect(shortcomings.refusals[0]).toBe('Class shop.Cart is not measured: VerifyError. [classRefused]');
  shortcomings.refuseClass(refused(9, 'VerifyError'));
  expect(shortcomings.refusals[0]).toBe(
    'Class shop.Cart, loaded by 2 class loaders, is not measured: VerifyError. [classRefused]',
  );
  expect(shortcomings.refusals).toHaveLength(2);
  expect(shortcomings.notMeasured).toBe(2);
});

it('of very many refusals the last thousand are told, and all are counted', () => {
  const shortcomings = new Shortcomings(() => undefined);
  for (let i = 0; i < 1_200; i++) shortcomings.refuseClass(refused(i + 1, 'VerifyError', `C${i}`));
  expect(shortcomings.refusals).toHaveLength(1_000);
  expect(shortcomings.refusals[0]).toContain('Class C200 ');
  expect(shortcomings.notMeasured).toBe(1_200);
});

it.each([
  ['', 'its static initialiser failed'],
  ['java.lang.NoClassDefFoundError: opt/Gone$Inner', 'it needs class opt.Gone$Inner, which is missing'],
  ['java.lang.NoClassDefFoundError: Lopt/Gone;', 'it needs class opt.Gone, which is missing'],
  ['java.lang.NoClassDefFoundError: Lone', 'it needs class Lone, which is missing'],
  [
    'java.lang.NoClassDefFoundError: opt/Gone (wrong name: opt/gone)',
    'the JVM does not link it (java.lang.NoClassDefFoundError: opt/Gone (wrong name: opt/gone))',
  ],
  [
    'java.lang.VerifyError: Bad type on operand stack\nException Details:\n  Location: ...',
    'the JVM does not link it (java.lang.VerifyError: Bad type on operand stack)',
  ],
])('why a class cannot run is told by what the JVM says: %j', (words, why) => {
  expect(whyItCannotRun(words)).toBe(`${why}, so none of its code can run`);
});
