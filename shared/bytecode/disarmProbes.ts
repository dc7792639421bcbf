import { ByteWriter } from '../base/byteWriter.ts';
import { encodeModifiedUtf8 } from '../base/modifiedUtf8.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import { readClass } from '../classfile/classReader.ts';
import { TAG, type ConstantPool } from '../classfile/constantPool.ts';
import type { MethodModel } from '../classfile/methodModel.ts';
import { OP } from '../classfile/opcodes.ts';

/** What code with probes calls: backend-java/src/probe. */
const PROBE_CLASSES = ['Probe', 'Live', 'Requests', 'Region'].map((name) => `java/lang/Sluice${name}`);
const PROBE_CLASS_BYTES = PROBE_CLASSES.map(encodeModifiedUtf8);
/** Their types in descriptors. */
const PROBE_TYPES = new RegExp(`L(?:${PROBE_CLASSES.join('|')});`, 'g');
/** It has all that those have, and does nothing: SluiceStale.java. */
const STALE_CLASS = 'java/lang/SluiceStale';

/**
 * The class with the probes that its code has made to do nothing; the same model if it has none.
 *
 * The JVM hands out code without probes, and puts them in anew at each swap. But who keeps what it has seen may hand them back: the
 * Flight Recorder does, of event classes, and so do agents that redefine a class by code that they took from it. Such probes count
 * once more beside new ones, and those of another session are another method's. What they are cannot be told from other code, which
 * may have moved them; but all of them call the classes above by name, so the names are changed in the constant pool.
 *
 * @throws SluiceError 'protocol' if code of the class is malformed
 */
export function disarmProbes(model: ClassModel): ClassModel {
  return hasProbes(model) ? readClass(renamed(model)) : model;
}

/**
 * A class file as the program has written it: without what its probes do.
 * @throws SluiceError 'protocol' if it is malformed
 */
export function readDisarmed(classFile: Uint8Array): ClassModel {
  return disarmProbes(readClass(classFile));
}

/** The same as bytes; null if it is to stay as it is: it has no probes, or cannot be read. */
export function disarmedBytes(classFile: Uint8Array): Uint8Array | null {
  try {
    const { bytes } = readDisarmed(classFile);
    return bytes === classFile ? null : bytes;
  } catch {
    return null;
  }
}

/** Whether code calls a class of the probes: a class that has had probes keeps their constants (HotSpot, merge_constant_pools). */
function hasProbes({ pool, methods }: ClassModel): boolean {
  const owners = classesIn(pool);
  return owners.size > 0 && methods.some((method) => callsOneOf(owners, pool, method));
}

/** Indices of Class entries; decodes nothing, for each class of a program is looked at. */
function classesIn(pool: ConstantPool): ReadonlySet<number> {
  const found = new Set<number>();
  for (let index = 1; index < pool.count; index++) {
    if (pool.tag(index) !== TAG.class) continue;
    const name = pool.classNameIndex(index);
    if (PROBE_CLASS_BYTES.some((bytes) => pool.utf8Equals(name, bytes))) found.add(index);
  }
  return found;
}

function callsOneOf(owners: ReadonlySet<number>, pool: ConstantPool, method: MethodModel): boolean {
  const code = method.readCode();
  if (code === null) return false;
  for (const at = code.instructions(); at.next();) {
    const namesMember = at.opcode >= OP.getstatic && at.opcode <= OP.invokestatic;
    if (namesMember && owners.has(pool.memberClassIndex(at.constantIndex))) return true;
  }
  return false;
}

/** Names of classes and types in the pool are others; all else stays, byte for byte. */
function renamed({ bytes, pool }: ClassModel): Uint8Array {
  const writer = new ByteWriter(bytes.byteLength);
  let copied = 0;
  for (let index = 1; index < pool.count; index++) {
    if (pool.tag(index) !== TAG.utf8) continue;
    const text = pool.utf8(index);
    const name = PROBE_CLASSES.includes(text) ? STALE_CLASS : text.replace(PROBE_TYPES, `L${STALE_CLASS};`);
    if (name === text) continue;
    const offset = pool.offset(index, TAG.utf8);
    const encoded = encodeModifiedUtf8(name);
    writer
      .raw(bytes.subarray(copied, offset + 1))
      .u16(encoded.byteLength)
      .raw(encoded);
    copied = offset + 3 + ((bytes[offset + 1] << 8) | bytes[offset + 2]);
  }
  return writer.raw(bytes.subarray(copied)).written().slice();
}
