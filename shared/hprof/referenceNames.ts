import type { PlacedField } from './dumpClasses.ts';
import { OBJECT_TYPE } from './dumpFormat.ts';
import { DumpVisitor, type ClassDump } from './dumpVisitor.ts';
import type { HeapGraph } from './heapGraph.ts';

/** By which field or element one object refers to another: read from the file once more, for the few that are shown. */
export class ReferenceNames extends DumpVisitor {
  override readonly readsElements = true;
  readonly #graph: HeapGraph;
  /** holder -> target -> name; '' until it is found. */
  readonly #names = new Map<number, Map<number, string>>();
  /** class -> its fields that refer to something. */
  readonly #fields = new Map<number, readonly PlacedField[]>();
  #array: Map<number, string> | undefined;
  #element = 0;

  constructor(graph: HeapGraph) {
    super();
    this.#graph = graph;
  }

  want(holder: number, target: number): void {
    const names = this.#names.get(holder) ?? new Map<number, string>();
    names.set(target, '');
    this.#names.set(holder, names);
  }

  get isEmpty(): boolean {
    return this.#names.size === 0;
  }

  /** "elementData", "static leak", "[7]"; '' where none was found. */
  of(holder: number, target: number): string {
    return this.#names.get(holder)?.get(target) ?? '';
  }

  override classDump({ id, superId, loaderId, statics, signersId, domainId }: ClassDump): void {
    const { objects, classes } = this.#graph;
    const names = this.#names.get(objects.indexOfId(id));
    if (names === undefined) return;
    for (const field of statics)
      this.#found(names, objects.indexOfId(field.valueId), `static ${classes.fieldName(field)}`);
    this.#found(names, objects.indexOfId(loaderId), 'class loader');
    this.#found(names, objects.indexOfId(superId), 'superclass');
    this.#found(names, objects.indexOfId(signersId), 'signers');
    this.#found(names, objects.indexOfId(domainId), 'protection domain');
  }

  override instance(high: number, low: number, _classHigh: number, _classLow: number, at: number): void {
    const object = this.#graph.objects.indexOf(high, low);
    const names = this.#names.get(object);
    if (names === undefined) return;
    const number = this.#graph.classOf[object];
    const fields = this.#fields.get(number) ?? this.#fieldsOf(number);
    for (const { name, offset } of fields) this.#found(names, this.#targetAt(at + offset), name);
    this.#found(names, this.#graph.objects.indexOfId(this.#graph.classes.all[number].id), 'class');
  }

  override objectArray(high: number, low: number): void {
    this.#array = this.#names.get(this.#graph.objects.indexOf(high, low));
    this.#element = 0;
  }

  override elements(at: number, count: number): void {
    if (this.#array !== undefined)
      for (let i = 0; i < count; i++)
        this.#found(this.#array, this.#targetAt(at + i * this.window.idBytes), `[${this.#element + i}]`);
    this.#element += count;
  }

  #fieldsOf(number: number): readonly PlacedField[] {
    const { classes } = this.#graph;
    const fields = classes.placedFields(classes.all[number]).filter(({ type }) => type === OBJECT_TYPE);
    this.#fields.set(number, fields);
    return fields;
  }

  #targetAt(at: number): number {
    const { view, idBytes } = this.window;
    return idBytes === 8
      ? this.#graph.objects.indexOf(view.getInt32(at), view.getInt32(at + 4))
      : this.#graph.objects.indexOf(0, view.getInt32(at));
  }

  #found(names: Map<number, string>, target: number, name: string): void {
    if (target >= 0 && names.get(target) === '') names.set(target, name);
  }
}
