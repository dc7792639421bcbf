import { describe, expect, it } from 'vitest';
import type { MethodId } from '../base/ids.ts';
import { instrumentationByClass, instrumentedPerCalled } from './instrumentation.ts';
import type { MethodInfo } from './methodInfo.ts';

/** `Class.method`, `!` behind it: refused; ids from 16 on in this order. */
function methodsOf(text: string): MethodInfo[] {
  return text.split(' ').map((word, i) => {
    const [className, name] = word.replace('!', '').split('.');
    const refused = word.endsWith('!') ? { refused: true as const } : {};
    return { id: (16 + i) as MethodId, className, name, descriptor: '()V', root: false, ...refused };
  });
}

function hot(...calls: (readonly [number, number])[]) {
  return {
    length: calls.length,
    method: Int32Array.from(calls, ([id]) => id),
    calls: Float64Array.from(calls, ([, count]) => count),
  };
}

describe('instrumented against called', () => {
  it('is told by class, those with most probes for nothing first', () => {
    const methods = methodsOf('A.a A.b B.a B.b B.c! C.a');
    // A frame that was open at a reset has a row, and no call.
    expect(instrumentationByClass(methods, hot([16, 5], [17, 1], [18, 0], [21, 2]))).toEqual([
      { className: 'B', planned: 3, instrumented: 2, called: 0 },
      { className: 'A', planned: 2, instrumented: 2, called: 2 },
      { className: 'C', planned: 1, instrumented: 1, called: 1 },
    ]);
  });

  it('has a ratio where anything was called', () => {
    expect(instrumentedPerCalled(936, 730)).toBeCloseTo(1.28, 2);
    expect(instrumentedPerCalled(5, 0)).toBeNull();
  });
});
