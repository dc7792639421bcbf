import { expect, test } from 'vitest';
import type { MethodId } from '../base/ids.ts';
import { MethodTable } from './methodTable.ts';
import { packageColors, stableHash } from './packageColors.ts';

test('methods of a package have one colour, which nothing else changes', () => {
  const method = (id: number, className: string) => ({
    id: id as MethodId,
    className,
    name: 'run',
    descriptor: '()V',
    root: false,
  });
  const colors = packageColors(
    new MethodTable([method(16, 'a.b.C'), method(17, 'a.c.C'), method(18, 'a.b.D$1')]),
    12,
  );
  expect(colors[16]).toBe(colors[18]);
  expect([...colors].every((color) => color < 12)).toBe(true);
  expect(stableHash('')).toBe(0x811c9dc5);
  expect(stableHash('foobar')).toBe(0xbf9cf968); // of the published test vectors
});
