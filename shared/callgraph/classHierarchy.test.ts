import { describe, expect, it } from 'vitest';
import type { ClassId, LoaderId } from '../base/ids.ts';
import { ClassHierarchy } from './classHierarchy.ts';

const add = (hierarchy: ClassHierarchy, name: string, ...superNames: string[]): void =>
  void hierarchy.addClass({
    ...{ classId: ([...hierarchy.classes].length + 1) as ClassId, loaderId: 1 as LoaderId, name, module: '' },
    ...{
      superNames,
      isInterface: false,
      isInitialized: true,
      isLeftOut: false,
      isOpaque: false,
      isCore: false,
    },
  });
const above = (hierarchy: ClassHierarchy, name: string): string[] =>
  [...hierarchy.ancestors(hierarchy.type(name))].map((type) => type.name).sort();

describe('the supertypes of a class', () => {
  it('are those of now, also when what is above it comes later', () => {
    const hierarchy = new ClassHierarchy(() => false);
    add(hierarchy, 'C', 'B');
    expect(above(hierarchy, 'C')).toEqual(['B']);
    add(hierarchy, 'B', 'A', 'I');
    expect(above(hierarchy, 'C')).toEqual(['A', 'B', 'I']);
    add(hierarchy, 'I', 'J');
    expect(above(hierarchy, 'C')).toEqual(['A', 'B', 'I', 'J']);
  });

  it('end in a circle of names', () => {
    const hierarchy = new ClassHierarchy(() => false);
    add(hierarchy, 'A', 'B');
    add(hierarchy, 'B', 'A');
    expect(above(hierarchy, 'A')).toEqual(['B']);
  });

  it('may be 1,000; one more is refused with a sentence', () => {
    const hierarchy = new ClassHierarchy(() => false);
    for (let i = 1; i <= 1_001; i++) add(hierarchy, `K${i}`, `K${i - 1}`);
    expect(above(hierarchy, 'K1000')).toHaveLength(1_000);
    expect(() => hierarchy.ancestors(hierarchy.type('K1001'))).toThrow(
      expect.objectContaining({
        code: 'protocol',
        message: 'Class K1001 has more than 1000 superclasses and interfaces above it.',
      }),
    );
  });
});
