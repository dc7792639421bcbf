import { IdMap } from '../base/idMap.ts';
import { IdTable } from '../base/idTable.ts';
import { ensure } from '../base/assert.ts';
import { javaType } from '../classfile/descriptors.ts';
import { damagedDump, dumpBeyondLimits } from './damagedDump.ts';
import { FIELD_TYPES, OBJECT_TYPE } from './dumpFormat.ts';
import type { DumpAccount } from './dumpAccount.ts';
import { DUMP_LIMITS } from './dumpLimits.ts';
import type { DumpNames } from './dumpNames.ts';
import type { DumpedField } from './dumpedFields.ts';
import type { ClassDump } from './dumpVisitor.ts';

/** What an object of a class is: with fields, or an array of references, or of values of so many bytes. */
export type Shape =
  { readonly kind: 'fields' } | { readonly kind: 'array'; readonly elementBytes: number | null };

/** A class of a dump, by its number. */
export interface HeapClass {
  readonly number: number;
  /** 0 for one that the dump does not have itself: of its objects only. */
  readonly id: number;
  /** As the JVM's histogram has it: java.lang.String[]. */
  readonly name: string;
  readonly superclass: HeapClass | null;
  readonly shape: Shape;
  /** Its own ones. */
  readonly fields: readonly HeapField[];
  readonly dump: ClassDump | null;
}

export interface HeapField {
  readonly name: string;
  /** HPROF's number of it. */
  readonly type: number;
}

/** A value of an object, where it stands in the dump. */
export interface PlacedField extends HeapField {
  readonly offset: number;
  readonly owner: HeapClass;
}

const PRIMITIVE_ARRAYS = new Map([...FIELD_TYPES].filter(([type]) => type !== OBJECT_TYPE));

/** Classes as they are told, before it is known which name and superclass they have. */
export class DumpClasses {
  readonly #dumps: ClassDump[] = [];
  readonly #numbers = new IdTable();
  /** id of the class -> id of its name. */
  readonly #nameIds = new IdMap<number>();
  readonly #idOfSerial = new IdMap<number>();
  readonly #account: DumpAccount;

  constructor(account: DumpAccount) {
    this.#account = account;
  }

  loaded(serial: number, id: number, nameId: number): void {
    if (this.#nameIds.size > DUMP_LIMITS.classes) throw tooManyClasses();
    this.#account.take('class');
    this.#nameIds.set(id, nameId);
    this.#idOfSerial.set(serial, id);
  }

  /** @returns false: it was told before */
  add(dump: ClassDump): boolean {
    if (this.#numbers.getId(dump.id) >= 0) return false;
    if (this.#dumps.length === DUMP_LIMITS.classes) throw tooManyClasses();
    this.#account.take('class');
    this.#account.take('field', dump.statics.length + dump.fields.length);
    this.#numbers.setId(dump.id, this.#dumps.length);
    this.#dumps.push(dump);
    return true;
  }

  /** All are there. */
  finish(names: DumpNames, idBytes: number): HeapClasses {
    const nameOf = (id: number): string => {
      const nameId = this.#nameIds.get(id);
      return nameId === undefined ? '?' : names.of(nameId);
    };
    /** Class files of one name may be many, and a name long. */
    const shownNames = new Map<string, string>();
    const shownName = (internal: string): string => {
      const known = shownNames.get(internal);
      if (known !== undefined) return known;
      const name = classNameOf(internal);
      shownNames.set(internal, name);
      return name;
    };
    const classes: (HeapClass | undefined)[] = new Array<undefined>(this.#dumps.length).fill(undefined);
    const madeOf = (id: number): HeapClass | undefined => classes[this.#numbers.getId(id)];
    const dumpOf = (id: number): ClassDump | undefined => this.#dumps[this.#numbers.getId(id)];
    const make = (dump: ClassDump): void => {
      // Superclasses first: from the class upwards, then down again.
      const line: ClassDump[] = [];
      for (let each: ClassDump | undefined = dump; each !== undefined && madeOf(each.id) === undefined;) {
        line.push(each);
        if (line.length > DUMP_LIMITS.superclasses)
          throw damagedDump(
            `the class ${nameOf(dump.id)} has more than ${DUMP_LIMITS.superclasses} superclasses`,
          );
        each = dumpOf(each.superId);
      }
      for (const each of line.reverse()) {
        const internal = nameOf(each.id);
        const made: HeapClass = {
          number: this.#numbers.getId(each.id),
          id: each.id,
          name: shownName(internal),
          superclass: madeOf(each.superId) ?? null,
          shape: shapeOf(internal),
          fields: Array.from(each.fields, ({ nameId, type }) => ({ name: names.of(nameId), type })),
          dump: each,
        };
        classes[made.number] = made;
      }
    };
    for (const dump of this.#dumps) make(dump);
    const all = classes.map((made) => ensure(made, 'a class'));
    return new HeapClasses(all, this.#numbers, this.#idOfSerial, names, idBytes);
  }
}

/** The classes of a dump. What it does not have of the JVM's own ones is added: java.lang.Class, arrays of primitive types. */
export class HeapClasses {
  readonly all: HeapClass[];
  readonly #numbers: IdTable;
  readonly #idOfSerial: IdMap<number>;
  readonly #names: DumpNames;
  readonly #idBytes: number;
  /** HPROF's number of an element's type -> class of the array. */
  readonly primitiveArrays = new Map<number, HeapClass>();
  readonly javaLangClass: HeapClass;

  constructor(
    classes: HeapClass[],
    numbers: IdTable,
    idOfSerial: IdMap<number>,
    names: DumpNames,
    idBytes: number,
  ) {
    this.all = classes;
    this.#numbers = numbers;
    this.#idOfSerial = idOfSerial;
    this.#names = names;
    this.#idBytes = idBytes;
    // A class of that name of another loader comes later: the JVM's own ones are loaded first.
    const byName = new Map([...classes].reverse().map((each) => [each.name, each]));
    this.javaLangClass = byName.get('java.lang.Class') ?? this.#add('java.lang.Class', { kind: 'fields' });
    for (const [type, { bytes, name }] of PRIMITIVE_ARRAYS) {
      const array = byName.get(`${name}[]`) ?? this.#add(`${name}[]`, { kind: 'array', elementBytes: bytes });
      this.primitiveArrays.set(type, array);
    }
  }

  #add(name: string, shape: Shape): HeapClass {
    const number = this.all.length;
    const made: HeapClass = { number, id: 0, name, superclass: null, shape, fields: [], dump: null };
    this.all.push(made);
    return made;
  }

  /** -1: the dump has no such class. */
  numberOf(high: number, low: number): number {
    return this.#numbers.get(high, low);
  }

  withId(id: number): HeapClass | undefined {
    return id === 0 ? undefined : this.all[this.#numbers.getId(id)];
  }

  withSerial(serial: number): HeapClass | undefined {
    return this.withId(this.#idOfSerial.get(serial) ?? 0);
  }

  fieldName({ nameId }: DumpedField): string {
    return this.#names.of(nameId);
  }

  /** The fields of an object as their values stand in the dump: of the class, then of its superclass, and so on. */
  placedFields(heapClass: HeapClass): PlacedField[] {
    const placed: PlacedField[] = [];
    let offset = 0;
    for (let owner: HeapClass | null = heapClass; owner !== null; owner = owner.superclass) {
      for (const { name, type } of owner.fields) {
        placed.push({ name, type, offset, owner });
        offset += FIELD_TYPES.get(type)?.bytes || this.#idBytes;
      }
    }
    return placed;
  }

  /** Bytes of all values of an object in the dump. */
  valueBytes(heapClass: HeapClass): number {
    let bytes = 0;
    for (let owner: HeapClass | null = heapClass; owner !== null; owner = owner.superclass)
      for (const { type } of owner.fields) bytes += FIELD_TYPES.get(type)?.bytes || this.#idBytes;
    return bytes;
  }

  /** class -> the nearest of some classes among itself and its superclasses, as a place in `names`; -1: none. O(classes). */
  families(names: readonly string[]): Int8Array {
    const UNKNOWN = -2;
    const familyOf = new Int8Array(this.all.length).fill(UNKNOWN);
    for (const heapClass of this.all) {
      const line: HeapClass[] = [];
      let family = UNKNOWN;
      for (let each: HeapClass | null = heapClass; family === UNKNOWN; each = each.superclass) {
        if (each === null) {
          family = -1;
          break;
        }
        family = familyOf[each.number];
        if (family !== UNKNOWN) break;
        line.push(each);
        const own = names.indexOf(each.name);
        if (own >= 0) family = own;
      }
      for (const each of line) familyOf[each.number] = family;
    }
    return familyOf;
  }
}

function tooManyClasses(): Error {
  return dumpBeyondLimits(`it has more than ${DUMP_LIMITS.classes} classes`);
}

function shapeOf(internal: string): Shape {
  if (!internal.startsWith('[')) return { kind: 'fields' };
  const bytes = { Z: 1, B: 1, C: 2, S: 2, I: 4, F: 4, J: 8, D: 8 }[internal.slice(1)];
  return { kind: 'array', elementBytes: bytes ?? null };
}

/** `[[I` is int[][]; a hidden class is a.B$$Lambda/0x00007f, as in the JVM's histogram, where the dump has a +. */
function classNameOf(internal: string): string {
  const dimensions = /^\[*/.exec(internal)?.[0].length ?? 0;
  const element = internal.slice(dimensions);
  const isPrimitive = dimensions > 0 && /^[BCDFIJSZ]$/.test(element);
  const name = isPrimitive
    ? javaType(element)
    : dimensions > 0 && element.startsWith('L') && element.endsWith(';')
      ? element.slice(1, -1)
      : element;
  return name.replaceAll('/', '.').replace(/\+(?=0x[0-9a-f]+$)/, '/') + '[]'.repeat(dimensions);
}
