import { describe, expect, it } from 'vitest';
import type { MethodId } from '../../base/ids.ts';
import type { ReachReason } from '../../messages/reachReason.ts';
import { instrumentationByClass, instrumentationByReason, instrumentedPerCalled } from './instrumentation.ts';
import type { MethodInfo } from '../../naming/methodInfo.ts';

/** `Class.method`, `!` behind it: refused, `:reason` at its end; ids from 16 on in this order. */
function methodsOf(text: string): MethodInfo[] {
  return text.split(' ').map((word, i) => {
    const [, className, name, mark, reason] = /^(\w+)\.(\w+)(!?):?(\w*)$/.exec(word)!;
    return {
      id: (16 + i) as MethodId,
      className,
      name,
      descriptor: '()V',
      root: false,
      ...(mark === '!' ? { refused: true as const } : {}),
      ...(reason === '' ? {} : { reason: reason as ReachReason }),
    };
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

  it('is told by what made the methods part of the subgraph', () => {
    const methods = methodsOf('A.a:root A.b:call A.c:callback B.a:callback B.b!:callback');
    expect(instrumentationByReason(methods, hot([16, 1], [17, 1], [19, 2]))).toEqual([
      { reason: 'root', instrumented: 1, called: 1 },
      { reason: 'call', instrumented: 1, called: 1 },
      { reason: 'callback', instrumented: 2, called: 1 },
    ]);
    expect(instrumentationByReason(methodsOf('A.a A.b'), hot([16, 1]))).toEqual([]);
  });

  it('has a ratio where anything was called', () => {
    expect(instrumentedPerCalled(936, 730)).toBeCloseTo(1.28, 2);
    expect(instrumentedPerCalled(5, 0)).toBeNull();
  });
});
