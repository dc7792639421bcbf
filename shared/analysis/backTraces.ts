import { NO_METHOD, type ExactTree } from '../cct/cctTable.ts';
import { errorKind, errorTerm, finishErrors } from '../cct/errorSums.ts';
import { mappedMetrics } from '../cct/metricColumns.ts';
import { outermost } from '../cct/outermost.ts';
import { numbersOf, weightsOf, type NumberColumn, type RowSource } from './rowSource.ts';

/** Nodes that there is room for at first, besides one for each method. */
const SPARE_NODES = 256;
/** Room for so much more than there is when it runs out: what is not used is held as well. */
const SPARE_SHARE = 1 / 4;

/**
 * A calling context tree turned round: each method with its callers below it, and theirs below them.
 *
 *     call tree   A          back traces   A       back traces of one node are the contexts that end in its path, read
 *                 ├ B                      B       upwards: B under A is here B > A, with the calls and times of B there.
 *                 └ C                      ├ A
 *                    └ B                   └ C
 *                                             └ A
 *                                          C
 *                                          └ A
 *
 * The numbers are those of the method at the top of each path, shared out over its callers: what it took when it was called
 * by these. Children add up to their node, except for what no measured method called. Its total time within itself is
 * counted once, in the outermost call, so a path by which only recursion comes may have none.
 *
 * Fully made it would have a node for each step of each path of the tree, so nodes are made when they are looked at:
 *
 *     origin   [ contexts of A | contexts of B ............... | contexts of C ... ]   a node has a slice of these columns,
 *     above    [ how far up each of them has been followed                         ]   its children have parts of the slice
 *
 * The top level takes two passes over the tree; a node's children take one over its slice. 9 bytes for each node of the
 * call tree, 62 for each one made here, and at most a quarter more. Other numbers of the same nodes, as of another recording, can be shared out beside
 * them, for 33 bytes a node made.
 */
export class BackTraces implements RowSource {
  readonly #source: ExactTree;
  readonly #isOutermost: Uint8Array;
  readonly #origin: Int32Array; // place -> NodeIndex of the call tree: a context of the method at the top
  readonly #above: Int32Array; //  place -> NodeIndex of the call tree: its caller, as many steps up as nodes were made
  /** MethodId -> scratch: one more than the place in a list of methods; 0 outside of #makeNodes. */
  readonly #listed: Int32Array;
  /** Whose numbers are shared out: the source's, then those beside it. */
  readonly #sources: readonly ExactTree[];
  #columns: Columns;
  /** One for each of the sources. */
  #numbers: readonly Numbers[];
  #length = 1;
  #tree: ExactTree;
  #beside: readonly ExactTree[];

  /**
   * @param only   MethodId -> 1 for those that the top level shows; null = all
   * @param beside trees with the same nodes: their numbers go the same ways
   */
  constructor(source: ExactTree, only: Uint8Array | null = null, beside: readonly ExactTree[] = []) {
    this.#source = source;
    this.#sources = [source, ...beside];
    let idLimit = 0;
    for (let node = 1; node < source.length; node++) idLimit = Math.max(idLimit, source.method[node] + 1);
    this.#isOutermost = outermost(source, null, idLimit);
    this.#listed = new Int32Array(idLimit);
    const shown = only === null ? allNodes(source) : nodesOf(source, only);
    this.#origin = shown;
    this.#above = shown.slice();
    this.#columns = emptyColumns(SPARE_NODES);
    this.#columns.method[0] = NO_METHOD;
    this.#columns.parent[0] = -1;
    this.#numbers = this.#sources.map((source) => emptyNumbers(source, SPARE_NODES));
    this.#numbers.forEach(({ totalNs, metrics }, i) => {
      totalNs[0] = this.#sources[i].totalNs[0];
      for (const [id, { total }] of metrics ?? [])
        total[0] = this.#sources[i].metrics?.get(id)?.total[0] ?? 0;
    });
    [this.#tree, ...this.#beside] = this.#currentTrees();
    this.#makeNodes(0, 0, shown.length);
  }

  get tree(): ExactTree {
    return this.#tree;
  }

  /** The same nodes with the numbers of the trees beside the source. */
  get beside(): readonly ExactTree[] {
    return this.#beside;
  }

  get childStart(): Int32Array {
    return this.#columns.childStart;
  }

  get childEnd(): Int32Array {
    return this.#columns.childEnd;
  }

  get children(): Int32Array {
    return this.#columns.children;
  }

  hasChildren(node: number): boolean {
    return this.#columns.hasCallers[node] === 1;
  }

  values(column: NumberColumn): Float64Array {
    return numbersOf(this.tree, column);
  }

  weights(): Float64Array {
    return weightsOf(this.tree);
  }

  makeChildren(node: number): void {
    const { hasCallers, childStart, childEnd, sliceStart, sliceEnd } = this.#columns;
    if (hasCallers[node] === 0 || childStart[node] < childEnd[node]) return;
    const { parent } = this.#source;
    const [start, end] = [sliceStart[node], sliceEnd[node]];
    for (let at = start; at < end; at++) this.#above[at] = parent[this.#above[at]];
    this.#makeNodes(node, start, end);
  }

  /** Makes a child for each method that the slice's contexts have come up to, and sorts the slice by it; the top of the
   *  call tree, where some have arrived, comes last and gets none. */
  #makeNodes(node: number, start: number, end: number): void {
    const { method } = this.#source;
    const listed = this.#listed;
    const methods: number[] = [];
    const counts: number[] = [];
    for (let at = start; at < end; at++) {
      const above = this.#above[at];
      if (above === 0) continue;
      const id = method[above];
      if (listed[id] === 0) {
        listed[id] = methods.push(id);
        counts.push(0);
      }
      counts[listed[id] - 1]++;
    }
    const first = this.#length;
    this.#reserve(methods.length);
    const columns = this.#columns;
    let sliceEnd = start;
    methods.forEach((id, i) => {
      const child = first + i;
      columns.method[child] = id;
      columns.parent[child] = node;
      for (const { counted } of this.#numbers) counted[child] = 1;
      columns.sliceStart[child] = columns.sliceEnd[child] = sliceEnd;
      columns.children[child] = child;
      sliceEnd += counts[i];
    });
    columns.childStart[node] = first;
    columns.childEnd[node] = this.#length = first + methods.length;
    this.#shareOut(first, start, end, sliceEnd);
    for (const id of methods) listed[id] = 0;
    [this.#tree, ...this.#beside] = this.#currentTrees();
  }

  /** Moves each context to its child's slice and adds its numbers there. @param restStart where those without caller go */
  #shareOut(first: number, start: number, end: number, restStart: number): void {
    const { method, parent } = this.#source;
    const columns = this.#columns;
    const origins = this.#origin.slice(start, end);
    const aboves = this.#above.slice(start, end);
    const childOf = new Int32Array(end - start); // 0 = none: nothing called it
    let rest = restStart;
    for (let i = 0; i < origins.length; i++) {
      const above = aboves[i];
      let place;
      if (above === 0) place = rest++;
      else {
        const child = (childOf[i] = first + this.#listed[method[above]] - 1);
        place = columns.sliceEnd[child]++;
        if (parent[above] > 0) columns.hasCallers[child] = 1;
      }
      this.#origin[place] = origins[i];
      this.#above[place] = above;
    }
    this.#sources.forEach((source, i) =>
      addUp(source, this.#isOutermost, origins, childOf, this.#numbers[i], first, this.#length),
    );
  }

  #reserve(nodes: number): void {
    const needed = this.#length + nodes;
    if (needed <= this.#columns.method.length) return;
    const capacity = Math.ceil(needed * (1 + SPARE_SHARE)) + SPARE_NODES;
    this.#columns = copied(this.#columns, emptyColumns(capacity));
    this.#numbers = this.#numbers.map(({ metrics, ...numbers }) => ({
      ...copied(numbers, emptyTimes(capacity)),
      ...mappedMetrics(metrics, (column) => resized(column, capacity)),
    }));
  }

  #currentTrees(): readonly ExactTree[] {
    const { method, parent } = this.#columns;
    return this.#numbers.map((numbers, i) => ({
      ...{ length: this.#length, method, parent },
      ...numbers,
      ...errorKind(this.#sources[i]),
    }));
  }
}

/**
 * @param childOf index of `origins` -> node that its numbers are added to, 0 = none
 * @param first of these nodes, to `end`: all that they are of comes at once
 */
function addUp(
  source: ExactTree,
  isOutermost: Uint8Array,
  origins: Int32Array,
  childOf: Int32Array,
  { calls, selfNs, totalNs, errorNs, counted, metrics }: Numbers,
  first: number,
  end: number,
): void {
  for (let i = 0; i < origins.length; i++) {
    const child = childOf[i];
    if (child === 0) continue;
    const origin = origins[i];
    calls[child] += source.calls[origin];
    selfNs[child] += source.selfNs[origin];
    errorNs[child] += errorTerm(source, source.errorNs[origin]);
    counted[child] &= source.counted[origin];
    if (isOutermost[origin] === 1) totalNs[child] += source.totalNs[origin];
  }
  finishErrors(source, errorNs, first, end);
  for (const [id, sum] of metrics ?? []) {
    const column = source.metrics?.get(id);
    if (column === undefined) continue;
    for (let i = 0; i < origins.length; i++) {
      const child = childOf[i];
      if (child === 0) continue;
      sum.self[child] += column.self[origins[i]];
      if (isOutermost[origins[i]] === 1) sum.total[child] += column.total[origins[i]];
    }
  }
}

type Times = Pick<ExactTree, 'calls' | 'selfNs' | 'totalNs' | 'errorNs' | 'counted'>;
type Numbers = Times & Pick<ExactTree, 'metrics'>;

/** NodeIndex here -> what its name says; longer than the number of nodes. */
interface Columns {
  readonly method: Int32Array;
  readonly parent: Int32Array;
  readonly hasCallers: Uint8Array;
  readonly sliceStart: Int32Array;
  readonly sliceEnd: Int32Array;
  readonly childStart: Int32Array;
  readonly childEnd: Int32Array;
  readonly children: Int32Array;
}

function emptyColumns(capacity: number): Columns {
  return {
    method: new Int32Array(capacity),
    parent: new Int32Array(capacity),
    hasCallers: new Uint8Array(capacity),
    sliceStart: new Int32Array(capacity),
    sliceEnd: new Int32Array(capacity),
    childStart: new Int32Array(capacity),
    childEnd: new Int32Array(capacity),
    children: new Int32Array(capacity),
  };
}

function emptyNumbers({ metrics }: ExactTree, capacity: number): Numbers {
  return { ...emptyTimes(capacity), ...mappedMetrics(metrics, () => new Float64Array(capacity)) };
}

function resized(column: Float64Array, capacity: number): Float64Array {
  const larger = new Float64Array(capacity);
  larger.set(column);
  return larger;
}

function emptyTimes(capacity: number): Times {
  return {
    calls: new Float64Array(capacity),
    selfNs: new Float64Array(capacity),
    totalNs: new Float64Array(capacity),
    errorNs: new Float64Array(capacity),
    counted: new Uint8Array(capacity),
  };
}

/** @param larger columns of the same names, empty */
function copied<T extends Columns | Times>(columns: T, larger: T): T {
  for (const name of Object.keys(larger) as (keyof T)[])
    (larger[name] as Float64Array).set(columns[name] as Float64Array);
  return larger;
}

function allNodes({ length }: ExactTree): Int32Array {
  const nodes = new Int32Array(length - 1);
  for (let node = 1; node < length; node++) nodes[node - 1] = node;
  return nodes;
}

function nodesOf({ length, method }: ExactTree, only: Uint8Array): Int32Array {
  const nodes = new Int32Array(length);
  let count = 0;
  for (let node = 1; node < length; node++) if (only[method[node]] === 1) nodes[count++] = node;
  return nodes.slice(0, count);
}
