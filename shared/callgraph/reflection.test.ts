import { expect, it } from 'vitest';
import type { ClassId, LoaderId } from '../base/ids.ts';
import { readClass } from '../classfile/classReader.ts';
import { compileJava } from '../testing/compileJava.ts';
import { analyseClass, superNamesOf } from './classAnalysis.ts';
import { ClassHierarchy } from './classHierarchy.ts';
import type { ToldReflection } from './reflection.ts';
import { Reachability } from './reachability.ts';

const files = compileJava({
  'Program.java': `
    import java.lang.reflect.*;
    class Program {
      void invokes(Method m) throws Exception { m.invoke(null); }
      void constructs(Constructor<?> c) throws Exception { c.newInstance(); }
      void reads(java.io.ObjectInputStream in) throws Exception { in.readObject(); }
      void readsOwn(OwnStream in) throws Exception { in.readObject(); }
      void manages(javax.management.MBeanServer s) throws Exception { s.invoke(null, "", null, null); }
      String names() { return "named"; }
      void leaves(Runnable r) { r.run(); }
    }
    abstract class OwnStream extends java.io.ObjectInputStream {
      OwnStream() throws java.io.IOException {}
    }`,
  'Callee.java': `
    class Callee {
      static int number = 1;
      Callee() {}
      void named() {}
      void unnamed() {}
      public int getProperty() { return 1; }
      @Retained void annotated() {}
    }
    @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) @interface Retained {}`,
});

const maker = compileJava({
  'Maker.java': `
    class Maker {
      Runnable make(java.lang.invoke.MethodHandle h) {
        return java.lang.invoke.MethodHandleProxies.asInterfaceInstance(Runnable.class, h);
      }
    }`,
});

const stored = new Map([
  ...files,
  ...compileJava({
    'Callee.java': `
    class Callee implements java.io.Serializable {
      static final long serialVersionUID = 1;
      private void readObject(java.io.ObjectInputStream in) {}
      private Object readResolve() { return this; }
      static void unnamed() {}
    }`,
    'Caller.java': `class Program { void calls(java.lang.invoke.MethodHandle h) throws Throwable { h.invoke(); } void leaves(Runnable r) { r.run(); } }`,
  }),
]);

/** What Callee's methods are reached when one method of Program is revealed, in a program of so many classes more. */
function reached(
  caller: string,
  otherClasses = 0,
  classes = files,
  told?: { readonly owner: string | null; readonly name: string; readonly descriptor: string },
  toldReflection: ToldReflection = told === undefined ? 'nothing' : 'calls',
): { readonly methods: string; readonly guesses: boolean } {
  const hierarchy = new ClassHierarchy((name) => name.startsWith('java.'));
  const reachability = new Reachability(hierarchy, 'lazy');
  const add = (name: string, superNames: readonly string[]) =>
    hierarchy.addClass({
      classId: ([...hierarchy.classes].length + 1) as ClassId,
      loaderId: 1 as LoaderId,
      name,
      module: '',
      superNames,
      isInterface: false,
      isInitialized: true,
      isLeftOut: false,
      isOpaque: false,
      isCore: false,
    });
  for (const [name, bytes] of classes) {
    const model = readClass(bytes);
    analyseClass(hierarchy, add(name, superNamesOf(model)), model, () => true);
  }
  for (let i = 0; i < otherClasses; i++) add(`other.C${i}`, []).methods = [];
  const methods = [...hierarchy.classes].flatMap((node) => node.methods ?? []);
  reachability.toldReflection = toldReflection;
  reachability.start([]);
  const root = methods.find(({ owner, member }) => owner.facts.name === 'Program' && member.name === caller);
  if (root === undefined) throw new Error(`no method ${caller}`);
  reachability.reveal(root);
  if (told !== undefined) {
    const { owner, name, descriptor } = told;
    const type = owner === null ? null : hierarchy.type(owner);
    reachability.revealReflected(type, hierarchy.member(name, descriptor), 'virtual');
  }
  const names = methods
    .filter(({ owner, isReached }) => isReached && owner.facts.name === 'Callee')
    .map(({ member }) => member.name);
  return { methods: names.sort().join(' '), guesses: reachability.guessesReflection };
}

it('takes every method for one that Method.invoke can call, in a small program', () => {
  expect(reached('invokes')).toEqual({
    methods: 'annotated getProperty named unnamed',
    guesses: false,
  });
});

it('takes only methods that something tells of in a large one, and says so', () => {
  expect(reached('invokes', 1_000)).toEqual({ methods: 'annotated getProperty named', guesses: true });
});

it('takes every constructor for one that newInstance can call', () => {
  expect(reached('constructs')).toEqual({ methods: '<init>', guesses: false });
});

it('takes what reads objects for what makes them, in a class of the program too', () => {
  expect(reached('reads')).toEqual({ methods: '<init>', guesses: false });
  expect(reached('readsOwn')).toEqual({ methods: '<init>', guesses: false });
});

it('takes managed beans for called by reflection', () => {
  expect(reached('manages', 1_000)).toEqual({ methods: 'annotated getProperty named', guesses: true });
});

it('takes any call of the JDK for one that reflects, if the program somewhere makes objects that do', () => {
  expect(reached('leaves')).toEqual({ methods: '', guesses: false });
  expect(reached('leaves', 0, new Map([...files, ...maker]))).toEqual({
    methods: '<init> annotated getProperty named unnamed',
    guesses: false,
  });
});

it('takes nothing for a callee where nothing is reflective', () => {
  expect(reached('names')).toEqual({ methods: '', guesses: false });
});

it('takes only what is told for called by reflection, where that is told', () => {
  const told = { owner: 'Callee', name: 'unnamed', descriptor: '()V' };
  for (const caller of ['invokes', 'constructs', 'manages', 'readsOwn'])
    expect(reached(caller, 1_000, files, told)).toEqual({ methods: 'unnamed', guesses: false });
});

it('takes a call of an unknown class by reflection for one that may call back', () => {
  const told = { owner: null, name: 'apply', descriptor: '()V' };
  expect(reached('names', 0, files, told)).toEqual({ methods: '', guesses: false });
  expect(reached('names', 0, new Map([...files, ...maker]), told).methods).toBe(
    '<init> annotated getProperty named unnamed',
  );
});

it('takes what serialisation looks up for called back by the JDK, unless that is told', () => {
  const told = { owner: 'Callee', name: 'readResolve', descriptor: '()Ljava/lang/Object;' };
  expect(reached('leaves', 1_000, stored).methods).toBe('readObject readResolve');
  expect(reached('leaves', 1_000, stored, told).methods).toBe('readResolve');
});

it('takes what serialisation looks up for what a method handle may call', () => {
  const told = { owner: 'Callee', name: 'unnamed', descriptor: '()V' };
  expect(reached('calls', 1_000, stored, told)).toEqual({
    methods: '<init> readObject readResolve unnamed',
    guesses: true,
  });
});

it('takes nothing for what a method handle may call where handles tell, whatever makes them', () => {
  const told = { owner: 'Callee', name: 'unnamed', descriptor: '()V' };
  const expected = { methods: 'unnamed', guesses: false };
  for (const caller of ['invokes', 'constructs', 'readsOwn', 'leaves'])
    expect(reached(caller, 1_000, new Map([...files, ...maker]), told, 'all')).toEqual(expected);
  expect(reached('calls', 1_000, stored, told, 'all')).toEqual(expected);
});
