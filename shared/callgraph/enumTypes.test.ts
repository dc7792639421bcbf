import { expect, it } from 'vitest';
import type { ClassId, LoaderId } from '../base/ids.ts';
import { ClassHierarchy } from './classHierarchy.ts';
import { mayBeEnum } from './enumTypes.ts';

function hierarchyOf(classes: readonly (readonly [string, ...string[]])[], interfaces = ['I']) {
  const hierarchy = new ClassHierarchy(() => false);
  for (const [i, [name, ...superNames]] of classes.entries())
    hierarchy.addClass({
      ...{ classId: (i + 1) as ClassId, loaderId: i as LoaderId, name, module: '', superNames },
      ...{
        isInterface: interfaces.includes(name),
        isInitialized: true,
        isLeftOut: false,
        isOpaque: false,
        isCore: false,
      },
    });
  return hierarchy;
}

it.each([
  ['Verb', true],
  ['Loud', true],
  ['java.lang.Enum', true],
  ['I', true],
  ['NotLoaded', true],
  ['Request', false],
  ['Sub', false],
])('%s may be an enum: %s', (name, expected) => {
  const hierarchy = hierarchyOf([
    ['java.lang.Enum', 'java.lang.Object'],
    ['Verb', 'java.lang.Enum'],
    ['Loud', 'Verb'],
    ['I'],
    ['Request', 'java.lang.Object', 'I'],
    ['Sub', 'Request'],
  ]);
  expect(mayBeEnum(hierarchy, name)).toBe(expected);
});

it('one of several classes of a name suffices, whichever came last', () => {
  const classes = [['Verb', 'java.lang.Enum'] as const, ['Verb', 'java.lang.Object'] as const];
  for (const loaded of [classes, classes.toReversed()])
    expect(mayBeEnum(hierarchyOf(loaded), 'Verb')).toBe(true);
});

it('a class that says it is its own superclass, or that of its superclass, is no enum', () => {
  const hierarchy = hierarchyOf([
    ['A', 'A'],
    ['B', 'C'],
    ['C', 'B'],
  ]);
  for (const name of ['A', 'B', 'C']) expect(mayBeEnum(hierarchy, name)).toBe(false);
});
