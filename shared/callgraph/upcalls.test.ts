import { expect, it } from 'vitest';
import type { ClassId, LoaderId } from '../base/ids.ts';
import { readClass } from '../classfile/classReader.ts';
import { compileJava } from '../testing/compileJava.ts';
import { analyseClass, superNamesOf } from './classAnalysis.ts';
import { ClassHierarchy } from './classHierarchy.ts';
import { Reachability, type RevelationScheme } from './reachability.ts';

const files = compileJava({
  'library/Bridge.java': `
    package library;
    public class Bridge {
      static int number = Integer.parseInt("1");
      public static native void go();
      private native void gone();
      static void back() { Further.step(); }
      public static abstract class Callback { protected abstract void fire(); }
    }`,
  'library/Further.java': 'package library; class Further { static void step() {} }',
  'app/Main.java': `
    package app;
    public class Main {
      static void root() { pure(); library.Bridge.go(); }
      static void pure() {}
      static void unrelated() {}
      static class Handler extends library.Bridge.Callback { protected void fire() {} void own() {} static void helper() {} }
      static class Task implements Runnable { public void run() {} }
    }`,
});

/** What is reached when app.Main's root is revealed, in a program of so many classes more. */
function reached(
  otherClasses: number,
  { hasLibrary = true, scheme = 'lazy' }: { hasLibrary?: boolean; scheme?: RevelationScheme } = {},
): { readonly methods: readonly string[]; readonly guessesOf: string | undefined } {
  const hierarchy = new ClassHierarchy((name) => name.startsWith('java.'));
  const reachability = new Reachability(hierarchy, scheme);
  const add = (name: string, superNames: readonly string[] = []) =>
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
  for (const [name, bytes] of files) {
    const model = readClass(bytes);
    const node = add(name.replaceAll('/', '.'), superNamesOf(model));
    analyseClass(hierarchy, node, model, () => true, hasLibrary);
  }
  for (let i = 0; i < otherClasses; i++) add(`other.C${i}`).methods = [];
  const methods = [...hierarchy.classes].flatMap((node) => node.methods ?? []);
  reachability.toldReflection = 'calls';
  const root = methods.find(({ member }) => member.name === 'root');
  if (root === undefined) throw new Error('no root');
  reachability.start([root]);
  reachability.reveal(root);
  const names = reachability
    .takeReached()
    .map(({ owner, member }) => `${owner.facts.name.replace(/^.*[.$]/, '')}.${member.name}`)
    .filter((name) => !name.endsWith('<init>'));
  return { methods: names.sort(), guessesOf: reachability.guessesUpcallsOf?.member.name };
}

it('takes every method for one that native code calls back, in a small program', () => {
  expect(reached(0)).toEqual({
    methods: [
      ...['Bridge.back', 'Further.step', 'Handler.fire', 'Handler.helper', 'Handler.own'],
      ...['Main.pure', 'Main.root', 'Main.unrelated', 'Task.run'],
    ],
    guessesOf: undefined,
  });
});

it('takes methods of its package, overrides of them and of what is left out in a large one, and says so', () => {
  for (const scheme of ['lazy', 'eager'] as const)
    expect(reached(1_000, { scheme })).toEqual({
      methods: [
        ...[
          'Bridge.back',
          'Further.step',
          'Handler.fire',
          'Handler.own',
          'Main.pure',
          'Main.root',
          'Task.run',
        ],
      ],
      guessesOf: 'go',
    });
});

it("takes nothing for called back by the JDK's own native methods, which its conventions know", () => {
  expect(reached(0, { hasLibrary: false })).toEqual({
    methods: ['Main.pure', 'Main.root'],
    guessesOf: undefined,
  });
});

it('says nothing where every method is measured', () => {
  expect(reached(1_000, { scheme: 'everything' })).toMatchObject({ guessesOf: undefined });
});
