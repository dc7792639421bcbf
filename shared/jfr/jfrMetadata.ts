import { jfrDamaged } from './damagedJfr.ts';
import type { JfrCursor } from './jfrCursor.ts';
import { KeyTable } from './keyTable.ts';

/** How the values of a type are written. */
export type JfrKind =
  'boolean' | 'byte' | 'char' | 'short' | 'int' | 'long' | 'float' | 'double' | 'text' | 'struct';

export interface JfrType {
  readonly id: number;
  /** "jdk.ExecutionSample" */
  readonly name: string;
  readonly kind: JfrKind;
  readonly isEvent: boolean;
  /** A struct of one field of which JSON shows only the value: a thread's state, a package's name. */
  readonly isSimple: boolean;
  /** In the order in which they are written; filled once all types are known. */
  readonly fields: JfrField[];
  /** What a value takes at least. 0: it has no fields, and is the type of no field that is written where it stands. */
  leastBytes: number;
}

/** The types of a chunk. */
export class JfrTypes {
  readonly all: readonly JfrType[];
  readonly #places = new KeyTable();
  readonly #byName = new Map<string, JfrType>();

  constructor(all: readonly JfrType[]) {
    this.all = all;
    for (const [place, type] of all.entries()) {
      if (this.#places.placeFor(type.id) !== place)
        throw jfrDamaged(`two of its types have the id ${type.id}`);
      if (!this.#byName.has(type.name)) this.#byName.set(type.name, type);
    }
  }

  of(id: number): JfrType | undefined {
    const place = this.#places.placeOf(id);
    return place < 0 ? undefined : this.all[place];
  }

  named(name: string): JfrType | undefined {
    return this.#byName.get(name);
  }
}

export interface JfrField {
  readonly name: string;
  readonly type: JfrType;
  /** Only the key in the pool of its type is written. */
  readonly isPooled: boolean;
  readonly isArray: boolean;
  /** Annotations by their type's name: what unit a number has, whether it is unsigned. */
  readonly annotations: ReadonlyMap<string, string>;
}

const PRIMITIVES: Readonly<Record<string, JfrKind>> = {
  boolean: 'boolean',
  byte: 'byte',
  char: 'char',
  short: 'short',
  int: 'int',
  long: 'long',
  float: 'float',
  double: 'double',
  'java.lang.String': 'text',
};
const EVENT_CLASS = 'jdk.jfr.Event';
/** root, metadata, class, field, annotation are five. */
const DEEPEST_ELEMENT = 16;
const ELEMENT_BYTES = 300;
const ATTRIBUTE_BYTES = 40;
/** Structs within structs: a frame within a stack trace is one. */
const DEEPEST_STRUCT = 8;
/** Of a number as text. */
const MOST_DIGITS = 20;
const LEAST_BYTES: Readonly<Record<JfrKind, number>> = {
  ...{ boolean: 1, byte: 1, char: 1, short: 1, int: 1, long: 1, text: 1 },
  ...{ float: 4, double: 8, struct: 0 },
};

interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly Element[];
}

/**
 * The types of a chunk. Ids and the order of fields are those of the JVM that wrote it: never known beforehand. No type holds itself, and
 * each value that is written where it stands takes a byte at least: so whoever reads values does work that is linear in their bytes.
 * @param cursor behind the size and the type of the metadata event
 */
export function readMetadata(cursor: JfrCursor): JfrTypes {
  for (let i = 0; i < 3; i++) cursor.long(); // start, duration, id of the metadata
  const texts = Array.from({ length: cursor.count('texts') }, () => {
    cursor.account.take(ATTRIBUTE_BYTES);
    const text = cursor.text();
    if (text !== null && typeof text === 'object') throw jfrDamaged('its metadata has a text of the pool');
    return text ?? '';
  });
  const root = readElement(cursor, texts, 0);
  const metadata = root.children.find(({ name }) => name === 'metadata');
  if (metadata === undefined) throw jfrDamaged('its metadata has no types');
  return typesOf(metadata.children.filter(({ name }) => name === 'class'));
}

function readElement(cursor: JfrCursor, texts: readonly string[], depth: number): Element {
  if (depth > DEEPEST_ELEMENT)
    throw jfrDamaged(`its metadata is nested more than ${DEEPEST_ELEMENT} levels deep`);
  const text = (): string => {
    const place = cursor.number();
    if (place < 0 || place >= texts.length)
      throw jfrDamaged(`its metadata names text ${place} of ${texts.length}`);
    return texts[place];
  };
  const name = text();
  const attributes = new Map<string, string>();
  let left = cursor.count('attributes', 2);
  cursor.account.take(ELEMENT_BYTES + ATTRIBUTE_BYTES * left);
  for (; left > 0; left--) attributes.set(text(), text());
  const children: Element[] = [];
  for (left = cursor.count('elements', 3); left > 0; left--)
    children.push(readElement(cursor, texts, depth + 1));
  return { name, attributes, children };
}

function typesOf(classes: readonly Element[]): JfrTypes {
  const all: JfrType[] = [];
  for (const { attributes } of classes) {
    const id = idOf(attributes.get('id'));
    const name = attributes.get('name') ?? '';
    if (!Number.isSafeInteger(id)) throw jfrDamaged(`its type ${name} has the id ${attributes.get('id')}`);
    const kind = (Object.hasOwn(PRIMITIVES, name) ? PRIMITIVES[name] : undefined) ?? 'struct';
    const superType = attributes.get('superType') ?? '';
    all.push({
      ...{ id, name, kind },
      isEvent: superType === EVENT_CLASS,
      isSimple: attributes.get('simpleType') === 'true',
      fields: [],
      leastBytes: LEAST_BYTES[kind],
    });
  }
  const types = new JfrTypes(all);
  for (const [place, { children }] of classes.entries())
    for (const child of children) if (child.name === 'field') all[place].fields.push(fieldOf(child, types));
  const depths = new Map<JfrType, number>();
  for (const type of all) measure(type, depths, 0);
  return types;
}

/**
 * How deep values lie within each other, and what they take at least.
 * @param depths of types that are measured
 * @param above how many types it is within
 */
function measure(type: JfrType, depths: Map<JfrType, number>, above: number): number {
  if (type.kind !== 'struct') return 0;
  const known = depths.get(type);
  if (known !== undefined) return known;
  if (above > DEEPEST_STRUCT)
    throw jfrDamaged(`its type ${type.name} holds itself, or lies ${DEEPEST_STRUCT} types deep`);
  let depth = 0;
  let leastBytes = 0;
  for (const { type: inner, isPooled, isArray, name } of type.fields) {
    if (!isPooled) depth = Math.max(depth, 1 + measure(inner, depths, above + 1));
    if (!isPooled && inner.leastBytes === 0)
      throw jfrDamaged(`the field ${name} of its type ${type.name} is a ${inner.name}, which has no fields`);
    leastBytes += isPooled || isArray ? 1 : inner.leastBytes;
  }
  if (depth > DEEPEST_STRUCT)
    throw jfrDamaged(`its type ${type.name} has more than ${DEEPEST_STRUCT} types within each other`);
  depths.set(type, depth);
  type.leastBytes = leastBytes;
  return depth;
}

function idOf(text: string | undefined): number {
  return text === undefined || text.length > MOST_DIGITS ? NaN : Number(text);
}

function fieldOf({ attributes, children }: Element, types: JfrTypes): JfrField {
  const name = attributes.get('name') ?? '';
  const type = types.of(idOf(attributes.get('class')));
  if (type === undefined) throw jfrDamaged(`its field ${name} has the type ${attributes.get('class')}`);
  const annotations = new Map<string, string>();
  for (const child of children) {
    const annotation =
      child.name === 'annotation' ? types.of(idOf(child.attributes.get('class'))) : undefined;
    if (annotation !== undefined) annotations.set(annotation.name, child.attributes.get('value') ?? '');
  }
  return {
    name,
    type,
    isPooled: attributes.get('constantPool') === 'true',
    isArray: (idOf(attributes.get('dimension')) || 0) > 0,
    annotations,
  };
}
