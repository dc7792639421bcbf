import type { DataSet } from '../../recording/dataSets/dataSet.ts';
import { FIELD_TYPES } from '../dumpFormat.ts';
import { DumpVisitor } from '../dumpVisitor.ts';
import { eachTarget, type HeapDump } from '../heapDump.ts';
import { heapSet, type ClassFilter } from './heapView.ts';

/** An array is mostly empty when so many of its elements are null or 0. */
const MOSTLY = 0.75;
/** Shorter ones waste nothing that could be had. */
const LEAST_LENGTH = 4;

/** Arrays whose elements are mostly null or 0, by their class and the class of what refers to them. */
export async function emptyArrays(dump: HeapDump, most: number, isWanted: ClassFilter): Promise<DataSet> {
  const counts = new EmptyElements(dump);
  await dump.scan(counts, 'counting elements that are empty');
  const holderOf = firstHolders(dump);
  interface Group {
    readonly className: string;
    readonly holder: string;
    arrays: number;
    bytes: number;
    emptyBytes: number;
  }
  const groups = new Map<string, Group>();
  for (const [array, { empty, length }] of counts.mostlyEmpty()) {
    const heapClass = dump.classOf(array);
    if (!isWanted(heapClass) || heapClass.shape.kind !== 'array') continue;
    const holder = holderOf[array] < 0 ? '' : dump.classOf(holderOf[array]).name;
    const key = `${heapClass.number} ${holder}`;
    let group = groups.get(key);
    if (group === undefined)
      groups.set(key, (group = { className: heapClass.name, holder, arrays: 0, bytes: 0, emptyBytes: 0 }));
    group.arrays++;
    group.bytes += dump.bytesOf(array);
    const elementBytes = heapClass.shape.elementBytes ?? dump.graph.sizes.layout.referenceBytes;
    group.emptyBytes += Math.min(empty, length) * elementBytes;
  }
  const rows = [...groups.values()]
    .sort((a, b) => b.emptyBytes - a.emptyBytes)
    .slice(0, most)
    .map(({ className, holder, arrays, bytes, emptyBytes }) => ({
      texts: [className, holder],
      values: [emptyBytes, bytes, arrays],
    }));
  const columns = {
    texts: [
      ['class', 'Class'],
      ['holder', 'Held By'],
    ],
    values: [
      ['emptyBytes', 'Empty', 'bytes'],
      ['bytes', 'Bytes', 'bytes'],
      ['arrays', 'Arrays', 'count'],
    ],
  } as const;
  return heapSet('arrays', 'Arrays of which three quarters are null or 0', columns, rows);
}

/** object -> the first object that refers to it, -1: none. */
function firstHolders(dump: HeapDump): Int32Array {
  const holderOf = new Int32Array(dump.count).fill(-1);
  for (let object = dump.count - 1; object >= 0; object--)
    eachTarget(dump.graph, object, (target) => {
      holderOf[target] = object;
    });
  return holderOf;
}

/** Elements that are null or 0, of each array. */
class EmptyElements extends DumpVisitor {
  override readonly readsElements = true;
  readonly #dump: HeapDump;
  readonly #empty: Uint32Array;
  readonly #lengths: Uint32Array;
  #array = -1;
  #elementBytes = 1;

  constructor(dump: HeapDump) {
    super();
    this.#dump = dump;
    this.#empty = new Uint32Array(dump.count);
    this.#lengths = new Uint32Array(dump.count);
  }

  *mostlyEmpty(): Generator<readonly [number, { readonly empty: number; readonly length: number }]> {
    for (let array = 0; array < this.#lengths.length; array++) {
      const [length, empty] = [this.#lengths[array], this.#empty[array]];
      if (length >= LEAST_LENGTH && empty >= length * MOSTLY) yield [array, { empty, length }];
    }
  }

  override objectArray(high: number, low: number, length: number): void {
    this.#begin(high, low, length, this.window.idBytes);
  }

  override primitiveArray(high: number, low: number, length: number, type: number): void {
    this.#begin(high, low, length, FIELD_TYPES.get(type)?.bytes ?? 1);
  }

  override elements(at: number, count: number): void {
    this.content(at, count * this.#elementBytes);
  }

  override content(at: number, bytes: number): void {
    const content = this.window.bytes;
    let empty = 0;
    for (let element = at; element < at + bytes; element += this.#elementBytes) {
      let byte = element;
      const end = element + this.#elementBytes;
      while (byte < end && content[byte] === 0) byte++;
      if (byte === end) empty++;
    }
    this.#empty[this.#array] += empty;
  }

  #begin(high: number, low: number, length: number, elementBytes: number): void {
    this.#array = this.#dump.graph.objects.indexOf(high, low);
    this.#lengths[this.#array] = length;
    this.#empty[this.#array] = 0;
    this.#elementBytes = elementBytes;
  }
}
