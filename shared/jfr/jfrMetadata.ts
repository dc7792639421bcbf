import { jfrDamaged, type JfrCursor } from './jfrCursor.ts';

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

interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly Element[];
}

/**
 * The types of a chunk, by id. Ids and the order of fields are those of the JVM that wrote it: never known beforehand.
 * @param cursor behind the size and the type of the metadata event
 */
export function readMetadata(cursor: JfrCursor): ReadonlyMap<number, JfrType> {
  for (let i = 0; i < 3; i++) cursor.long(); // start, duration, id of the metadata
  const texts = Array.from({ length: cursor.count('texts') }, () => {
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
  for (let left = cursor.count('attributes'); left > 0; left--) attributes.set(text(), text());
  const children: Element[] = [];
  for (let left = cursor.count('elements'); left > 0; left--)
    children.push(readElement(cursor, texts, depth + 1));
  return { name, attributes, children };
}

function typesOf(classes: readonly Element[]): ReadonlyMap<number, JfrType> {
  const types = new Map<number, JfrType>();
  for (const { attributes } of classes) {
    const id = Number(attributes.get('id') ?? NaN);
    const name = attributes.get('name') ?? '';
    if (!Number.isSafeInteger(id) || types.has(id)) throw jfrDamaged(`its type ${name} has the id ${id}`);
    const superType = attributes.get('superType') ?? '';
    types.set(id, {
      id,
      name,
      kind: PRIMITIVES[name] ?? 'struct',
      isEvent: superType === EVENT_CLASS,
      isSimple: attributes.get('simpleType') === 'true',
      fields: [],
    });
  }
  for (const { attributes, children } of classes) {
    const type = types.get(Number(attributes.get('id')));
    for (const child of children) if (child.name === 'field') type?.fields.push(fieldOf(child, types));
  }
  return types;
}

function fieldOf({ attributes, children }: Element, types: ReadonlyMap<number, JfrType>): JfrField {
  const name = attributes.get('name') ?? '';
  const type = types.get(Number(attributes.get('class')));
  if (type === undefined) throw jfrDamaged(`its field ${name} has the type ${attributes.get('class')}`);
  const annotations = new Map<string, string>();
  for (const child of children) {
    const annotation =
      child.name === 'annotation' ? types.get(Number(child.attributes.get('class'))) : undefined;
    if (annotation !== undefined) annotations.set(annotation.name, child.attributes.get('value') ?? '');
  }
  return {
    name,
    type,
    isPooled: attributes.get('constantPool') === 'true',
    isArray: Number(attributes.get('dimension') ?? 0) > 0,
    annotations,
  };
}
