import type { DataSet } from '../../recording/dataSets/dataSet.ts';
import { eachTarget, type HeapDump } from '../heapDump.ts';
import { ReferenceNames } from '../referenceNames.ts';
import { heapSet } from './heapView.ts';

/** Which end of a reference is asked for: what refers to the objects, or what they refer to. */
export type Direction = 'incoming' | 'outgoing';

/**
 * References to or from objects, by the class at the other end and by the field of the first of them.
 * Of one object each reference is a row.
 */
export async function referenceRows(
  dump: HeapDump,
  direction: Direction,
  wanted: Int32Array,
  most: number,
): Promise<DataSet> {
  const { graph } = dump;
  const isWanted = new Uint8Array(dump.count);
  for (const object of wanted) isWanted[object] = 1;
  const isOne = wanted.length === 1;
  interface Group {
    readonly holder: number;
    readonly target: number;
    references: number;
    bytes: number;
  }
  const groups = new Map<number, Group>();
  const classObjects = graph.classes.javaLangClass.number;
  const see = (holder: number, target: number): void => {
    const other = direction === 'incoming' ? holder : target;
    // Objects of java.lang.Class stand for classes: each is a row.
    const key = isOne || graph.classOf[other] === classObjects ? -1 - other : graph.classOf[other];
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { holder, target, references: 1, bytes: dump.bytesOf(other) });
    else group.references++;
    if (group !== undefined) group.bytes += dump.bytesOf(other);
  };
  if (direction === 'outgoing')
    for (const object of wanted) eachTarget(graph, object, (target) => see(object, target));
  else
    for (let object = 0; object < dump.count; object++)
      eachTarget(graph, object, (target) => {
        if (isWanted[target] === 1) see(object, target);
      });
  const shown = [...groups.values()]
    .sort((a, b) => b.references - a.references || a.holder - b.holder)
    .slice(0, most);
  const names = new ReferenceNames(graph);
  for (const { holder, target } of shown) names.want(holder, target);
  if (!names.isEmpty) await dump.scan(names, 'reading names of fields');
  const rows = shown.map(({ holder, target, references, bytes }) => {
    const other = direction === 'incoming' ? holder : target;
    const isClass = graph.classOf[other] === classObjects;
    const name = names.of(holder, target);
    return {
      texts: [
        isOne || isClass ? dump.nameOf(other) : dump.classOf(other).name,
        references === 1 ? name : name.replace(/^\[\d+\]$/, '[..]'),
      ],
      values: [references, bytes],
    };
  });
  const columns = {
    texts: [
      ['object', direction === 'incoming' ? 'Refers' : 'Is Referred To'],
      ['field', 'Field'],
    ],
    values: [
      ['references', 'References', 'count'],
      ['bytes', 'Bytes', 'bytes'],
    ],
  } as const;
  const title = direction === 'incoming' ? 'What refers to them' : 'What they refer to';
  return heapSet(direction, title, columns, rows);
}
