import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ATTRIBUTE_HEADER_BYTES, readAttributes, type Attribute } from '../classfile/attribute.ts';
import { findAttribute, type ClassModel } from '../classfile/classModel.ts';
import { readClass } from '../classfile/classReader.ts';
import { compileJava } from '../testing/compileJava.ts';
import { disarmedBytes, readDisarmed } from './disarmProbes.ts';
import { mendRecord } from './mendRecord.ts';

const ANNOTATIONS = new URL('../../e2e/targets/ComponentAnnotations.java', import.meta.url);
const TARGET = new URL('../../e2e/targets/Target.java', import.meta.url);
const classes = compileJava({
  'ComponentAnnotations.java': readFileSync(ANNOTATIONS, 'utf8'),
  'Target.java': readFileSync(TARGET, 'utf8'),
});
const classOf = (name: string): ClassModel =>
  readClass(classes.get(`ComponentAnnotations$${name}`) ?? new Uint8Array());

const u16 = (bytes: Uint8Array, at: number): number => (bytes[at] << 8) | bytes[at + 1];

function recordOf(model: ClassModel): Attribute {
  const record = findAttribute(model.pool, model.attributes, 'Record');
  if (record === undefined) throw new Error(`${model.name} is no record`);
  return record;
}

/** Component -> its attributes, as `Signature list: Signature, RuntimeVisibleAnnotations`. */
function componentsOf(model: ClassModel): string[] {
  const { bytes, pool } = model;
  const record = recordOf(model);
  const lines: string[] = [];
  let at = record.start + 2;
  for (let left = u16(bytes, record.start); left > 0; left--) {
    const { attributes, next } = readAttributes(bytes, at + 4, record.endExclusive, model.name);
    const names = attributes.map(({ nameIndex }) => pool.utf8(nameIndex));
    lines.push(`${pool.utf8(u16(bytes, at))}: ${names.join(', ')}`);
    at = next;
  }
  expect(at).toBe(record.endExclusive);
  return lines;
}

/** The class as HotSpot 17 hands it out: what is not for run time is left out of each component, and still counted. */
function handedOut(model: ClassModel): Uint8Array {
  const { bytes, pool } = model;
  const record = recordOf(model);
  const kept: number[] = [...bytes.subarray(record.start, record.start + 2)];
  let at = record.start + 2;
  for (let left = u16(bytes, record.start); left > 0; left--) {
    const { attributes, next } = readAttributes(bytes, at + 4, record.endExclusive, model.name);
    kept.push(...bytes.subarray(at, at + 6));
    for (const { nameIndex, start, endExclusive } of attributes)
      if (!pool.utf8(nameIndex).includes('Invisible'))
        kept.push(...bytes.subarray(start - ATTRIBUTE_HEADER_BYTES, endExclusive));
    at = next;
  }
  const length = [0, 0, kept.length >> 8, kept.length & 0xff];
  return Uint8Array.from([
    ...bytes.subarray(0, record.start - 4),
    ...length,
    ...kept,
    ...bytes.subarray(record.endExclusive),
  ]);
}

describe('a record whose components have annotations that HotSpot 17 leaves out', () => {
  it.each([
    ['Typed', ['text: ', 'number: ']],
    [
      'Mixed',
      [
        'Signature: Signature',
        'list: Signature, RuntimeVisibleAnnotations, RuntimeVisibleTypeAnnotations',
        'last: RuntimeVisibleAnnotations, RuntimeVisibleTypeAnnotations',
      ],
    ],
  ])('has the attributes counted that are there: %s', (name, components) => {
    const bytes = handedOut(classOf(name));
    const mended = mendRecord(readClass(bytes));
    expect(componentsOf(mended)).toEqual(components);
    expect(mended.bytes.byteLength).toBe(bytes.byteLength);
    expect(mendRecord(mended)).toBe(mended);
  });

  it('is rewritten and given back so', () => {
    const bytes = handedOut(classOf('Mixed'));
    const mended = mendRecord(readClass(bytes)).bytes;
    expect(readDisarmed(bytes).bytes).toEqual(mended);
    expect(disarmedBytes(bytes)).toEqual(mended);
  });
});

describe('any other class', () => {
  it('stays as it is: such a record as its compiler has written it, one without annotations, and no record', () => {
    for (const model of [classOf('Typed'), classOf('Mixed'), classOf('Plain'), classOf('OfType')])
      expect(mendRecord(model)).toBe(model);
  });

  it('is mended once or refused in a sentence when a byte of its record is damaged', () => {
    const bytes = handedOut(classOf('Mixed'));
    const { start, endExclusive } = recordOf(readClass(bytes));
    for (let at = start; at < endExclusive; at++) {
      const damaged = bytes.slice();
      damaged[at] ^= 0x55;
      try {
        const mended = mendRecord(readClass(damaged));
        expect(mendRecord(mended)).toBe(mended);
      } catch (thrown) {
        expect(thrown).toMatchObject({ code: 'protocol' });
      }
    }
  });
});
