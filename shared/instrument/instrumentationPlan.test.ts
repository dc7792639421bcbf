import { describe, expect, it } from 'vitest';
import { FIRST_METHOD_ID, type ClassId, type LoaderId } from '../base/ids.ts';
import { analyseClass } from '../callgraph/classAnalysis.ts';
import { ClassHierarchy } from '../callgraph/classHierarchy.ts';
import { readClass } from '../classfile/classReader.ts';
import { compileJava } from '../testing/compileJava.ts';
import { instrumentClass } from './instrumentClass.ts';
import { InstrumentationPlan, methodKey, type PlannedMethod } from './instrumentationPlan.ts';
import { MethodIds } from './methodIds.ts';

const SOURCE =
  'abstract class A { void a() { b(); } void b() { } static int c(int i) { return i; } abstract void d(); }';
const model = readClass(compileJava({ 'A.java': SOURCE }).get('A') ?? new Uint8Array());

function methodsOfA() {
  const hierarchy = new ClassHierarchy(() => false);
  const node = hierarchy.addClass({
    classId: 7 as ClassId,
    loaderId: 1 as LoaderId,
    name: 'A',
    module: '',
    superNames: [],
    isInterface: false,
    isInitialized: true,
    isLeftOut: false,
    isOpaque: false,
    isCore: false,
  });
  analyseClass(hierarchy, node, model, () => true);
  return node.methods ?? [];
}

describe('the plan', () => {
  it('gives each method an id, and takes methods back', () => {
    const plan = new InstrumentationPlan(new MethodIds());
    const planned = methodsOfA().map((method) => plan.add(method, { root: false }));
    expect(planned.map((p) => p?.methodId)).toEqual([0, 1, 2, 3].map((i) => FIRST_METHOD_ID + i));
    expect([plan.methodCount, plan.classCount]).toEqual([4, 1]);
    for (const p of planned) if (p !== null) plan.drop(p);
    expect([plan.methodCount, plan.classCount, plan.classIds.length]).toEqual([0, 0, 0]);
    const [, b] = planned;
    plan.restore(b!);
    expect([...plan.methods()]).toEqual([b]);
    expect([plan.methodCount, plan.classCount, b!.methodId]).toEqual([1, 1, FIRST_METHOD_ID + 1]);
  });

  it('refuses methods when the ids are used up', () => {
    const ids = new MethodIds<PlannedMethod>(FIRST_METHOD_ID + 2);
    const plan = new InstrumentationPlan(ids);
    expect(methodsOfA().map((method) => plan.add(method, { root: false }) !== null)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('instrumentClass', () => {
  it('puts probes into the planned methods and says why it cannot elsewhere', () => {
    const plan = new InstrumentationPlan(new MethodIds());
    const a = plan.add(
      methodsOfA().find(({ member }) => member.name === 'a')!,
      { root: true },
    )!;
    const planned = new Map<string, PlannedMethod>([
      [methodKey('a', '()V'), a],
      [methodKey('d', '()V'), a],
      [methodKey('gone', '()V'), a],
    ]);
    const { bytes, refused } = instrumentClass(model, planned, {});
    expect(bytes).not.toBeNull();
    expect(readClass(bytes!).methods).toHaveLength(model.methods.length);
    expect(refused.map(({ text }) => text)).toEqual([
      'Method A.d() is not measured: it is abstract and has no code. [abstract]',
      'Method A.gone()V is not measured: the class as it is now has no such method. [methodGone]',
    ]);
  });

  it('changes nothing where nothing can be planned', () => {
    expect(instrumentClass(model, new Map(), {}).bytes).toBeNull();
  });
});
