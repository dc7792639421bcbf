import { nodeAtPath, type CallPath } from '../analysis/callPath.ts';
import { collapseDirectRecursion, collapseRecursion } from '../analysis/collapseRecursion.ts';
import { GONE, type ReshapedTree } from '../analysis/treeMaker.ts';
import {
  collapseLibrary,
  collapseMethods,
  dropMethods,
  focusMethods,
  focusSubtree,
  hideSmall,
  mergeMethods,
  mergeNode,
  showPathsTo,
} from '../analysis/transforms.ts';
import { OTHER_METHOD } from '../base/ids.ts';
import type { ExactTree } from '../cct/cctTable.ts';
import { formatPercent } from '../naming/formatNumbers.ts';
import { filteredMethods, methodFilterText, type MethodFilter } from '../naming/methodFilter.ts';
import { packagesText } from '../naming/inPackages.ts';
import { JDK_PACKAGES } from '../naming/jdkPackages.ts';
import { packageName } from '../naming/methodNames.ts';
import type { MethodTable } from '../naming/methodTable.ts';

/**
 * One step of what a user did to a tree: plain data with method ids and names, no nodes, so that the same steps can be
 * taken again on each new snapshot of a tree that grows. A view has a list of them; undoing takes the last ones away.
 * What each does: shared/analysis/transforms.ts, collapseRecursion.ts. Paths are those of the tree that the steps before have left.
 */
export type Transform =
  | { readonly kind: 'focusSubtree'; readonly path: CallPath }
  | { readonly kind: 'focusMethods'; readonly methods: readonly number[] }
  | { readonly kind: 'dropMethods'; readonly methods: readonly number[] }
  | { readonly kind: 'mergeMethods'; readonly methods: readonly number[] }
  | { readonly kind: 'mergeNode'; readonly path: CallPath }
  | { readonly kind: 'collapseMethods'; readonly methods: readonly number[] }
  /** methods null: of all. directOnly: only calls that a method makes to itself without others in between. */
  | {
      readonly kind: 'collapseRecursion';
      readonly methods: readonly number[] | null;
      readonly directOnly: boolean;
    }
  /** As in Class.getName(). */
  | { readonly kind: 'collapseClass'; readonly className: string }
  /** With the packages below it. */
  | { readonly kind: 'collapsePackage'; readonly packageName: string }
  /** share: of the total, 0 to 1. */
  | { readonly kind: 'hideSmall'; readonly share: number }
  /** Methods that the filter is about, and their callers; the rest is hidden, and summed up. */
  | { readonly kind: 'showPathsTo'; readonly filter: MethodFilter }
  /** Methods that the filter is about; all others are merged into their callers. */
  | { readonly kind: 'showOnly'; readonly filter: MethodFilter }
  /** The same of the program's own packages, as RecordedTarget has them. */
  | { readonly kind: 'myCode'; readonly packages: readonly string[] };

/** The tree after all steps, and what became of each node of the one before them. O(nodes) a step.
 *  @throws SluiceError 'usage' for a filter that is no regular expression */
export function transformed(
  tree: ExactTree,
  steps: readonly Transform[],
  methods: MethodTable,
): ReshapedTree {
  let result: ReshapedTree = { tree, image: new Int32Array(tree.length) };
  for (let node = 1; node < tree.length; node++) result.image[node] = node;
  for (const step of steps) {
    const { tree: next, image } = taken(result.tree, step, methods);
    for (let node = 1; node < tree.length; node++) {
      const before = result.image[node];
      if (before !== GONE) result.image[node] = image[before];
    }
    result = { tree: next, image: result.image };
  }
  return result;
}

/** For the breadcrumb. */
export function transformText(step: Transform, nameOf: (method: number) => string): string {
  const namesOf = (methods: readonly number[]): string =>
    methods.length === 1 ? nameOf(methods[0]) : `${methods.length} methods`;
  switch (step.kind) {
    case 'focusSubtree':
      return `Focus on this ${nameOf(step.path.at(-1) ?? -1)}`;
    case 'focusMethods':
      return `Focus on ${namesOf(step.methods)}`;
    case 'dropMethods':
      return `Drop ${namesOf(step.methods)}`;
    case 'mergeMethods':
      return `Merge ${namesOf(step.methods)}`;
    case 'mergeNode':
      return `Merge this ${nameOf(step.path.at(-1) ?? -1)}`;
    case 'collapseMethods':
      return `Collapse ${namesOf(step.methods)}`;
    case 'collapseRecursion': {
      const what = step.directOnly ? 'direct recursion' : 'recursion';
      return `Collapse ${what}${step.methods === null ? '' : ` of ${namesOf(step.methods)}`}`;
    }
    case 'collapseClass':
      return `Collapse ${step.className}`;
    case 'collapsePackage':
      return `Collapse ${step.packageName}`;
    case 'hideSmall':
      return `Hide below ${formatPercent(step.share, 1)}`;
    case 'showPathsTo':
      return `Paths to ${methodFilterText(step.filter)}`;
    case 'showOnly':
      return shownOnlyText(step.filter);
    case 'myCode':
      return `My Code: ${packagesText(step.packages)}`;
  }
}

/** What is left out is not gone: its callers have it. */
function shownOnlyText(filter: MethodFilter): string {
  if (filter.kind !== 'outside') return `Only ${methodFilterText(filter)}`;
  const isJdk = filter.packages.every((name) => JDK_PACKAGES.includes(name));
  return `${isJdk ? 'JDK' : packagesText(filter.packages)} frames folded into callers`;
}

/** The tree after one step. O(nodes). @throws SluiceError 'usage' for a filter that is no regular expression */
export function taken(tree: ExactTree, step: Transform, methods: MethodTable): ReshapedTree {
  switch (step.kind) {
    case 'focusSubtree':
      return focusSubtree(tree, nodeAtPath(tree, step.path));
    case 'focusMethods':
      return focusMethods(tree, only(step.methods));
    case 'dropMethods':
      return dropMethods(tree, only(step.methods));
    case 'mergeMethods':
      return mergeMethods(tree, only(step.methods));
    case 'mergeNode':
      return mergeNode(tree, nodeAtPath(tree, step.path));
    case 'collapseMethods':
      return collapseMethods(tree, only(step.methods));
    case 'collapseRecursion': {
      const of = step.methods === null ? null : only(step.methods);
      return step.directOnly ? collapseDirectRecursion(tree, of) : collapseRecursion(tree, of);
    }
    case 'collapseClass':
      return collapseLibrary(
        tree,
        methodsWhere(methods, (className) => className === step.className),
      );
    case 'collapsePackage':
      return collapseLibrary(tree, methodsInPackage(methods, step.packageName));
    case 'hideSmall':
      return hideSmall(tree, step.share);
    case 'showPathsTo':
      return showPathsTo(tree, filteredMethods(methods, step.filter));
    case 'showOnly':
      return mergeAllBut(tree, filteredMethods(methods, step.filter));
    case 'myCode':
      return mergeAllBut(tree, filteredMethods(methods, { kind: 'packages', packages: step.packages }));
  }
}

/** What steps before have hidden stays hidden: there may be shown methods in it. @param shown MethodId -> 1 */
function mergeAllBut(tree: ExactTree, shown: Uint8Array): ReshapedTree {
  const others = shown.map((isShown) => 1 - isShown);
  others[OTHER_METHOD] = 0;
  return mergeMethods(tree, others);
}

function only(methods: readonly number[]): Uint8Array {
  const column = new Uint8Array(methods.reduce((limit, id) => Math.max(limit, id + 1), 0));
  for (const id of methods) column[id] = 1;
  return column;
}

function methodsInPackage(methods: MethodTable, name: string): Uint8Array {
  return methodsWhere(methods, (className) => `${packageName(className)}.`.startsWith(`${name}.`));
}

function methodsWhere(methods: MethodTable, isIn: (className: string) => boolean): Uint8Array {
  const column = new Uint8Array(methods.nameRanks.length);
  for (const { id, className } of methods.all) if (isIn(className)) column[id] = 1;
  return column;
}
