import { childIndex } from '../cct/childIndex.ts';
import type { ExactTree } from '../cct/cctTable.ts';
import { isUncertain } from '../cct/uncertain.ts';
import type { MethodTable } from '../naming/methodTable.ts';
import { furtherFields } from './furtherNumbers.ts';
import { rowComparator } from '../rows/sortOrder.ts';
import type { RowOrder } from '../rows/sortOrder.ts';

/** Nodes within nodes, or for readers that recurse a list in which each names its parent. */
export type TreeForm = 'nested' | 'flat';

/**
 * A tree in depth-first order. Row 0 is the outermost node: class "", the title (of a thread: its name) as method, 0 calls.
 * Without recursion and without an object per node.
 * @param shown NodeIndex -> 1 for what is written; null = all
 */
export function* nodeParts(
  tree: ExactTree,
  title: string,
  methods: MethodTable,
  order: RowOrder,
  shown: Uint8Array | null = null,
  form: TreeForm = 'nested',
): Generator<string> {
  const { start, children } = childIndex(tree);
  const compare = rowComparator(tree, methods.nameRanks, order);
  const namesOf = methodNames(methods);
  const furtherOf = furtherFields(tree);
  const next = start.slice(0, tree.length); // per open node: its child to write next
  const hasWritten = new Uint8Array(tree.length);
  const place = form === 'flat' ? new Int32Array(tree.length) : null; // NodeIndex -> place in the list
  let written = 0;
  const open = (node: number): string => {
    const names = node === 0 ? titleFields(title) : namesOf(tree.method[node]);
    children.subarray(start[node], start[node + 1]).sort(compare);
    const times =
      `"selfNs":${Math.round(tree.selfNs[node])},"totalNs":${Math.round(tree.totalNs[node])}` +
      `,"errorNs":${Math.ceil(tree.errorNs[node])}`;
    const fields = `{${names},"calls":${tree.calls[node]},${times}${uncertainField(tree.selfNs[node], tree.errorNs[node])}${timedField(tree.counted[node])}${furtherOf(node)}`;
    if (place === null) return `${fields},"children":[`;
    place[node] = written++;
    return `${fields},"parent":${node === 0 ? null : place[tree.parent[node]]}}`;
  };
  let node = 0;
  if (place !== null) yield '{"nodes":[\n';
  yield open(node);
  for (;;) {
    if (next[node] < start[node + 1]) {
      const child = children[next[node]++];
      if (shown !== null && shown[child] === 0) continue;
      const separator = hasWritten[node] === 0 && place === null ? '\n' : ',\n';
      hasWritten[node] = 1;
      node = child;
      yield separator + open(node);
    } else {
      if (place === null || node === 0) yield ']}';
      if (node === 0) return;
      node = tree.parent[node];
    }
  }
}

/** Only where it is true. */
export function uncertainField(selfNs: number, errorNs: number): string {
  return isUncertain(selfNs, errorNs) ? ',"uncertain":true' : '';
}

/** Only where it is false. */
export function timedField(counted: number): string {
  return counted === 1 ? ',"timed":false' : '';
}

function titleFields(name: string): string {
  return `"class":"","method":${JSON.stringify(name)},"descriptor":""`;
}

/** The three name fields of a method by id, each made once: a tree mentions the same methods over and over. */
export function methodNames(methods: MethodTable): (id: number) => string {
  const fields = new Map<number, string>();
  return (id) => {
    const known = fields.get(id);
    if (known !== undefined) return known;
    const { className, name, descriptor } = methods.get(id);
    const made = JSON.stringify({ class: className, method: name, descriptor }).slice(1, -1);
    fields.set(id, made);
    return made;
  };
}
