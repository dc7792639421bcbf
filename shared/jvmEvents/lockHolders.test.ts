import { expect, it } from 'vitest';
import { jfrRecording } from '../importers/jfrRecording.ts';
import { rowFields } from '../report/dataSetReport.ts';
import { decodeSnapshot, encodeSnapshot } from '../recording/file/snapshotCodec.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { jfrFile } from '../testing/jfrFile.ts';
import { narrowedRecording } from './narrowedRecording.ts';

const MS = 1e6;

/** Lock, holder, where that was, its stack. */
function heldIn({ dataSets }: Snapshot): unknown[] {
  const set = dataSets.find(({ id }) => id === 'locks');
  return Array.from({ length: set?.rows ?? 0 }, (_, row) => {
    const fields = set ? rowFields({ set, value: null, filter: null }, row) : {};
    return [fields.lock, fields.heldBy, fields.heldAt, fields.heldStack];
  });
}

const heldOf = (events: readonly string[]): unknown[] => heldIn(jfrRecording(jfrFile([...events])));

it('a holder was where its samples are that were taken while another thread was blocked, most of them', () => {
  const events = [
    'saver@10: Shop.serve Shop.before',
    'main@20: Shop.order blocked 60000000 on demo.Lock by saver',
    ...['saver@30: Shop.serve Shop.save', 'saver@40: Shop.serve Shop.save java.util.Map.put'],
    ...['saver@50: Shop.serve Shop.save java.util.Map.put', 'saver@90: Shop.serve Shop.after'],
  ];
  expect(heldOf(events)).toEqual([
    ['demo.Lock', 'saver', 'Shop.save', 'java.util.Map.put ← Shop.save ← Shop.serve'],
  ]);
});

it('a holder that itself stands still at another lock was there, and one that waits in the same queue holds nothing', () => {
  const blocked = 'main@20: Shop.order blocked 60000000 on demo.Lock by saver';
  const other = 'saver@25: Shop.save Shop.log blocked 50000000 on demo.Log by logger';
  const same = 'saver@25: Shop.save blocked 50000000 on demo.Lock by logger';
  expect(heldOf([blocked, other])).toEqual([
    ['demo.Lock', 'saver', 'Shop.log', 'Shop.log ← Shop.save'],
    ['demo.Log', 'logger', '', ''],
  ]);
  expect(heldOf([blocked, same])).toEqual([
    ['demo.Lock', 'saver', undefined, undefined],
    ['demo.Lock', 'logger', undefined, undefined],
  ]);
});

it('nothing is told of a holder that was not seen meanwhile', () => {
  const events = [
    'saver@10: Shop.before',
    'main@20: Shop.order blocked 5000000 on demo.Lock by saver',
    'saver@30: Shop.after',
  ];
  expect(heldOf(events)).toEqual([['demo.Lock', 'saver', undefined, undefined]]);
});

it('a range of time has the holders of that time, before and after it was saved', () => {
  const whole = jfrRecording(
    jfrFile([
      'main@20: Shop.order blocked 60000000 on demo.Lock by saver',
      ...['saver@30: Shop.first', 'saver@40: Shop.first', 'saver@70: Shop.last'],
    ]),
  );
  const range = { fromNs: 60 * MS, toNs: 90 * MS };
  const late = [['demo.Lock', 'saver', 'Shop.last', 'Shop.last']];
  expect(heldIn(whole)).toEqual([['demo.Lock', 'saver', 'Shop.first', 'Shop.first']]);
  const first = whole.dataSets.find(({ id }) => id === 'events')?.values[0].values[0] ?? NaN;
  expect(first).toBe(20 * MS);
  expect(heldIn(narrowedRecording(whole, range))).toEqual(late);
  expect(heldIn(narrowedRecording(decodeSnapshot(encodeSnapshot(whole)), range))).toEqual(late);
});
