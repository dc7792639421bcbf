import { expect, it } from 'vitest';
import type { MethodId } from '../base/ids.ts';
import { maySuspend } from '../callgraph/continuationYield.ts';
import { readClass } from '../classfile/classReader.ts';
import { OP } from '../classfile/opcodes.ts';
import { ClassAssembler, u2 } from '../testing/classFixtures.ts';
import { suspensions } from './suspensions.ts';

const ID = 30 as MethodId;
const YIELDS = '(Ljdk/internal/vm/ContinuationScope;)Z';
const ONCE = { name: 'run', descriptor: '()V', maxStack: 2, maxLocals: 1 };

/** At which bcis of its method a class tells that it suspends. */
function placesOf(assembler: ClassAssembler, code: Iterable<number>): readonly number[] | null {
  const calls = suspensions(readClass(assembler.method({ ...ONCE, code }).toBytes()), ID);
  return calls === null ? null : (calls.get(0) ?? []).map(({ bci }) => bci);
}

it.each(['jdk/internal/vm/Continuation', 'demo/Generator'])(
  'it is told before each yield, named by %s',
  (owner) => {
    const assembler = new ClassAssembler('A', 52);
    const yields = [
      OP.aconst_null,
      OP.invokestatic,
      ...u2(assembler.methodref(owner, 'yield', YIELDS)),
      OP.pop,
    ];
    expect(placesOf(assembler, [...yields, ...yields, OP.return])).toEqual([1, 6]);
  },
);

it('where a jump leads to the yield, it is told at the beginning of the method', () => {
  const assembler = new ClassAssembler('A', 49);
  const yields = u2(assembler.methodref('jdk/internal/vm/Continuation', 'yield', YIELDS));
  const code = [OP.iconst_0, OP.ifeq, ...u2(7), OP.aconst_null, OP.goto, ...u2(4), OP.aconst_null];
  expect(placesOf(assembler, [...code, OP.invokestatic, ...yields, OP.pop, OP.return])).toEqual([0]);
});

it('a method handle that suspends cannot be told of', () => {
  const assembler = new ClassAssembler('A', 52);
  assembler.dynamic(assembler.methodref('jdk/internal/vm/Continuation', 'yield', YIELDS), 'get', '()V');
  expect(placesOf(assembler, [OP.return])).toBeNull();
});

it('other methods of such a name or type do not suspend', () => {
  const assembler = new ClassAssembler('A', 52);
  const calls = [
    assembler.methodref('java/lang/Thread', 'yield', '()V'),
    assembler.methodref('A', 'pinned', YIELDS),
  ].flatMap((index) => [OP.aconst_null, OP.invokestatic, ...u2(index)]);
  const model = readClass(assembler.method({ ...ONCE, code: [...calls, OP.return] }).toBytes());
  expect(maySuspend(model.pool)).toBe(true); // looked at, and nothing is found
  expect(suspensions(model, ID)?.size).toBe(0);
  const none = readClass(new ClassAssembler('B', 52).method({ ...ONCE, code: [OP.return] }).toBytes());
  expect(maySuspend(none.pool)).toBe(false);
});
