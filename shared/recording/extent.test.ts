import { expect, it } from 'vitest';
import { costText, extentOf, groupsText, isLarge, MANY_METHODS, methodsOf, sizeText } from './extent.ts';

const classes = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => `${name}.C${i}`);

it('counts classes by the first two parts of their packages, the largest first', () => {
  const { groups } = extentOf(['Main', 'a.A', 'org.b.B', 'org.b.c.C', 'org.b.c.d.D$E', 'org.a.A']);
  expect(groups).toEqual([
    { name: 'org.b', classes: 3, places: [] },
    { name: '', classes: 1, places: [] },
    { name: 'a', classes: 1, places: [] },
    { name: 'org.a', classes: 1, places: [] },
  ]);
});

it('is large above some thousand methods, by the estimate', () => {
  const atMost = MANY_METHODS / methodsOf(extentOf(['a.A']));
  expect(isLarge(extentOf(classes('a.b', atMost)))).toBe(false);
  expect(isLarge(extentOf(classes('a.b', atMost + 1)))).toBe(true);
});

it('tells size and cost by what was measured, and the largest groups with their jars', () => {
  const names = [
    ...[...classes('org.hibernate.sql', 4100), 'org.hibernate.models.A', 'org.hibernate.models.B'],
    ...[...classes('org.springframework.web', 3911), ...classes('', 1), ...classes('b.c', 900)],
    ...[...classes('c.d', 800), ...classes('d.e', 700), 'e.f.G'],
  ];
  const places = new Map([
    ['org.hibernate.models', 'hibernate-models.jar'],
    ['org.hibernate.sql', 'hibernate-core.jar'],
    ['b.c', 'classes'],
  ]);
  const extent = extentOf(names, (packageName) => places.get(packageName));
  expect(sizeText(extent, ',')).toBe('about 62,000 methods of 10,415 loaded classes may get probes');
  expect(costText(extent)).toBe(
    'preparing may take 21 s, and a first call of the root may wait for up to 7 s',
  );
  expect(groupsText(extent)).toBe(
    'org.hibernate 4,102 classes (hibernate-core.jar and 1 more), org.springframework 3,911, b.c 900 (classes), c.d 800, and 3 more',
  );
});
