import { expect, it } from 'vitest';
import { DumpWriter } from '../testing/dumpWriter.ts';
import { sourceOf } from '../testing/pictureDump.ts';
import { HeapDump } from './heapDump.ts';
import { heapHistogram } from './views/histogram.ts';
import { pathRows } from './views/paths.ts';
import { biggestObjects } from './views/retainers.ts';

const OBJECT = 2;
const INT = 10;

/** As the HPROF agent of JDK 6 and 7 has it: objects and classes are numbered as they come, here from `first` on. */
function agentDump(first: number): Uint8Array {
  const writer = new DumpWriter({ version: '1.0.1', idBytes: 4 });
  const id = (i: number): number => first + i;
  writer.classDump({ id: id(0), name: 'java/lang/Object' });
  writer.classDump({ id: id(1), name: 'java/lang/Class', superId: id(0) });
  writer.classDump({
    id: id(2),
    name: 'app/Node',
    superId: id(0),
    fields: [
      { name: 'next', type: OBJECT },
      { name: 'n', type: INT },
    ],
  });
  writer.classDump({ id: id(3), name: '[Lapp/Node;', superId: id(0) });
  writer.instance(id(4), id(2), [
    [OBJECT, id(5)],
    [INT, 1],
  ]);
  writer.instance(id(5), id(2), [
    [OBJECT, 0],
    [INT, 2],
  ]);
  writer.objectArray(id(6), id(3), [id(4), 0, id(5)]);
  writer.primitiveArray(id(7), INT, [1, 2, 3]);
  writer.instance(id(8), id(2), [
    [OBJECT, id(4)],
    [INT, 3],
  ]);
  writer.root('thread', id(6), [1, 1]);
  return writer.finishAsOne();
}

it.each([1, 6, 8, 0x1000_0001, 0xffff_ff00])(
  'reads the numbers of the HPROF agent, from %i on',
  async (first) => {
    const dump = await HeapDump.read(sourceOf(agentDump(first), 64));
    const rows = heapHistogram(dump, () => true);
    const counts = rows.texts[0].texts.map((name, row) => `${name} ${rows.values[0].values[row]}`);
    expect(counts).toEqual(expect.arrayContaining(['app.Node 3', 'app.Node[] 1', 'int[] 1']));
    expect(dump.graph.dangling).toBe(0);
    expect(dump.graph.sizes).toMatchObject({ reason: 'assumed', layout: { referenceBytes: 4 } });
    const biggest = await biggestObjects(dump, 1, null);
    expect(biggest.texts[0].texts[0]).toMatch(`app.Node[]@0x${(first + 6).toString(16)}`);
    const node = dump.graph.objects.indexOfId(first + 5);
    expect(dump.nameOf(node)).toBe(`app.Node@0x${(first + 5).toString(16)}`);
    expect((await pathRows(dump, Int32Array.of(node), 5)).rows).toBeGreaterThan(0);
    expect([first - 1, first + 9].map((id) => dump.graph.objects.indexOfId(id))).toEqual([-1, -1]);
  },
);

it('takes no such numbers where ids have 64 bits: no JVM has written them', async () => {
  const writer = new DumpWriter();
  writer.classDump({ id: 1, name: 'java/lang/Object' });
  await expect(HeapDump.read(sourceOf(writer.finish()))).rejects.toThrow(
    'an object has the id 0x1, which is no address',
  );
});
