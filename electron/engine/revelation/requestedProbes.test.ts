import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FIRST_METHOD_ID, type MethodId } from '../../../shared/base/ids.ts';
import { NO_CALLS, type InsertedCalls } from '../../../shared/bytecode/insertedCalls.ts';
import { readClass } from '../../../shared/classfile/classReader.ts';
import { USUAL_LAYOUT } from '../../../shared/events/objectLayout.ts';
import { instrumentClass } from '../../../shared/instrument/instrumentClass.ts';
import { methodKey } from '../../../shared/instrument/instrumentationPlan.ts';
import { SiteIds } from '../../../shared/instrument/siteIds.ts';
import type { RecordingRequest } from '../../../shared/ipc/engineApi.ts';
import { recordingRequest } from '../../../shared/testing/recordingRequest.ts';
import { requestedProbes } from './requestedProbes.ts';

/** Compiled from the file beside it, so that no compiler's version decides. */
const model = readClass(new Uint8Array(readFileSync(join(import.meta.dirname, 'golden/Shop.class'))));
/** Asking concerns roots alone: of these the one whose arguments can be asked. */
const planned = new Map(
  model.methods.map(({ index, name, descriptor }) => [
    methodKey(name, descriptor),
    { methodId: (FIRST_METHOD_ID + index) as MethodId, root: name === 'total', counted: name === 'size' },
  ]),
);
const callee = { owner: 'P', name: 'gate', descriptor: '(I)V' };
const gates: InsertedCalls = new Map(
  model.methods.map(({ index }) => [index, [{ bci: 0, callee, argument: { kind: 'number', value: index } }]]),
);

/** SHA-256 of the class with probes, its first 16 digits. */
function hashOf(change: Partial<RecordingRequest>, calls: InsertedCalls = NO_CALLS): string {
  const probes = requestedProbes(recordingRequest('Shop::total', change), new SiteIds(USUAL_LAYOUT));
  const { bytes, refused } = instrumentClass(model, planned, { ...probes, calls });
  expect(refused).toEqual([]);
  return createHash('sha256').update(bytes!).digest('hex').slice(0, 16);
}

test.each<[string, Partial<RecordingRequest>]>([
  ['91c3c2f29175bbd2', {}],
  ['91c3c2f29175bbd2', { metrics: 'calls', clock: 'none' }],
  ['fef00122cea19838', { metrics: 'calls,time,bytecodes' }],
  ['2337dae3645c596a', { metrics: 'calls,bytecodes', clock: 'none' }],
  ['c44ce92f58ba16c9', { metrics: 'calls,time,bytecodes', bytecodes: 'fast' }],
  ['4db1fc79f2446665', { metrics: 'calls,time,bytecodes', weights: ['idiv=20', 'invoke*=9'] }],
  ['6d3143620cef2305', { metrics: 'calls,time,objects' }],
  ['e93a6c6e6f30222c', { live: ['512k'] }],
  ['0141b8d724b83ef2', { live: ['Shop'] }],
  ['067b73cc773d71b4', { when: ['arg0 > 3'] }],
  ['7d3456853f671ae4', { split: ['arg1'] }],
  [
    'ee9b18e403e39c4a',
    { metrics: 'calls,time,bytecodes,objects', live: ['1k'], when: ["arg1 == 'tea'"], split: ['arg0'] },
  ],
])('a class has the same bytes as ever: %s for %o', (hash, change) => {
  expect(hashOf(change)).toBe(hash);
});

test('a class with gates and all kinds of probes has the same bytes as ever', () => {
  expect(hashOf({ metrics: 'calls,time,bytecodes,objects', live: ['1k'] }, gates)).toBe('8e2399b09e500619');
});
