import type { Attribute } from './attribute.ts';
import type { ConstantPool } from './constantPool.ts';
import type { MethodModel } from './methodModel.ts';

/**
 * A class file as read: immutable, in the words and order of JVMS §4.1. Offsets are bytes of `bytes`.
 * Class names are internal (java/lang/Object).
 */
export interface ClassModel {
  /** The class file itself. Not to be changed. */
  readonly bytes: Uint8Array;
  readonly minorVersion: number;
  readonly majorVersion: number;
  readonly pool: ConstantPool;
  /** See ACC. */
  readonly accessFlags: number;
  readonly name: string;
  /** null for java/lang/Object and for modules. */
  readonly superName: string | null;
  readonly interfaces: readonly string[];
  /** In the order of the file; `methods[i].index` is i. */
  readonly methods: readonly MethodModel[];
  readonly attributes: readonly Attribute[];
  /** Byte of fields_count. */
  readonly fieldsOffset: number;
  /** Byte of methods_count. */
  readonly methodsOffset: number;
}

/** The first attribute of that name, or undefined. */
export function findAttribute(
  pool: ConstantPool,
  attributes: readonly Attribute[],
  name: string,
): Attribute | undefined {
  return attributes.find((attribute) => pool.utf8(attribute.nameIndex) === name);
}
