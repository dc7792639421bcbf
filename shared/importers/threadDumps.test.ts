import { expect, it } from 'vitest';
import { SluiceError } from '../base/errors.ts';
import { encodeUtf8 } from '../base/utf8.ts';
import { textsNamed, valuesNamed } from '../recording/dataSets/dataSetParts.ts';
import type { DataSet } from '../recording/dataSets/dataSet.ts';
import { encodeSnapshot } from '../recording/file/snapshotCodec.ts';
import { deadlockDump } from '../testing/deadlockDump.ts';
import { threadDumpsIn } from '../threads/threadDump.ts';
import { threadTable } from '../threads/threadTable.ts';
import { openRecording } from './openRecording.ts';

const CALM = deadlockDump('2026-11-27 22:53:50').replaceAll(/^\t- waiting to lock.*\n/gm, '');
const DEAD = deadlockDump('2026-11-27 22:53:55');

function setsOf(text: string): readonly DataSet[] {
  return openRecording(encodeUtf8(text)).dataSets;
}

function columnIn(sets: readonly DataSet[], set: string, id: string): readonly unknown[] {
  const found = sets.find((each) => each.id === set);
  return textsNamed(found, id) ?? [...(valuesNamed(found, id) ?? [])];
}

it('a file with a thread dump opens with the table of the command line, its stacks and its deadlocks', () => {
  const { dataSets, notes, threads, complete } = openRecording(encodeUtf8(DEAD));
  const [dump] = threadDumpsIn(encodeUtf8(DEAD));
  const shown = dump.threads.filter(({ activity }) => activity !== 'internal');
  expect(dataSets.map(({ id, rows }) => [id, rows])).toEqual([
    ['threads', 4],
    ['stacks', 3],
    ['waits', 2],
    ['deadlocks', 2],
  ]);
  expect(dataSets[0]).toEqual(threadTable(shown));
  expect(columnIn(dataSets, 'stacks', 'threads')).toEqual([2, 1, 1]);
  expect(columnIn(dataSets, 'stacks', 'names')).toEqual(['worker × 2', 'left', 'right']);
  expect(columnIn(dataSets, 'waits', 'names')).toEqual(['left', 'right']);
  expect(columnIn(dataSets, 'waits', 'heldStack')).toEqual([
    'demo.Dead.both(Dead.java:9)',
    'demo.Dead.both(Dead.java:4)',
  ]);
  expect(columnIn(dataSets, 'deadlocks', 'thread')).toEqual(['left', 'right']);
  expect(columnIn(dataSets, 'deadlocks', 'heldBy')).toEqual(['right', 'left']);
  expect(notes).toEqual(['Deadlock: left and right wait for each other.']);
  expect([threads, complete]).toEqual([[], true]);
});

it('several dumps of a log come with their list, and each row says of which dump it is', () => {
  const { dataSets, notes } = openRecording(encodeUtf8(`started\n${CALM}\n12:00 a line of the log\n${DEAD}`));
  expect(dataSets.map(({ id, rows }) => [id, rows])).toEqual([
    ['dumps', 2],
    ['threads', 8],
    ['stacks', 6],
    ['waits', 2],
    ['deadlocks', 2],
  ]);
  expect(columnIn(dataSets, 'dumps', 'takenAt')).toEqual(['2026-11-27 22:53:50', '2026-11-27 22:53:55']);
  expect(columnIn(dataSets, 'dumps', 'threads')).toEqual([4, 4]);
  expect(columnIn(dataSets, 'dumps', 'deadlocks')).toEqual([0, 1]);
  expect(columnIn(dataSets, 'threads', 'dump')).toEqual(
    [...'1111'].map(() => '#1').concat([...'2222'].map(() => '#2')),
  );
  expect(columnIn(dataSets, 'deadlocks', 'dump')).toEqual(['#2', '#2']);
  expect(notes).toEqual(['Deadlock: left and right wait for each other in dump #2.']);
});

it('dumps in UTF-16 and as JSON open as well, and no deadlock is a table without rows', () => {
  const utf16 = new Uint8Array(Buffer.from(`\ufeff${CALM}`, 'utf16le'));
  const json = JSON.stringify({
    threadDump: {
      time: '2026-11-27T22:53:50Z',
      threadContainers: [
        { container: '<root>', threads: [{ tid: 1, name: 'main', stack: ['A.a(A.java:1)'] }] },
      ],
    },
  });
  expect(columnIn(openRecording(utf16).dataSets, 'threads', 'thread')).toHaveLength(4);
  expect(columnIn(setsOf(json), 'threads', 'thread')).toEqual(['main']);
  expect(setsOf(json).find(({ id }) => id === 'deadlocks')).toMatchObject({ rows: 0 });
});

it('what was opened can be saved and opened again', () => {
  const opened = openRecording(encodeUtf8(`${CALM}\n${DEAD}`));
  expect(openRecording(encodeSnapshot(opened))).toEqual(opened);
});

it('a text without a dump is refused as no recording', () => {
  for (const text of ['hello\n', '', '{"a": 1}', '[{"name": "x"}]', '{"threads": [{"name": "x"}]}'])
    expect(() => openRecording(encodeUtf8(text)), text).toThrow(SluiceError);
  expect(() => openRecording(encodeUtf8('hello\n'))).toThrow(/does not begin with the magic bytes/);
});

it('threads of Sluice are in a table of their own, and in no other one', () => {
  const agent = `"Sluice pump" #40 daemon prio=5 os_prio=0 cpu=0.05ms elapsed=2.80s tid=0x00a nid=40 waiting on condition
   java.lang.Thread.State: WAITING (parking)
\tat sluice.agent.PumpThread.run(Unknown Source)

`;
  const { dataSets } = openRecording(encodeUtf8(CALM.replace('"left"', `${agent}"left"`)));
  expect(columnIn(dataSets, 'tool', 'thread')).toEqual(['Sluice pump']);
  expect(columnIn(dataSets, 'threads', 'thread')).not.toContain('Sluice pump');
  expect(columnIn(dataSets, 'stacks', 'names')).not.toContain('Sluice pump');
});
