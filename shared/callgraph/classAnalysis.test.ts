import { describe, expect, it } from 'vitest';
import type { ClassId, LoaderId } from '../base/ids.ts';
import { readClass } from '../classfile/classReader.ts';
import { compileJava } from '../testing/compileJava.ts';
import { analyseClass, superNamesOf } from './classAnalysis.ts';
import { ClassHierarchy } from './classHierarchy.ts';
import type { CallSite, ClassNode } from './callGraphNodes.ts';

const SOURCE = `
  import java.util.function.*;
  interface Greeter { String greet(Object o); }
  class Base implements Greeter {
    Base(int i) { }
    public String greet(Object o) { return "hello " + o; }
  }
  class Sample extends Base {
    static final Base OTHER = new Base(1);
    @Deprecated int old() { return 0; }
    @FunctionalInterface interface Own { int apply(int x); }
    Sample(int i) { super(new Sample("x").size() + make(i)); after(); }
    Sample(String s) { super(s.length()); }
    static int make(int i) { return i; }
    int size() { return 1; }
    void after() { }
    Supplier<Base> supplier() { return () -> new Base(2); }
    Function<Object, String> reference() { return OTHER::greet; }
    Own own() { return x -> x; }
    String plain(int i, String s) { return s + i; }
    Object copy(int[] numbers) { return numbers.clone(); }
  }`;

const files = compileJava({ 'Sample.java': SOURCE });

function analyse(name: string, isLeftOut = false): { node: ClassNode; hierarchy: ClassHierarchy } {
  const model = readClass(files.get(name) ?? new Uint8Array());
  const hierarchy = new ClassHierarchy(() => false);
  const node = hierarchy.addClass({
    classId: 1 as ClassId,
    loaderId: 1 as LoaderId,
    name,
    module: '',
    superNames: superNamesOf(model),
    isInterface: false,
    isInitialized: true,
    isLeftOut,
    isOpaque: isLeftOut,
    isCore: isLeftOut,
  });
  analyseClass(hierarchy, node, model, () => !isLeftOut);
  return { node, hierarchy };
}

const text = ({ dispatch, owner, member }: CallSite): string => `${dispatch} ${owner.name}.${member.name}`;

const sample = analyse('Sample');
function method(name: string, descriptor = '') {
  const found = sample.node.methods?.find(
    (m) => m.member.name === name && m.member.descriptor.startsWith(descriptor),
  );
  if (found === undefined) throw new Error(`no method ${name}`);
  return found;
}

describe('the analysis of a class file', () => {
  it('names what is above it', () => {
    expect(superNamesOf(readClass(files.get('Base') ?? new Uint8Array()))).toEqual([
      'java.lang.Object',
      'Greeter',
    ]);
  });

  it('names what a constructor calls before super(), and behind it', () => {
    expect(method('<init>', '(I)').callSites.map(text)).toEqual([
      'exact Sample.<init>',
      'virtual Sample.size',
      'exact Sample.make',
      'exact Base.<init>',
      'virtual Sample.after',
    ]);
  });

  it('takes lambda bodies and method references for calls, and remembers their interface', () => {
    expect(method('supplier').callSites.map(text)).toEqual(['exact Sample.lambda$supplier$0']);
    expect(method('reference').callSites.map(text)).toContain('virtual Base.greet');
    expect(sample.node.lambdas.map(({ type, methodName }) => `${type.name}.${methodName}`).sort()).toEqual([
      'Sample$Own.apply',
      'java.util.function.Function.apply',
      'java.util.function.Supplier.get',
    ]);
  });

  it('knows joined strings of plain values from those that call toString', () => {
    expect(method('plain').hasCallingIndy).toBe(false);
    expect(method('plain').callSites).toEqual([]);
    const greet = analyse('Base').node.methods?.find(({ member }) => member.name === 'greet');
    // By the factory, or by String.valueOf before it: javac's versions differ.
    expect(greet?.hasCallingIndy === true || greet?.callSites.map(text).join()).toSatisfy(
      (found: unknown) => found === true || found === 'exact java.lang.String.valueOf',
    );
  });

  it('passes over clone() of arrays and annotations that everybody uses', () => {
    expect(method('copy').callSites).toEqual([]);
    expect(method('old').isAnnotated).toBe(false);
  });

  it('keeps strings that read like names', () => {
    expect([...sample.hierarchy.literals]).toEqual(['x']);
  });

  it('of a left-out class keeps what others can override or inherit', () => {
    const { node } = analyse('Base', true);
    expect(node.methods).toEqual([]);
    expect(node.type.overridable.map(({ name }) => name)).toEqual(['greet']);
    expect([...(node.type.leftOutMembers ?? [])].map(({ name }) => name)).toEqual(['greet']);
  });
});
