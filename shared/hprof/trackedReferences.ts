import { DumpVisitor, idOf } from './dumpVisitor.ts';
import type { HeapGraph } from './heapGraph.ts';

/** The agent's references to the objects that it follows (backend-java, SluiceTracked.java). */
const REFERENCE = 'java.lang.SluiceTracked';

/** Which objects of a dump were followed when it was made, each by its serial: read from the file once more. */
export class TrackedReferences extends DumpVisitor {
  /** object -> serial */
  readonly serials = new Map<number, number>();
  readonly #graph: HeapGraph;
  /** -1: the dump has no such class. */
  readonly #number: number;
  readonly #referent: number;
  readonly #serial: number;

  constructor(graph: HeapGraph) {
    super();
    this.#graph = graph;
    const { classes } = graph;
    const reference = classes.all.find(({ name, dump }) => name === REFERENCE && dump !== null);
    const fields = reference === undefined ? [] : classes.placedFields(reference);
    const offsetOf = (wanted: string): number => fields.find(({ name }) => name === wanted)?.offset ?? -1;
    this.#referent = offsetOf('referent');
    this.#serial = offsetOf('serial');
    this.#number = this.#referent < 0 || this.#serial < 0 ? -1 : (reference?.number ?? -1);
  }

  /** Whether there may be any: no reading is needed where not. */
  get areThere(): boolean {
    return this.#number >= 0;
  }

  override instance(high: number, low: number, _classHigh: number, _classLow: number, at: number): void {
    const { objects, classOf } = this.#graph;
    const reference = objects.indexOf(high, low);
    if (reference < 0 || classOf[reference] !== this.#number) return;
    const { view, idBytes } = this.window;
    const referent = at + this.#referent;
    const object =
      idBytes === 8
        ? objects.indexOf(view.getInt32(referent), view.getInt32(referent + 4))
        : objects.indexOf(0, view.getInt32(referent));
    const serial = at + this.#serial;
    if (object >= 0) this.serials.set(object, idOf(view.getInt32(serial), view.getInt32(serial + 4)));
  }
}
