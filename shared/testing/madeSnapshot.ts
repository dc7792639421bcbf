import { MADE_CONTEXTS_SET } from '../recording/sets/madeSets.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { exampleSnapshot } from './exampleSnapshot.ts';

/** What a context has made: its thread and row in the tree, the class, how many of how many elements, and what they take. */
export interface MadeRow {
  readonly thread: number;
  readonly node: number;
  readonly made: string;
  readonly objects: number;
  readonly elements?: number;
  readonly bytes: number;
}

/** A recording of an event script whose contexts have made things: in its trees, and as a data set. */
export function madeSnapshot(
  script: string,
  rows: readonly MadeRow[],
  methods: Parameters<typeof exampleSnapshot>[2] = {},
): Snapshot {
  const { threads, ...rest } = exampleSnapshot(script, { clock: 'none' }, methods);
  const numbers = { objects: (row: MadeRow) => row.objects, elements: elementsOf, bytes: bytesOf };
  return {
    ...rest,
    threads: threads.map((thread, at) => {
      const more = Object.entries(numbers).map(([id, of]) => {
        const column = new Float64Array(thread.table.length);
        for (const row of rows) if (row.thread === at) column[row.node] += of(row);
        return [id, column] as const;
      });
      return { ...thread, table: { ...thread.table, more: new Map(more) } };
    }),
    dataSets: [
      {
        id: MADE_CONTEXTS_SET,
        title: 'Made, by context',
        rows: rows.length,
        texts: [{ id: 'made', title: 'Made', texts: rows.map(({ made }) => made) }],
        links: [
          { id: 'thread', title: 'Thread', rows: Int32Array.from(rows, ({ thread }) => thread) },
          { id: 'context', title: 'Row of its tree', rows: Int32Array.from(rows, ({ node }) => node) },
        ],
        values: Object.entries(numbers).map(([id, of]) => ({
          ...{ id, title: id[0].toUpperCase() + id.slice(1), isExact: true },
          unit: id === 'bytes' ? 'bytes' : 'count',
          values: Float64Array.from(rows, of),
        })),
      },
    ],
  };
}

function elementsOf({ elements = 0 }: MadeRow): number {
  return elements;
}

function bytesOf({ bytes }: MadeRow): number {
  return bytes;
}
