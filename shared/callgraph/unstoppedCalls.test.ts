import { expect, it } from 'vitest';
import type { ClassId, LoaderId } from '../base/ids.ts';
import { readClass } from '../classfile/classReader.ts';
import { compileJava } from '../testing/compileJava.ts';
import { analyseClass, superNamesOf } from './classAnalysis.ts';
import { ClassHierarchy } from './classHierarchy.ts';
import { Reachability } from './reachability.ts';
import { callableFromOutside } from './unstoppedCalls.ts';

const files = compileJava({
  'left/Cache.java': 'package left; public interface Cache { void clear(); void flush(); }',
  'left/Latch.java': 'package left; public class Latch { public void clear() { } public void flush() { } }',
  'Config.java':
    'public class Config { public void clear() { } public void flush() { } public void load() { } }',
  'Both.java': 'class Both extends Config implements left.Cache { }',
  'Main.java': `class Main {
    static void root(Config config) { config.clear(); config.flush(); config.load(); }
    static void leave(left.Cache cache, left.Latch latch) { latch.clear(); cache.flush(); }
  }`,
});

/** Which of Config's methods left-out code may call, when these classes are loaded, beside Main and all that is left out. */
function callable(...loaded: string[]): readonly string[] {
  const hierarchy = new ClassHierarchy((name) => name.startsWith('java.') || name.startsWith('left.'));
  const reachability = new Reachability(hierarchy, 'lazy');
  for (const [at, name] of ['left/Cache', 'left/Latch', 'Main', ...loaded].entries()) {
    const model = readClass(files.get(name) ?? expect.fail(`no ${name}`));
    const isLeftOut = name.startsWith('left/');
    const node = hierarchy.addClass({
      ...{ classId: (at + 1) as ClassId, loaderId: 1 as LoaderId, name: name.replace('/', '.'), module: '' },
      ...{ superNames: superNamesOf(model), isInterface: name === 'left/Cache', isInitialized: true },
      ...{ isLeftOut, isOpaque: false, isCore: false },
    });
    analyseClass(hierarchy, node, model, () => true);
    reachability.classAdded(node);
  }
  const methods = [...hierarchy.classes].flatMap((node) => node.methods ?? []);
  const named = (owner: string) => methods.filter((method) => method.owner.facts.name === owner);
  const [root, leave] = ['root', 'leave'].flatMap((name) =>
    named('Main').filter(({ member }) => member.name === name),
  );
  reachability.start([root]);
  reachability.reveal(root);
  reachability.reveal(leave);
  return named('Config')
    .filter((method) => !method.isConstructor && callableFromOutside(new Set([method]), hierarchy))
    .map(({ member }) => member.name);
}

it('left-out code calls what has the name of its own method only where an object may be of both types', () => {
  expect(callable('Config')).toEqual([]);
  expect(callable('Config', 'Both')).toContain('flush');
});
