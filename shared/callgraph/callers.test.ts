import { expect, it } from 'vitest';
import type { ClassId, LoaderId } from '../base/ids.ts';
import { readClass } from '../classfile/classReader.ts';
import { compileJava } from '../testing/compileJava.ts';
import { callersOf } from './callers.ts';
import { analyseClass, superNamesOf } from './classAnalysis.ts';
import { ClassHierarchy } from './classHierarchy.ts';

const files = compileJava({
  'Seller.java': 'interface Seller { void order(int n); }',
  'Shop.java':
    'class Shop implements Seller { public void order(int n) { if (n > 0) order(n - 1); } void order() {} }',
  'Kiosk.java': 'class Kiosk extends Shop { }',
  'Stranger.java': 'class Stranger { void order(int n) {} }',
  'Main.java': `class Main {
    static void direct(Shop shop) { shop.order(1); }
    static void byInterface(Seller seller) { seller.order(1); }
    static void byHeir(Kiosk kiosk) { kiosk.order(1); }
    static void byLambda(Shop shop) { Runnable task = () -> shop.order(1); }
    static void other(Shop shop, Stranger stranger) { shop.order(); stranger.order(1); }
  }`,
});

/** Who may call `Shop.order(int)`. */
function callers(): readonly string[] {
  const hierarchy = new ClassHierarchy((name) => name.startsWith('java.'));
  let classId = 0;
  for (const [name, bytes] of files) {
    const model = readClass(bytes);
    const node = hierarchy.addClass({
      classId: ++classId as ClassId,
      loaderId: 1 as LoaderId,
      name,
      module: '',
      superNames: superNamesOf(model),
      isInterface: false,
      isInitialized: true,
      isLeftOut: false,
      isOpaque: false,
      isCore: false,
    });
    analyseClass(hierarchy, node, model, () => true);
  }
  const methods = [...hierarchy.classes].flatMap((node) => node.methods ?? []);
  const roots = methods.filter(
    ({ owner, member }) =>
      owner.facts.name === 'Shop' && member.name === 'order' && member.descriptor === '(I)V',
  );
  return callersOf(hierarchy, new Set(roots)).map(({ member }) => member.name);
}

it('finds who calls a method by its class, an interface or an heir, in lambdas too, and nobody else', () => {
  // A lambda's body is called where the lambda is made, as far as code says.
  expect(
    callers()
      .filter((name) => !name.startsWith('lambda$'))
      .sort(),
  ).toEqual(['byHeir', 'byInterface', 'direct']);
  expect(callers().filter((name) => name.startsWith('lambda$'))).toHaveLength(1);
});
