import { describe, expect, it } from 'vitest';
import { pictureDump, sourceOf, type PictureOptions } from '../testing/pictureDump.ts';
import { dominatorTree, retainedBytes } from './dominators.ts';
import { readHeapGraph } from './heapGraph.ts';

const LEAK = `
  class app.Main -> list
  root local variable request
  list -> s1 s2 -
  s1:app.Session -> key1 shared
  s2:app.Session -> key2 shared
  shared:app.Config
  key1 = first
  key2 = second
  request:app.Request -> s1
  garbage:app.Session
`;

/** What the dump holds as lines: object, class, size, retained, dominated by. */
async function drawn(picture: string, options?: PictureOptions, chunkBytes?: number): Promise<string> {
  const { bytes, nameOf } = pictureDump(picture, options);
  const graph = await readHeapGraph(sourceOf(bytes, chunkBytes));
  const tree = await dominatorTree({ ...graph, count: graph.objects.count });
  const retained = retainedBytes(tree, graph.sizes.sizes);
  const name = (object: number): string => (object < 0 ? 'heap' : nameOf(graph.objects.addressOf(object)));
  const lines: string[] = [];
  for (let object = 0; object < graph.objects.count; object++) {
    const heapClass = graph.classes.all[graph.classOf[object]].name;
    if (heapClass === 'java.lang.Class') continue;
    const place = tree.placeOf[object];
    const held = place === 0 ? 'garbage' : `${retained[place]} ${name(tree.objectAt[tree.dominator[place]])}`;
    lines.push(`${name(object)} ${heapClass} ${graph.sizes.sizes[object] * 8} ${held}`);
  }
  return `${graph.sizes.layout.id} ${graph.sizes.reason}\n${lines.join('\n')}`;
}

const DRAWN = [
  '12/4 found',
  'list java.lang.Object[] 32 104 app.Main',
  's1 app.Session 24 72 heap',
  's2 app.Session 24 72 list',
  'shared app.Config 16 16 heap',
  'key1 java.lang.String 24 48 s1',
  'key1.value byte[] 24 24 key1',
  'key2 java.lang.String 24 48 s2',
  'key2.value byte[] 24 24 key2',
  'request app.Request 16 16 heap',
  'garbage app.Session 24 garbage',
].join('\n');

describe('a heap dump', () => {
  it('is a graph of objects with their sizes and what they hold', async () => {
    expect(await drawn(LEAK)).toBe(DRAWN);
  });

  it('is the same in pieces of any size, in both versions', async () => {
    for (const chunkBytes of [1, 7, 64, 1000])
      expect(await drawn(LEAK, { version: chunkBytes === 7 ? '1.0.1' : '1.0.2' }, chunkBytes)).toBe(DRAWN);
  });

  it('of a JVM of 32 bits has ids of 4 bytes', async () => {
    expect(await drawn(LEAK, { idBytes: 4 })).toMatch(
      /^8\/4 \(32 bit\) assumed\nlist java.lang.Object\[\] 24 /,
    );
  });
});

describe('a dump that is no good is told in a sentence', () => {
  const { bytes } = pictureDump(LEAK);
  const failure = async (broken: Uint8Array): Promise<string> => {
    const thrown: unknown = await readHeapGraph(sourceOf(broken)).catch((error: unknown) => error);
    return thrown instanceof Error ? thrown.message : 'it was read';
  };

  it('wherever it was cut', async () => {
    for (let length = 0; length < bytes.length; length++)
      expect(await failure(bytes.slice(0, length))).toMatch(/no heap dump|damaged: it was cut after/);
  });

  it('of another format, version or number of bytes of an id', async () => {
    expect(await failure(new TextEncoder().encode('{"a":1}'))).toMatch(/does not begin with JAVA PROFILE/);
    const version = bytes.slice();
    version[17] = 0x33;
    expect(await failure(version)).toMatch(/version is neither 1.0.1 nor 1.0.2/);
    const ids = bytes.slice();
    ids[22] = 9;
    expect(await failure(ids)).toMatch(/an id has 9 bytes/);
  });

  it('that needs more memory than is allowed, before it is taken', async () => {
    const thrown: unknown = await readHeapGraph(sourceOf(bytes), { memoryBytes: 1000 }).catch(
      (error: unknown) => error,
    );
    expect(thrown).toMatchObject({
      code: 'memory',
      message: expect.stringMatching(/0 MiB are allowed/) as string,
    });
  });
});
