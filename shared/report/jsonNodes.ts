import { childIndex } from '../cct/childIndex.ts';

/** Nodes within nodes, or for readers that recurse a list in which each names its parent. */
export type TreeForm = 'nested' | 'flat';

interface Nodes {
  readonly tree: { readonly length: number; readonly parent: Int32Array };
  /** node -> its fields, without braces */
  readonly fieldsOf: (node: number) => string;
  /** Of siblings; null: as they come. */
  readonly compare: ((a: number, b: number) => number) | null;
  /** node -> 1 for what is written; null = all */
  readonly shown: Uint8Array | null;
  readonly form: TreeForm;
}

/** A tree as JSON in depth-first order, in pieces, without recursion and without an object per node. */
export function* jsonNodes({ tree, fieldsOf, compare, shown, form }: Nodes): Generator<string> {
  const { start, children } = childIndex(tree);
  const next = start.slice(0, tree.length); // per open node: its child to write next
  const hasWritten = new Uint8Array(tree.length);
  const place = form === 'flat' ? new Int32Array(tree.length) : null; // node -> place in the list
  let written = 0;
  const open = (node: number): string => {
    if (compare !== null) children.subarray(start[node], start[node + 1]).sort(compare);
    if (place === null) return `{${fieldsOf(node)},"children":[`;
    place[node] = written++;
    return `{${fieldsOf(node)},"parent":${node === 0 ? null : place[tree.parent[node]]}}`;
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

/** Rows of a list as JSON, in pieces. */
export function* jsonRows(rows: Iterable<number>, fieldsOf: (row: number) => string): Generator<string> {
  let separator = '\n';
  for (const row of rows) {
    yield `${separator}{${fieldsOf(row)}}`;
    separator = ',\n';
  }
}
