import { nodeAtPath } from '../analysis/callPath.ts';
import type { CallPath } from '../analysis/callPath.ts';
import { collapseDirectRecursion, collapseRecursion } from '../analysis/collapseRecursion.ts';
import { GONE } from '../analysis/treeMaker.ts';
import type { ReshapedTree } from '../analysis/treeMaker.ts';
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
import type { ExactTree } from '../cct/cctTable.ts';
import { formatPercent } from './formatNumbers.ts';
import { filteredMethods, filterText } from './methodFilter.ts';
import type { MethodFilter } from './methodFilter.ts';
import { packageName } from './methodNames.ts';
import type { MethodTable } from './methodTable.ts';

/**
 * One step of what a user did to a tree: plain data with method ids and names, no nodes, so that the same steps can be
 * taken again on each new snapshot of a tree that grows. A view has a list of them; undoing takes the last ones away.
 * What each does: shared/analysis/transforms.ts, collapseRecursion.ts. Paths are those of the tree that the steps before have left.
 */
export type Transform =
  | { readonly kind: 'focusSubtree'; readonly path: CallPath }
  | { readonly kind: 'focusMethod'; readonly method: number }
  | { readonly kind: 'dropMethod'; readonly method: number }
  | { readonly kind: 'mergeMethod'; readonly method: number }
  | { readonly kind: 'mergeNode'; readonly path: CallPath }
  | { readonly kind: 'collapseMethod'; readonly method: number }
  /** method null: of all methods. directOnly: only calls that a method makes to itself without others in between. */
  | { readonly kind: 'collapseRecursion'; readonly method: number | null; readonly directOnly: boolean }
  /** As in Class.getName(). */
  | { readonly kind: 'collapseClass'; readonly className: string }
  /** With the packages below it. */
  | { readonly kind: 'collapsePackage'; readonly packageName: string }
  /** share: of the total, 0 to 1. */
  | { readonly kind: 'hideSmall'; readonly share: number }
  /** Methods that the filter is about, and their callers; the rest is hidden, and summed up. */
  | { readonly kind: 'showPathsTo'; readonly filter: MethodFilter }
  /** Methods that the filter is about; all others are merged into their callers. */
  | { readonly kind: 'showOnly'; readonly filter: MethodFilter };

/** The tree after all steps, and what became of each node of the one before them. O(nodes) a step.
 *  @throws SluiceError 'usage' for a filter that is no regular expression */
export function transformed(
  tree: ExactTree,
  steps: readonly Transform[],
  methods: MethodTable,
): ReshapedTree {
  let result: ReshapedTree = { tree, image: Int32Array.from({ length: tree.length }, (_, node) => node) };
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
  switch (step.kind) {
    case 'focusSubtree':
      return `Focus on this ${nameOf(step.path.at(-1) ?? -1)}`;
    case 'focusMethod':
      return `Focus on ${nameOf(step.method)}`;
    case 'dropMethod':
      return `Drop ${nameOf(step.method)}`;
    case 'mergeMethod':
      return `Merge ${nameOf(step.method)}`;
    case 'mergeNode':
      return `Merge this ${nameOf(step.path.at(-1) ?? -1)}`;
    case 'collapseMethod':
      return `Collapse ${nameOf(step.method)}`;
    case 'collapseRecursion': {
      const what = step.directOnly ? 'direct recursion' : 'recursion';
      return `Collapse ${what}${step.method === null ? '' : ` of ${nameOf(step.method)}`}`;
    }
    case 'collapseClass':
      return `Collapse ${step.className}`;
    case 'collapsePackage':
      return `Collapse ${step.packageName}`;
    case 'hideSmall':
      return `Hide below ${formatPercent(step.share, 1)}`;
    case 'showPathsTo':
      return `Paths to ${filterText(step.filter)}`;
    case 'showOnly':
      return `Only ${filterText(step.filter)}`;
  }
}

function taken(tree: ExactTree, step: Transform, methods: MethodTable): ReshapedTree {
  switch (step.kind) {
    case 'focusSubtree':
      return focusSubtree(tree, nodeAtPath(tree, step.path));
    case 'focusMethod':
      return focusMethods(tree, only(step.method));
    case 'dropMethod':
      return dropMethods(tree, only(step.method));
    case 'mergeMethod':
      return mergeMethods(tree, only(step.method));
    case 'mergeNode':
      return mergeNode(tree, nodeAtPath(tree, step.path));
    case 'collapseMethod':
      return collapseMethods(tree, only(step.method));
    case 'collapseRecursion': {
      const of = step.method === null ? null : only(step.method);
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
    case 'showOnly': {
      const others = filteredMethods(methods, step.filter).map((isShown) => 1 - isShown);
      return mergeMethods(tree, others);
    }
  }
}

function only(method: number): Uint8Array {
  const column = new Uint8Array(method + 1);
  column[method] = 1;
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
