import { expect, it } from 'vitest';
import type { MethodId } from '../base/ids.ts';
import type { MethodInfo } from '../naming/methodInfo.ts';
import { jointMethods } from './jointMethods.ts';

const method = (id: number, className: string, name: string, descriptor = '()V'): MethodInfo => ({
  ...{ id: id as MethodId, className, name, descriptor },
  root: false,
});

it('methods whose names differ by where one part ends are two, in both recordings', () => {
  const a = [
    method(0, 'A\nx', 'y'),
    method(1, 'A', 'x\ny'),
    method(2, 'A', 'm(I', ')V'),
    method(3, 'A', 'm', '(I)V'),
  ];
  const b = a.map((each, i) => ({ ...each, id: (3 - i) as MethodId }));
  const { methods, idsA, idsB } = jointMethods(a, b);
  expect([...idsA]).toEqual([0, 1, 2, 3]);
  expect([...idsB]).toEqual([3, 2, 1, 0]);
  expect([0, 1, 2, 3].map((id) => methods.get(id).name)).toEqual(['y', 'x\ny', 'm(I', 'm']);
});
