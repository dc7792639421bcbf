import type { ReferenceGraph } from '../../shared/hprof/dominators.ts';
import { dominatorTree } from '../../shared/hprof/dominators.ts';
import { BUILT_IN_CLASS_TITLE } from '../../shared/hprof/dumpFormat.ts';
import { DumpVisitor, type ClassDump } from '../../shared/hprof/dumpVisitor.ts';
import { eachTarget, type HeapDump } from '../../shared/hprof/heapDump.ts';
import type { HeapGraph } from '../../shared/hprof/heapGraph.ts';

/**
 * The references of a heap as NetBeans' library takes them when it tells what an object retains. Where that is not what Sluice takes:
 *
 *  - Weak, soft and phantom references hold what they refer to, once something else does too.
 *  - So does garbage: what it refers to is retained by nothing else.
 *  - Classes of the program are no roots; their loaders hold them.
 *  - A class does not hold its protection domain.
 */
export async function netBeansGraph(dump: HeapDump): Promise<ReferenceGraph> {
  const { graph, count } = dump;
  const left = new LeftReferences(graph);
  await dump.scan(left, 'reading what NetBeans sees otherwise');
  const targets: number[][] = Array.from({ length: count }, (_, object) => {
    const domain = left.domainOf.get(object);
    const found: number[] = [];
    eachTarget(graph, object, (target) => {
      if (target !== domain) found.push(target);
    });
    return found;
  });
  const roots = [...graph.roots].filter((root) =>
    graph.rootsOf(root).some(({ title }) => title !== BUILT_IN_CLASS_TITLE),
  );
  const { placeOf } = await dominatorTree(graphOf(targets, roots));
  for (const [object, referent] of left.referentOf) targets[object].push(referent);
  const heldByGarbage: number[] = [];
  for (let object = 0; object < count; object++) {
    const held = targets[object].filter((target) => placeOf[target] > 0);
    if (placeOf[object] === 0) heldByGarbage.push(...held);
    targets[object] = placeOf[object] === 0 ? [] : held;
  }
  return graphOf(targets, [...new Set([...roots, ...heldByGarbage])]);
}

/** What Sluice's graph leaves out, or NetBeans'. */
class LeftReferences extends DumpVisitor {
  /** Object of a weak, soft or phantom reference -> what it refers to. */
  readonly referentOf = new Map<number, number>();
  /** Class object -> its protection domain. */
  readonly domainOf = new Map<number, number>();
  readonly #graph: HeapGraph;
  /** Class -> where its `referent` stands among its values, -1: it has none. */
  readonly #placeOf = new Map<number, number>();

  constructor(graph: HeapGraph) {
    super();
    this.#graph = graph;
  }

  override classDump({ id, domainId }: ClassDump): void {
    if (domainId !== 0)
      this.domainOf.set(this.#graph.objects.indexOfId(id), this.#graph.objects.indexOfId(domainId));
  }

  override instance(high: number, low: number, classHigh: number, classLow: number, at: number): void {
    const place = this.#referentPlace(this.#graph.classes.numberOf(classHigh, classLow));
    if (place < 0) return;
    const { view } = this.window;
    const { objects } = this.#graph;
    const referent = objects.indexOf(view.getInt32(at + place), view.getInt32(at + place + 4));
    if (referent >= 0) this.referentOf.set(objects.indexOf(high, low), referent);
  }

  #referentPlace(number: number): number {
    const known = this.#placeOf.get(number);
    if (known !== undefined) return known;
    const { classes } = this.#graph;
    const field = classes
      .placedFields(classes.all[number])
      .find(({ name, owner }) => name === 'referent' && owner.name === 'java.lang.ref.Reference');
    this.#placeOf.set(number, field?.offset ?? -1);
    return field?.offset ?? -1;
  }
}

/** @param targets object -> what it refers to */
function graphOf(targets: readonly (readonly number[])[], roots: readonly number[]): ReferenceGraph {
  const first = new Int32Array(targets.length).fill(-1);
  const references: number[] = [];
  targets.forEach((of, object) => {
    if (of.length === 0) return;
    first[object] = references.length;
    for (const target of of) references.push(target);
    references[references.length - 1] = ~references[references.length - 1];
  });
  return {
    ...{ count: targets.length, first, references: Int32Array.from(references) },
    ...{ referenceCount: references.length, roots: Int32Array.from(roots) },
  };
}
