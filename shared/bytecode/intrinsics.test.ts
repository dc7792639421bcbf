import { describe, expect, it } from 'vitest';
import type { MethodId } from '../base/ids.ts';
import { instrumentClass } from '../instrument/instrumentClass.ts';
import { methodKey } from '../instrument/instrumentationPlan.ts';
import { findJdks } from '../testing/compileJava.ts';
import { jrtClasses } from '../testing/jrtClasses.ts';
import { mayBeReplaced } from './intrinsics.ts';
import { madeByCall, tellsWhatItMakes } from './madeByCalls.ts';

describe.each(findJdks())('on JDK $major', ({ home }) => {
  const [math] = jrtClasses(home, 'java.base/java/lang', new Set(['java.lang.Math']));
  const [arrays] = jrtClasses(home, 'java.base/java/util', new Set(['java.util.Arrays']));

  it('methods that the compilers may replace are known', () => {
    const replaced = [math, arrays].flatMap((model) =>
      model.methods.filter((method) => mayBeReplaced(model, method)).map(({ name }) => name),
    );
    expect(replaced).toEqual(expect.arrayContaining(['max', 'min', 'copyOf', 'copyOfRange']));
    expect(replaced).not.toContain('floorMod');
    expect(replaced).not.toContain('asList');
  });

  it('such a method has its probes, and is told to be measured in part', () => {
    const planned = new Map(
      ['max', 'floorMod'].map((name, i) => [
        methodKey(name, '(II)I'),
        { methodId: i as MethodId, root: false },
      ]),
    );
    const { bytes, refused, inPart } = instrumentClass(math, planned, {});
    expect(bytes).not.toBeNull();
    expect(refused).toEqual([]);
    expect(inPart).toEqual([
      'Method java.lang.Math.max(int, int) is measured in part: the compilers replace calls of it by code of their own, and neither those nor what it calls is counted then. [intrinsic]',
    ]);
  });

  it('what Arrays.copyOf makes is told by those who call it, and not by its own code', () => {
    const told = (descriptor: string): unknown[] => {
      const method = arrays.methods.find(
        ({ name, descriptor: its }) => name === 'copyOf' && its === descriptor,
      )!;
      const made: unknown[] = [tellsWhatItMakes(arrays, method)];
      for (const at = method.readCode()!.instructions(); at.next();) {
        const byCall = madeByCall(arrays, at, () => true);
        if (byCall !== null) made.push(byCall.kind);
      }
      return made;
    };
    expect(told('([Ljava/lang/Object;I)[Ljava/lang/Object;')).toEqual([true, 'anyArray']);
    expect(told('([Ljava/lang/Object;ILjava/lang/Class;)[Ljava/lang/Object;')[0]).toBe(false);
  });
});
