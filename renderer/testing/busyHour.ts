import { eventSets, NO_EVENT_FACTS, type JvmEvent } from '../../shared/jvmEvents/eventSet.ts';
import type { EventKindId } from '../../shared/jvmEvents/eventKinds.ts';
import { StateRows } from '../../shared/jvmEvents/stateSet.ts';
import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import type { Snapshot } from '../../shared/recording/snapshot.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';

const SECOND_NS = 1e9;
const HOUR_S = 3_600;
/** As Tomcat has them at work at a time, of 200. */
const THREADS = 30;

/** The file of an hour of a web server under load, as samples and events tell it: made-up, and the same each time. */
export function busyHour(): Uint8Array {
  return encodeSnapshot({ ...busyProgram(), dataSets: [...events(), ...states()] });
}

function busyProgram(): Snapshot {
  const threads = Array.from({ length: THREADS }, (_, i) => `http-exec-${i + 1}: 0>A 100>B 200<B 300<A`);
  return { ...exampleSnapshot(threads.join('\n')), clock: 'samples', durationMs: HOUR_S * 1_000 };
}

/** Events a second, with the time that each takes. */
const RATES: readonly (readonly [EventKindId, number, number])[] = [
  ['collection', 2, 6e6],
  ['GC pause', 2, 5e6],
  ['heap', 4, 0],
  ['safepoint', 3, 1e6],
  ['CPU of the JVM', 1, 0],
  ['threads', 1, 0],
  ['compilation', 4, 3e6],
  ['class load', 3, 2e5],
  ['exception', 20, 0],
  ['socket read', 30, 12e6],
  ['socket write', 10, 11e6],
];

function events(): ReturnType<typeof eventSets> {
  const all: JvmEvent[] = [];
  const random = randomNumbers(11);
  for (const [kind, perSecond, ns] of RATES) {
    for (let i = 0; i < HOUR_S * perSecond; i++) {
      const startNs = ((i + random()) / perSecond) * SECOND_NS;
      const levels = { bytes: random() * 4e9, percent: random() * 90, count: 150 + random() * 60 };
      const facts = { what: `demo.Class${i % 500}`, thread: `http-exec-${(i % THREADS) + 1}` };
      all.push({ ...NO_EVENT_FACTS, ...facts, ...levels, kind, startNs, durationNs: random() * ns });
    }
  }
  return eventSets(all);
}

/** Of each thread three samples a second, as of one that is at work for a thirtieth of its time. */
function states(): ReturnType<StateRows['dataSets']> {
  const rows = new StateRows();
  const random = randomNumbers(5);
  for (let thread = 0; thread < THREADS; thread++) {
    for (let third = 0; third < HOUR_S * 3; third++)
      rows.add('running', thread, 2, ((third + random()) / 3) * SECOND_NS, 1e7);
  }
  return rows.dataSets(Array.from({ length: THREADS }, (_, i) => `http-exec-${i + 1}`));
}

function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}
