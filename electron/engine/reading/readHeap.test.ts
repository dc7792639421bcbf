import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { MadeContexts } from '../../../shared/recording/sets/madeContexts.ts';
import { DumpWriter } from '../../../shared/testing/dumpWriter.ts';
import type { TellProgress } from '../process/answerQuestions.ts';
import { readHeap } from './readHeap.ts';
import type { ReadHeap } from './readQuestions.ts';

const OBJECT = 2;
const LONG = 11;
const SERIAL = 7;
const LOOKING = 'looking for followed objects';

/** One cart, which the agent followed. */
function followedCart(): Uint8Array {
  const writer = new DumpWriter();
  writer.classDump({ id: 0x1000, name: 'java/lang/Object' });
  writer.classDump({ id: 0x2000, name: 'java/lang/Class', superId: 0x1000 });
  writer.classDump({ id: 0x3000, name: 'app/Cart', superId: 0x1000 });
  writer.classDump({
    ...{ id: 0x4000, name: 'java/lang/SluiceTracked', superId: 0x1000 },
    fields: [
      { name: 'referent', type: OBJECT },
      { name: 'serial', type: LONG },
    ],
  });
  writer.instance(0x10_0000, 0x3000, []);
  writer.instance(0x10_0010, 0x4000, [
    [OBJECT, 0x10_0000],
    [LONG, SERIAL],
  ]);
  writer.root('unknown root', 0x10_0010);
  return writer.finish();
}

/** What a recording tells that followed one object. */
const madeWith = (serial: number): MadeContexts => ({
  serials: Float64Array.of(serial),
  contextOf: Int32Array.of(0),
  contexts: [{ made: 'app.Cart', place: 'app.Shop.open()', callers: [], path: [] }],
});

let folder = '';
let path = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-read-heap-'));
  path = join(folder, 'shop.hprof');
});
beforeEach(() => writeFileSync(path, followedCart()));
afterAll(() => rmSync(folder, { recursive: true }));

const read = (
  made: MadeContexts,
  isMadeOptional: boolean,
  tell: TellProgress = () => {},
): Promise<ReadHeap> =>
  readHeap(
    {
      ...{ path, layout: null, memoryBytes: 2 ** 26, view: 'histogram', top: 10, depth: 0 },
      ...{ made, isMadeOptional },
    },
    tell,
  );

it('joins a dump with the recording that followed its objects', async () => {
  const { joined } = await read(madeWith(SERIAL), true);
  expect(joined).toEqual({ followed: 1, objects: 1, contexts: 1 });
});

it('answers for a dump with none of the objects that a recording followed, where that is optional', async () => {
  expect((await read(madeWith(SERIAL + 1), true)).joined).toBeNull();
  await expect(read(madeWith(SERIAL + 1), false)).rejects.toThrow('The recording followed none of the 1');
});

it.each([true, false])(
  'tells of a dump that is cut before it is read for followed objects: optional %s',
  async (isMadeOptional) => {
    const readings: string[] = [];
    await read(madeWith(SERIAL), isMadeOptional, (what) => void readings.push(what));
    const last = readings.lastIndexOf(readings[readings.indexOf(LOOKING) - 1]);
    expect(last).toBeGreaterThanOrEqual(0);
    let told = 0;
    const cutting = read(madeWith(SERIAL), isMadeOptional, () => {
      if (told++ === last) truncateSync(path, followedCart().length - 40);
    });
    await expect(cutting).rejects.toMatchObject({
      code: 'io',
      message: expect.stringContaining('The heap dump is damaged') as unknown,
    });
  },
);
