import { describe, expect, it } from 'vitest';
import { attachedStatus } from '../../renderer/testing/attachedStatus.ts';
import { fakeJvms } from '../../renderer/testing/fakeJvms.ts';
import { ThreadTrees } from '../cct/threadTrees.ts';
import { EXIT_BIT } from '../events/eventWord.ts';
import type { MethodId, ThreadId } from '../base/ids.ts';
import type { SessionPhase } from './engineApi.ts';
import { EMPTY_TIMELINE } from '../recording/timeline.ts';
import { eventScript } from '../testing/eventScript.ts';
import { recordingRequest } from '../testing/recordingRequest.ts';
import { countsObjects } from '../recording/options/countedObjects.ts';
import type { RecordingOptions } from '../recording/options/options.ts';
import { decodeSnapshot, encodeSnapshot } from '../recording/file/snapshotCodec.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { namedTables } from '../tables/namedTables.ts';
import { recordedSnapshot } from './recordedSnapshot.ts';

const METHOD = 16;
const ENTRY = [METHOD, 0];
/** An exit that tells 5 bytecodes: they stand where a time would. */
const EXIT = [METHOD | EXIT_BIT | (5 << 20), 0];

/** @param threads the words of each */
function notesOf(...threads: readonly (readonly number[])[]): readonly string[] {
  const trees = new ThreadTrees();
  trees.recordingStart();
  threads.forEach((words, i) =>
    trees.events(i as ThreadId, false, Uint32Array.from(words), words.length / 2, 0, 0),
  );
  const status = attachedStatus(fakeJvms()[0], {
    measurement: { request: recordingRequest('demo.Demo::A') },
  });
  return recordedSnapshot({ status, timeline: EMPTY_TIMELINE }, [], trees).notes;
}

describe('a recording of bytecodes', () => {
  it('says that calls were open at its end, for those have told none', () => {
    expect(notesOf([...ENTRY, ...EXIT, ...ENTRY], [...ENTRY, ...EXIT])).toEqual([
      'At the end 1 thread was inside a root: calls that were open there have told no bytecodes.',
    ]);
  });

  it('says nothing where all calls have ended, or no bytecodes were counted', () => {
    expect(notesOf([...ENTRY, ...EXIT])).toEqual([]);
    expect(notesOf(ENTRY)).toEqual([]);
  });
});

it('names methods that threads called which no root has called, and some of many', () => {
  const trees = new ThreadTrees();
  trees.recordingStart();
  const methods = Array.from({ length: 9 }, (_, i) => ({
    ...{
      id: (METHOD + i) as MethodId,
      className: 'demo.Demo',
      name: `m${i}`,
      descriptor: '()V',
      root: false,
    },
  }));
  const notes = (...calledOutside: number[]): readonly string[] => {
    const measurement = {
      request: recordingRequest('demo.Demo::A'),
      calledOutside: calledOutside as MethodId[],
    };
    const status = attachedStatus(fakeJvms()[0], { measurement });
    return recordedSnapshot({ status, timeline: EMPTY_TIMELINE }, methods, trees).notes;
  };
  expect(notes()).toEqual([]);
  expect(notes(METHOD + 1, METHOD)).toEqual([
    'Called on threads outside of the roots too, and not counted there: demo.Demo.m0(), demo.Demo.m1().',
  ]);
  expect(notes(...methods.map(({ id }) => id))).toEqual([expect.stringMatching(/m4\(\) and 4 more\.$/)]);
});

it('a recording that is saved while it goes on does not decide whether an open root call is slow', () => {
  const trees = new ThreadTrees();
  trees.recordingStart(null, false, 100);
  const status = attachedStatus(fakeJvms()[0], {
    measurement: { request: recordingRequest('demo.Demo::A') },
  });
  const savedIn = (phase: SessionPhase): readonly (string | undefined)[] => {
    const session = { status: { ...status, phase }, timeline: EMPTY_TIMELINE };
    return recordedSnapshot(session, [], trees).threads.map(({ group }) => group);
  };
  eventScript('main: ^ 0>A 50>B 60<B').play(trees);
  expect(savedIn('recording')).toEqual([]);
  eventScript('main: 200<A').play(trees);
  expect(savedIn('recording')).toEqual(['slow']);
  eventScript('main: ^ 210>A').play(trees);
  expect(savedIn('attached')).toEqual(['slow', 'fast']);
});

describe('a recording in which nothing was called', () => {
  const OBJECT_LAYOUT = { alignmentBytes: 8, referenceBytes: 4, arrayBaseBytes: 16, wideArrayBaseBytes: 16 };
  const EMPTY_SETS = [
    'made',
    'made-contexts',
    'live',
    'followed',
    'allocation',
    'root-calls',
    'root-call-durations',
  ];

  function recordedWith(options: Partial<RecordingOptions>): Snapshot {
    const request = { ...recordingRequest('demo.Demo::A'), ...options };
    const trees = new ThreadTrees();
    trees.recordingStart(countsObjects(request) ? OBJECT_LAYOUT : null);
    const status = attachedStatus(fakeJvms()[0], { measurement: { request } });
    return decodeSnapshot(encodeSnapshot(recordedSnapshot({ status, timeline: EMPTY_TIMELINE }, [], trees)));
  }

  const idsOf = ({ dataSets }: Snapshot): readonly string[] => dataSets.map(({ id }) => id);
  const all = { metrics: 'calls,time,objects', live: ['**'], accounts: ['app=demo.**'] } as const;

  it('has a table of each kind that was measured, without rows, in its file too', () => {
    const recorded = recordedWith(all);
    expect(idsOf(recorded)).toEqual([...EMPTY_SETS, 'accounts', 'principals', 'account-objects']);
    for (const { id, rows, values } of recorded.dataSets) {
      expect([id, rows]).toEqual([id, id === 'root-calls' ? 1 : 0]);
      expect(values.length, id).toBeGreaterThan(0);
    }
  });

  it('shows that nothing is in them, and their columns', () => {
    for (const table of namedTables(recordedWith(all))) {
      const set = table.set();
      if (set.rows > 0 || !idsOf(recordedWith(all)).includes(set.id)) continue;
      const text = [...table.lines({ set, value: null, filter: null }, null)].join('\n');
      expect(text, table.id).toContain('Nothing is in it.');
    }
  });

  it('has none of what was not measured', () => {
    expect(idsOf(recordedWith({ clock: 'none', metrics: 'calls' }))).toEqual([]);
    expect(idsOf(recordedWith({ clock: 'none', metrics: 'calls,objects' }))).toEqual([
      'made',
      'made-contexts',
      'allocation',
    ]);
  });
});
