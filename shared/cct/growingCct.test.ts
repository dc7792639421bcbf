import { expect, it } from 'vitest';
import type { MethodId } from '../base/ids.ts';
import { NO_METHOD } from './cctTable.ts';
import { GrowingCct } from './growingCct.ts';

const NODES = 1000;

/** A chain of calls. */
function grown(): GrowingCct {
  const cct = new GrowingCct();
  cct.reserve(NODES);
  for (let node = 0; node < NODES; node++) {
    const child = cct.contexts.childOf(node, methodOf(node));
    cct.calls[child] = child;
    cct.last[node] = child;
  }
  return cct;
}

const methodOf = (node: number): MethodId => (16 + (node % 7)) as MethodId;

it('a tree that finds no memory to grow keeps what it has, in less, and may grow later', () => {
  const cct = grown();
  const before = cct.toTable();
  const { byteLength } = cct;
  expect(() => cct.reserve(2 ** 50)).toThrow(RangeError);
  expect(cct.toTable()).toEqual(before);
  expect(cct.byteLength).toBeLessThan(byteLength * 0.8);
  cct.reserve(NODES);
  expect(cct.toTable()).toEqual(before);
  expect([cct.contexts.childOf(5, methodOf(5)), cct.contexts.childOf(5, NO_METHOD - 1)]).toEqual([
    6,
    NODES + 1,
  ]);
});
