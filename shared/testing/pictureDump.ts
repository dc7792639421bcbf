import type { DumpSource } from '../hprof/dumpSource.ts';
import { DumpWriter, type WrittenField } from './dumpWriter.ts';

/** Objects of java.lang.Class, too far apart to tell how long they are. */
const OBJECT_CLASS = 0x1000;
const ARRAY_CLASS = 0x2000;
const STRING_CLASS = 0x3000;
const OBJECT = 2;
const INT = 10;
const BYTE = 8;

export interface PictureOptions {
  readonly version?: string;
  readonly idBytes?: number;
}

export interface PictureDump {
  readonly bytes: Uint8Array;
  /** "A" -> its address. */
  readonly ids: ReadonlyMap<string, number>;
  /** Of an address: "A". */
  nameOf(id: number): string;
}

/**
 * A heap dump drawn as text, a line for each object: its name, its class, and what it refers to.
 *
 *     root A                    A is a root: the words before the name are the kind, usually "unknown root"
 *     A -> B C -                an Object[] of three; - is null
 *     B:app.Cart -> C           an object of app.Cart with fields f0, f1 .. as many as its objects need
 *     C = hello                 a String with its byte[], which is named C.value
 *     class app.Main -> A       a class with static fields s0, s1 ..; its object is named app.Main
 *
 * Objects lie one behind the other as a JVM with compressed references has them.
 */
export function pictureDump(picture: string, options: PictureOptions = {}): PictureDump {
  const lines = picture
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const nodes = lines.filter((line) => !/^(root|class) /.test(line)).map(nodeOf);
  const statics = lines.filter((line) => line.startsWith('class ')).map((line) => nodeOf(line.slice(6)));
  const classNames = new Set([
    ...nodes.map(({ heapClass }) => heapClass),
    ...statics.map(({ name }) => name),
  ]);
  const ids = new Map<string, number>();
  let nextClass = 0x10000;
  for (const name of classNames) if (name !== '') ids.set(name, (nextClass += 0x1000));
  ids.set('java.lang.String', STRING_CLASS);
  let next = 0x100000;
  for (const { name, targets, text, heapClass } of nodes) {
    ids.set(name, next);
    next += heapClass === '' ? round(16 + 4 * targets.length) : round(12 + 4 * fieldsOf(nodes, heapClass));
    if (text === null) continue;
    ids.set(`${name}.value`, next);
    next += round(16 + text.length);
  }
  const idOf = (name: string): number => (name === '-' ? 0 : (ids.get(name) ?? missing(name)));

  const writer = new DumpWriter(options);
  writer.classDump({ id: OBJECT_CLASS, name: 'java/lang/Object' });
  writer.classDump({ id: ARRAY_CLASS, name: '[Ljava/lang/Object;', superId: OBJECT_CLASS });
  writer.classDump({ id: 0x4000, name: 'java/lang/Class', superId: OBJECT_CLASS });
  writer.classDump({
    ...{ id: STRING_CLASS, name: 'java/lang/String', superId: OBJECT_CLASS },
    fields: [field('value', OBJECT), field('hash', INT), field('coder', BYTE)],
  });
  for (const name of classNames) {
    if (name === '' || name === 'java.lang.String') continue;
    const holds = statics.find((each) => each.name === name)?.targets ?? [];
    writer.classDump({
      ...{ id: idOf(name), name: name.replaceAll('.', '/'), superId: OBJECT_CLASS },
      statics: holds.map((target, i) => ({ ...field(`s${i}`, OBJECT), value: idOf(target) })),
      fields: Array.from({ length: fieldsOf(nodes, name) }, (_, i) => field(`f${i}`, OBJECT)),
    });
  }
  for (const line of lines.filter((each) => each.startsWith('root '))) {
    const [, kind, name] = /^root (?:(.+) )?(\S+)$/.exec(line) ?? [];
    writer.root(kind ?? 'unknown root', idOf(name));
  }
  for (const { name, heapClass, targets, text } of nodes) {
    if (text !== null) {
      writer.instance(idOf(name), STRING_CLASS, [
        [OBJECT, idOf(`${name}.value`)],
        [INT, 0],
        [BYTE, 0],
      ]);
      writer.primitiveArray(
        idOf(`${name}.value`),
        BYTE,
        Array.from(text, (letter) => letter.charCodeAt(0)),
      );
    } else if (heapClass === '') {
      writer.objectArray(idOf(name), ARRAY_CLASS, targets.map(idOf));
    } else {
      const fields = Array.from({ length: fieldsOf(nodes, heapClass) }, (_, i) => idOf(targets[i] ?? '-'));
      writer.instance(
        idOf(name),
        idOf(heapClass),
        fields.map((value) => [OBJECT, value] as const),
      );
    }
  }
  const names = new Map([...ids].map(([name, id]) => [id, name]));
  return { bytes: writer.finish(), ids, nameOf: (id) => names.get(id) ?? `0x${id.toString(16)}` };
}

/** Bytes as a file, in pieces of a size. */
export function sourceOf(bytes: Uint8Array, chunkBytes = bytes.length): DumpSource {
  return {
    fileBytes: bytes.length,
    async *chunks() {
      for (let at = 0; at < bytes.length; at += chunkBytes) {
        const chunk = bytes.slice(at, at + chunkBytes);
        yield await Promise.resolve({ bytes: chunk, readBytes: at + chunk.length });
      }
    },
  };
}

interface Node {
  readonly name: string;
  /** '': Object[] */
  readonly heapClass: string;
  readonly targets: readonly string[];
  readonly text: string | null;
}

function nodeOf(line: string): Node {
  const [, text] = / = (.*)$/.exec(line) ?? [];
  const [head, ...targets] = line.replace(/ = .*$/, '').split(/\s*->\s*|\s+/);
  const [name, heapClass = ''] = head.split(':');
  return {
    ...{ name, targets: targets.filter((target) => target !== '') },
    ...{ heapClass: text === undefined ? heapClass : 'java.lang.String', text: text ?? null },
  };
}

function fieldsOf(nodes: readonly Node[], heapClass: string): number {
  if (heapClass === 'java.lang.String') return 3;
  return nodes.reduce(
    (most, node) => (node.heapClass === heapClass ? Math.max(most, node.targets.length) : most),
    0,
  );
}

function field(name: string, type: number): WrittenField {
  return { name, type };
}

function round(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

function missing(name: string): never {
  throw new Error(`the picture has no object ${name}`);
}
