import { describe, expect, it } from 'vitest';
import { FIRST_METHOD_ID, type ClassId, type MethodId } from '../base/ids.ts';
import { MethodIds } from './methodIds.ts';

const SHOP = 1 as ClassId;
const CART = 2 as ClassId;

/** Assigns "class key" one after the other. @returns the ids, counted from the first one there is; null: none was left */
function assign(
  ids: MethodIds<string>,
  ...names: readonly (readonly [ClassId, string])[]
): (number | null)[] {
  return names.map(([classId, key]) => {
    const id = ids.assign(classId, key, key);
    return id === null ? null : id - FIRST_METHOD_ID;
  });
}

describe('method ids', () => {
  it('differ by class and by key', () => {
    const ids = new MethodIds<string>();
    expect(assign(ids, [SHOP, 'a()V'], [SHOP, 'b()V'], [CART, 'a()V'])).toEqual([0, 1, 2]);
  });

  it('are the same in the next recording, in whatever order methods come', () => {
    const ids = new MethodIds<string>();
    assign(ids, [SHOP, 'a()V'], [SHOP, 'b()V']);
    ids.startRecording();
    expect(assign(ids, [SHOP, 'b()V'], [SHOP, 'c()V'], [SHOP, 'a()V'])).toEqual([1, 2, 0]);
  });

  it('were given in this recording, in an earlier one, or never', () => {
    const ids = new MethodIds<string>(FIRST_METHOD_ID + 3);
    assign(ids, [SHOP, 'a()V'], [SHOP, 'b()V']);
    ids.startRecording(); // more than half are used up: they begin anew
    assign(ids, [SHOP, 'a()V']);
    expect([0, 1, 2].map((id) => ids.wasGiven((FIRST_METHOD_ID + id) as MethodId))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('stand for nothing until they are assigned in this recording', () => {
    const ids = new MethodIds<string>();
    const id = ids.assign(SHOP, 'a()V', 'before');
    ids.startRecording();
    expect(id !== null && ids.get(id)).toBeUndefined();
    ids.assign(SHOP, 'a()V', 'after');
    expect(id !== null && ids.get(id)).toBe('after');
  });

  it('are refused when all are taken, and begin again with the next recording', () => {
    const ids = new MethodIds<string>(FIRST_METHOD_ID + 2);
    expect(assign(ids, [SHOP, 'a()V'], [SHOP, 'b()V'], [SHOP, 'c()V'], [SHOP, 'a()V'])).toEqual([
      0,
      1,
      null,
      0,
    ]);
    ids.startRecording();
    expect(assign(ids, [SHOP, 'c()V'])).toEqual([0]);
  });
});
