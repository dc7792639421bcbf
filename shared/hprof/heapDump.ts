import { dominatorTree, retainedBytes, type DominatorTree } from './dominators.ts';
import type { HeapClass } from './dumpClasses.ts';
import { scanDump } from './dumpScanner.ts';
import type { DumpSource } from './dumpSource.ts';
import type { DumpVisitor } from './dumpVisitor.ts';
import { GrowingInts } from './growingInts.ts';
import { UsageError } from '../base/errors.ts';
import type { MadeContexts } from '../recording/sets/madeContexts.ts';
import { readHeapGraph, type GraphOptions, type HeapGraph } from './heapGraph.ts';
import { Makers } from './makers.ts';
import { TrackedReferences } from './trackedReferences.ts';

export interface Retained {
  readonly tree: DominatorTree;
  /** place -> bytes */
  readonly bytes: Float64Array;
}

/** Tells what an object refers to, without a list of it. */
export function eachTarget(
  { first, references }: Pick<HeapGraph, 'first' | 'references'>,
  object: number,
  visit: (target: number) => void,
): void {
  let at = first[object];
  if (at < 0) return;
  for (let coded = 0; coded >= 0; at++) {
    coded = references[at];
    visit(coded < 0 ? ~coded : coded);
  }
}

/** A heap dump that was read: the graph of its objects, what is computed of it when it is asked for, and the file for contents. */
export class HeapDump {
  readonly graph: HeapGraph;
  readonly #source: DumpSource;
  readonly #options: GraphOptions;
  #retained: Retained | null = null;
  #makers: Makers | null = null;

  private constructor(source: DumpSource, graph: HeapGraph, options: GraphOptions) {
    this.#source = source;
    this.graph = graph;
    this.#options = options;
  }

  /** @throws as readHeapGraph */
  static async read(source: DumpSource, options: GraphOptions = {}): Promise<HeapDump> {
    return new HeapDump(source, await readHeapGraph(source, options), options);
  }

  get count(): number {
    return this.graph.objects.count;
  }

  /** What each object holds, computed once. */
  async retained(): Promise<Retained> {
    if (this.#retained !== null) return this.#retained;
    this.#options.onProgress?.('finding what holds what', 0);
    const tree = await dominatorTree({ ...this.graph, count: this.count }, this.#options.pause);
    this.#retained = { tree, bytes: retainedBytes(tree, this.graph.sizes.sizes) };
    return this.#retained;
  }

  /** Who has made its objects; null: it was joined with no recording. */
  get makers(): Makers | null {
    return this.#makers;
  }

  /**
   * Joins it with a recording that followed objects while the dump was made.
   * @throws SluiceError 'usage' where that recording followed none of its objects
   */
  async join(made: MadeContexts): Promise<Makers> {
    const references = new TrackedReferences(this.graph);
    if (references.areThere) await this.scan(references, 'looking for followed objects');
    const makers = new Makers(references.serials, made);
    if (makers.contextOf.size === 0)
      throw new UsageError(
        references.serials.size === 0
          ? 'No object was followed when the heap dump was made.'
          : `The recording followed none of the ${references.serials.size} objects that were followed when the heap dump was made.`,
        'Make the dump while a recording with --live goes on, and save that recording afterwards: record --live 512k --heap-dump FILE.hprof does both.',
      );
    this.#makers = makers;
    return makers;
  }

  /** Reads the file once more, for what is in the objects. */
  async scan(visitor: DumpVisitor, what: string): Promise<void> {
    await scanDump(this.#source, visitor, what, this.#options);
  }

  classOf(object: number): HeapClass {
    return this.graph.classes.all[this.graph.classOf[object]];
  }

  bytesOf(object: number): number {
    return this.graph.sizes.sizes[object] * 8;
  }

  /** The class that an object of java.lang.Class stands for; undefined for all others. */
  classOfClassObject(object: number): HeapClass | undefined {
    const { classes, objects } = this.graph;
    if (this.graph.classOf[object] !== classes.javaLangClass.number) return undefined;
    return classes.withId(objects.addressOf(object));
  }

  /** "app.Cart@0x7f001230", and "class app.Main" of a class. */
  nameOf(object: number): string {
    const heapClass = this.classOfClassObject(object);
    if (heapClass !== undefined) return `class ${heapClass.name}`;
    return `${this.classOf(object).name}@0x${this.graph.objects.addressOf(object).toString(16)}`;
  }

  /** Objects of classes, in the order of their addresses. O(objects). */
  objectsOf(isWanted: (heapClass: HeapClass) => boolean): Int32Array {
    const wanted = Uint8Array.from(this.graph.classes.all, (each) => (isWanted(each) ? 1 : 0));
    const found = new GrowingInts();
    this.graph.classOf.forEach((number, object) => {
      if (wanted[number] === 1) found.push(object);
    });
    return found.all.slice();
  }
}
