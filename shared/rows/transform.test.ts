import { describe, expect, it } from 'vitest';
import { exampleSnapshot } from '../testing/exampleSnapshot.ts';
import { formatTree } from '../testing/formatTree.ts';
import { chosenTree } from '../recording/chosenThreads.ts';
import { filteredMethods } from '../naming/methodFilter.ts';
import type { MethodFilter } from '../naming/methodFilter.ts';
import { MethodTable } from '../naming/methodTable.ts';
import { transformed, transformText } from './transform.ts';
import type { Transform } from './transform.ts';

const [A, B, C, D] = [16, 17, 18, 19];
const NAMES = {
  A: { className: 'com.acme.Shop', name: 'order', descriptor: '()V' },
  B: { className: 'org.lib.Cache', name: 'get', descriptor: '(I)V' },
  C: { className: 'org.lib.impl.Map', name: 'find', descriptor: '()V' },
  D: { className: 'com.acme.Shop$Load', name: 'load', descriptor: '()V' },
};
const SNAPSHOT = exampleSnapshot('main: 0>A 10>B 20>C 30>D 50<D 60<C 70<B 70>D 95<D 100<A', {}, NAMES);
const METHODS = new MethodTable(SNAPSHOT.methods);

describe('transformed', () => {
  it('takes one step after the other, and tells where each node went', () => {
    const steps: Transform[] = [
      { kind: 'collapsePackage', packageName: 'org.lib' },
      { kind: 'mergeMethods', methods: [B] },
    ];
    expect(after(steps)).toEqual(['order calls 1 total 100 self 55', '  load calls 2 total 45 self 45']);
    const { image } = transformed(chosenTree(SNAPSHOT, 'all'), steps, METHODS);
    expect([...image]).toEqual([0, 1, 1, 1, 2, 2]);
  });

  it('without steps is the tree itself', () => {
    const tree = chosenTree(SNAPSHOT, 'all');
    expect(transformed(tree, [], METHODS).tree).toBe(tree);
  });

  it('understands paths as those of the step before', () => {
    expect(
      after([
        { kind: 'mergeMethods', methods: [B] },
        { kind: 'focusSubtree', path: [A, C] },
      ]),
    ).toEqual(['find calls 1 total 40 self 20', '  load calls 1 total 20 self 20']);
    expect(after([{ kind: 'focusSubtree', path: [A, C] }])).toEqual([]);
  });

  it('shows one method with its callers, or one class alone, by its exact name', () => {
    expect(
      after([{ kind: 'showPathsTo', filter: { kind: 'name', text: 'org.lib.Cache.get(int)' } }]),
    ).toEqual([
      'order calls 1 total 100 self 15',
      '  get calls 1 total 60 self 20',
      '    other calls 2 total 40 self 40',
      '  other calls 1 total 25 self 25',
    ]);
    expect(after([{ kind: 'showOnly', filter: { kind: 'class', text: 'com.acme.Shop' } }])).toEqual([
      'order calls 1 total 100 self 100',
    ]);
  });

  it('knows every kind of step, all as plain data', () => {
    const path = [A, B];
    const filter: MethodFilter = { kind: 'packages', packages: ['com.acme'] };
    const all: [Transform, string, string[]][] = [
      [{ kind: 'focusMethods', methods: [D] }, 'Focus on D', ['load calls 2 total 45 self 45']],
      [
        { kind: 'dropMethods', methods: [B] },
        'Drop B',
        ['order calls 1 total 40 self 15', '  load calls 1 total 25 self 25'],
      ],
      [
        { kind: 'mergeNode', path },
        'Merge this B',
        [
          'order calls 1 total 100 self 35',
          '  find calls 1 total 40 self 20',
          '    load calls 1 total 20 self 20',
          '  load calls 1 total 25 self 25',
        ],
      ],
      [{ kind: 'collapseMethods', methods: [A] }, 'Collapse A', ['order calls 1 total 100 self 100']],
      [{ kind: 'collapseClass', className: 'com.acme.Shop' }, 'Collapse com.acme.Shop', after([])],
      [{ kind: 'collapseRecursion', methods: null, directOnly: false }, 'Collapse recursion', after([])],
      [
        { kind: 'collapseRecursion', methods: [A], directOnly: true },
        'Collapse direct recursion of A',
        after([]),
      ],
      [
        { kind: 'hideSmall', share: 0.5 },
        'Hide below 50.0 %',
        [
          'order calls 1 total 100 self 15',
          '  get calls 1 total 60 self 20',
          '    other calls 2 total 40 self 40',
          '  other calls 1 total 25 self 25',
        ],
      ],
      [
        { kind: 'showOnly', filter },
        'Only com.acme',
        ['order calls 1 total 100 self 55', '  load calls 2 total 45 self 45'],
      ],
    ];
    for (const [step, text, lines] of all) {
      expect(transformText(step, (method) => 'ABCD'[method - A])).toBe(text);
      expect(after([JSON.parse(JSON.stringify(step)) as Transform])).toEqual(lines);
    }
  });
});

it('code that is left out is part of its callers, and that of the JDK goes by its name', () => {
  const outside = (packages: readonly string[]) =>
    transformText({ kind: 'showOnly', filter: { kind: 'outside', packages } }, String);
  expect(outside(['java', 'javax.crypto'])).toBe('JDK frames folded into callers');
  expect(outside(['com.acme'])).toBe('com.acme frames folded into callers');
  expect(outside(['java', 'com.acme'])).toBe('java, com.acme frames folded into callers');
});

describe('filteredMethods', () => {
  it('finds methods by words, by what they lack, by expression, by package', () => {
    expect(found({ kind: 'contains', text: 'SHOP load' })).toEqual(['load']);
    expect(found({ kind: 'contains', text: '' })).toEqual(['order', 'get', 'find', 'load']);
    expect(found({ kind: 'excludes', text: 'shop' })).toEqual(['get', 'find']);
    expect(found({ kind: 'excludes', text: ' ' })).toEqual(['order', 'get', 'find', 'load']);
    expect(found({ kind: 'regexp', text: '^org\\..*\\((int)?\\)$' })).toEqual(['get', 'find']);
    expect(found({ kind: 'packages', packages: ['org.lib', 'com.ac'] })).toEqual(['get', 'find']);
  });

  it('refuses what is no regular expression, and says so', () => {
    expect(() => found({ kind: 'regexp', text: '(' })).toThrow('( is no regular expression');
  });

  function found(filter: MethodFilter): string[] {
    const filtered = filteredMethods(METHODS, filter);
    return [A, B, C, D].filter((id) => filtered[id] === 1).map((id) => METHODS.get(id).name);
  }
});

function after(steps: readonly Transform[]): string[] {
  const { tree } = transformed(chosenTree(SNAPSHOT, 'all'), steps, METHODS);
  return formatTree(tree, new Map([...tree.method].map((id) => [id, METHODS.get(id).name])));
}
