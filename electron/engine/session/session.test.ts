import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ensure } from '../../../shared/base/assert.ts';
import { SluiceError } from '../../../shared/base/errors.ts';
import { parseMethodPattern } from '../../../shared/callgraph/methodPattern.ts';
import type { ThreadId } from '../../../shared/base/ids.ts';
import { NO_CALIBRATION } from '../../../shared/cct/cctTable.ts';
import type { EngineUpdate, MeasurementRequest } from '../../../shared/ipc/engineApi.ts';
import { formatCount, formatTime } from '../../../shared/naming/formatNumbers.ts';
import { EXIT_BIT } from '../../../shared/events/eventWord.ts';
import { BlockEncoder } from '../../../shared/wire/blockEncoder.ts';
import { BLOCK_KIND, BLOCK_KIND_OFFSET, BLOCK_BYTES_OFFSET } from '../../../shared/wire/blockLayout.ts';
import type { ControlMessage } from '../../../shared/wire/controlMessage.ts';
import { NOTHING_RECORDED } from '../../../shared/wire/runningTotals.ts';
import {
  MIN_RING_BYTES,
  PRODUCED_BYTES_OFFSET,
  RING_OFFSET,
  writePosition,
} from '../../../shared/wire/eventFileLayout.ts';
import { recordingRequest } from '../../../shared/testing/recordingRequest.ts';
import { AgentConnection } from '../agent/agentConnection.ts';
import { AgentListener } from '../agent/agentListener.ts';
import { EventFile } from '../events/eventFile.ts';
import { makeSecret } from '../agent/handshake.ts';
import type { InstrumentationProgress, Instrumenter } from '../revelation/instrumenter.ts';
import { JvmEnd } from '../jvms/jvmEnd.ts';
import { Session } from './session.ts';
import { FakeAgent } from '../testing/fakeAgent.ts';
import { fakeInstrumenter } from '../testing/fakeInstrumenter.ts';
import { waitUntil } from '../testing/javaFixture.ts';

const REQUEST = recordingRequest('a.B::c');
const METHOD = 16;

let folder = '';
let agent: FakeAgent;
let session: Session;
let ring: number;
let produced = 0;
/** What happened, in order: commands the agent got, steps of the instrumenter, kinds of blocks the reader took. */
let events: string[] = [];
let updates: EngineUpdate[] = [];
let startFailure: SluiceError | null = null;
let encoder: BlockEncoder;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-test-'));
  events = [];
  updates = [];
  startFailure = null;
  produced = 0;
  encoder = new BlockEncoder();
  const secret = makeSecret();
  const listener = AgentListener.onUnixSocket(join(folder, 's'), { secret, buildId: 'build-1', nsPid: 4711 });
  agent = new FakeAgent(join(folder, 's'));
  agent.answer = obey;
  void agent.shakeHands(secret);
  const connection = new AgentConnection(await listener.arrival());
  const file = EventFile.create(join(folder, 'events'), MIN_RING_BYTES);
  ring = openSync(join(folder, 'events'), 'r+');
  session = new Session(
    's1',
    { pid: 4711, commandLine: '', mainClass: 'a.Main', collector: '' },
    new JvmEnd(4711),
    connection,
    file,
    makeInstrumenter,
    (update) => updates.push(update),
  );
});
afterEach(async () => {
  vi.restoreAllMocks();
  agent.socket.destroy();
  await session.over;
  closeSync(ring);
  rmSync(folder, { recursive: true, force: true });
});

const NO_PROGRESS: InstrumentationProgress = { reading: null, awaitedMethods: 0 };
let progress = NO_PROGRESS;
let onInstrument = (): void => {};

const makeInstrumenter = (): Instrumenter =>
  fakeInstrumenter({
    start: () => {
      events.push('instrument');
      onInstrument();
      return startFailure ? Promise.reject(startFailure) : Promise.resolve();
    },
    stop: () => void events.push('restore'),
    progress: () => progress,
  });

/** A pair that takes so many times 47 ns. */
function costs(times: number): ControlMessage {
  return {
    kind: 'calibration',
    ...NO_CALIBRATION,
    ...{ innerNs: 23 * times, outerNs: 24 * times, spreadNs: 1, countNs: 2 },
  };
}

/** A well-behaved agent. */
function obey(message: ControlMessage): ControlMessage | null {
  if (message.kind === 'challenge') return null; // shakeHands answers
  if (message.kind !== 'ping') events.push(message.kind);
  switch (message.kind) {
    case 'calibrate':
      return costs(1);
    case 'checkCalibration':
      return costs(0.5);
    case 'stopRecording':
      write(encoder.events(1 as ThreadId, false, Uint32Array.of(METHOD, 0, METHOD | EXIT_BIT, 0), 0));
      write(encoder.threadEnd(1 as ThreadId)); // the last events come before the answer
      return { ...NOTHING_RECORDED, kind: 'stopped', producedEvents: 2, waitedNs: 5e6 };
    case 'detach':
      setImmediate(() => agent.socket.end());
      return { kind: 'detached', restoredClasses: 3, notRestored: [] };
    default:
      return { kind: 'done' };
  }
}

/** What the agent says as the JVM ends. */
function ending(words: object): ControlMessage {
  const reason = 'the program called System.exit';
  return { ...NOTHING_RECORDED, kind: 'ending', reason, runningHooks: 0, isTold: true, ...words };
}

function write(block: Uint8Array): void {
  writeSync(ring, block, 0, block.byteLength, RING_OFFSET + produced);
  publish(produced + block.byteLength);
}

function publish(position: number): void {
  produced = position;
  const view = new DataView(new ArrayBuffer(8));
  writePosition(view, 0, position);
  writeSync(ring, new Uint8Array(view.buffer), 0, 8, PRODUCED_BYTES_OFFSET);
}

function read(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.byteLength; at += view.getUint32(at + BLOCK_BYTES_OFFSET, true)) {
    const kind = view.getUint16(at + BLOCK_KIND_OFFSET, true);
    events.push(`block ${Object.entries(BLOCK_KIND).find(([, value]) => value === kind)?.[0]}`);
  }
}

const phasesTold = (): string[] =>
  updates
    .flatMap((update) => (update.kind === 'status' ? [update.status.phase] : []))
    .filter((phase, i, all) => phase !== all[i - 1]);

async function recording(): Promise<void> {
  session.setReader(read);
  await session.start(REQUEST);
}

describe('a recording', () => {
  it('instruments, then announces itself to the reader, then lets events flow', async () => {
    session.setReader(read);
    const status = await session.start(REQUEST);
    expect(events).toEqual(['calibrate', 'instrument', 'block recordingStart', 'startRecording']);
    expect(status).toMatchObject({
      phase: 'recording',
      measurement: {
        request: REQUEST,
        calibration: { ...NO_CALIBRATION, innerNs: 23, outerNs: 24, spreadNs: 1, countNs: 2 },
      },
      instrumentation: { methods: 1 },
      complete: true,
    });
    expect(phasesTold()).toEqual(['preparing', 'recording']);
  });

  it('looks at what its probes cost, in a short recording at its end, but not in a pause', async () => {
    const checks = (): number => events.filter((event) => event === 'checkCalibration').length;
    await recording();
    await session.mark('pause');
    await session.stop();
    expect(checks()).toBe(0);
    expect(session.status().measurement.calibration?.innerNs).toBe(23);
    await session.start(REQUEST);
    await session.stop();
    expect(checks()).toBe(1);
    const { calibration } = session.status().measurement;
    expect(calibration).toMatchObject({ innerNs: 11.5, outerNs: 12, countNs: 2 });
  });

  it('ends with the last event on its way and the classes restored, and can begin again', async () => {
    await recording();
    write(encoder.thread(1 as ThreadId, 'main', false));
    events = [];
    const status = await session.stop();
    expect(events.filter((event) => event !== 'block thread')).toEqual([
      'checkCalibration',
      'stopRecording',
      'block events',
      'block threadEnd',
      'restore',
    ]);
    expect(status).toMatchObject({ phase: 'attached', complete: true });
    expect(status.counters).toMatchObject({ events: 2, waitedMs: 5 });
    await session.start(REQUEST);
    expect(session.phase).toBe('recording');
  });

  it('waits for its reader', async () => {
    const started = session.start(REQUEST);
    expect(session.phase).toBe('preparing');
    session.setReader(read);
    expect((await started).phase).toBe('recording');
  });

  it('ends by itself when its reader fails: nobody would have what comes then', async () => {
    session.setReader(() => {
      if (session.phase === 'recording') throw new RangeError('Array buffer allocation failed');
    });
    await session.start(REQUEST);
    write(encoder.thread(1 as ThreadId, 'main', false));
    await waitUntil(() => session.phase === 'attached', 'the end of the recording');
    const { complete, notes } = session.status();
    expect({ complete, notes }).toEqual({
      complete: false,
      notes: ['error: There was no memory for more of the call tree: Array buffer allocation failed'],
    });
    expect(events).toContain('restore');
  });

  it('ends by itself when memory runs out, and takes nothing more before the agent has heard it', async () => {
    agent.answer = (message) => (message.kind === 'checkCalibration' ? null : obey(message));
    await recording();
    vi.spyOn(process, 'availableMemory').mockReturnValue(0);
    const { id } = ensure(await agent.next('checkCalibration'), 'the look before the stop');
    write(encoder.thread(1 as ThreadId, 'main', false));
    const untilMs = performance.now() + 100;
    await waitUntil(() => performance.now() > untilMs, 'many looks of the pump');
    expect(events).not.toContain('block thread');
    agent.send(id, costs(1));
    await waitUntil(() => session.phase === 'attached', 'the end of the recording');
    expect(events.indexOf('block thread')).toBeGreaterThan(events.indexOf('stopRecording'));
    expect(session.status().complete).toBe(true);
    expect(session.status().notes.join()).toContain('stopped early, for the memory runs out');
  });

  it('without a clock is not calibrated', async () => {
    session.setReader(read);
    const status = await session.start({ ...REQUEST, clock: 'none' });
    expect(events).not.toContain('calibrate');
    expect(status.measurement.calibration).toEqual(NO_CALIBRATION);
  });

  it('whose roots are not found leaves the session attached', async () => {
    session.setReader(read);
    startFailure = new SluiceError('root-not-found', 'no such class');
    await expect(session.start(REQUEST)).rejects.toBe(startFailure);
    expect(session.phase).toBe('attached');
    expect(events).toEqual(['calibrate', 'instrument', 'restore']);
    expect(session.status().measurement.request).toBeNull(); // nothing has been recorded
    startFailure = null;
    await session.start(REQUEST);
  });

  it('whose roots are not found leaves the recording before as it is', async () => {
    await recording();
    await session.stop();
    const before = session.status();
    startFailure = new SluiceError('root-not-found', 'no such class');
    await expect(session.start({ ...REQUEST, clock: 'none', roots: ['no.such::root'] })).rejects.toBe(
      startFailure,
    );
    expect(session.status().measurement).toEqual(before.measurement);
    startFailure = null;
  });

  it('is cancelled while it is prepared, and the classes are as they were', async () => {
    session.setReader(read);
    agent.answer = (message) => {
      if (message.kind === 'calibrate') session.cancelStart();
      return obey(message);
    };
    await expect(session.start(REQUEST)).rejects.toMatchObject({ message: 'The start was cancelled.' });
    expect(session.phase).toBe('attached');
    expect(events).toEqual(['calibrate']);
    agent.answer = obey;
    expect((await session.start(REQUEST)).phase).toBe('recording');
  });

  it('tells the parts of what it prepares, and that it waits for the first root call', async () => {
    session.setReader(read);
    const told = [
      { reading: { classes: 8_100, of: 20_252 }, awaitedMethods: 0 },
      { reading: null, awaitedMethods: 1 },
      NO_PROGRESS,
    ];
    const texts: string[] = [];
    onInstrument = () => {
      for (progress of told) texts.push(session.status().text);
    };
    await session.start(REQUEST);
    onInstrument = () => {};
    expect(texts).toEqual([
      `instrumenting the root methods: reading ${formatCount(8_100)} of ${formatCount(20_252)} classes`,
      `instrumenting the root methods: probes into 0 of 1 method, swaps took ${formatTime(40e6)} so far`,
      'instrumenting the root methods: 1 method, 1 class',
    ]);
    expect(session.status().text).toBe('waiting for the first root call; instrumented: 1 method, 1 class');
    write(encoder.events(1 as ThreadId, false, Uint32Array.of(METHOD, 0, METHOD | EXIT_BIT, 0), 0));
    await waitUntil(() => session.status().text === 'recording; instrumented: 1 method, 1 class', 'a call');
  });

  it('is paused and reset, and its length is that of its results', async () => {
    await expect(session.mark('pause')).rejects.toMatchObject({ code: 'busy' });
    await recording();
    expect(await session.mark('pause')).toMatchObject({ phase: 'recording', measurement: { paused: true } });
    const { elapsedMs } = session.status().measurement;
    expect(await session.mark('resume')).toMatchObject({ measurement: { paused: false } });
    expect(session.status().measurement.elapsedMs).toBeGreaterThanOrEqual(elapsedMs);
    await session.mark('pause');
    expect(await session.mark('reset')).toMatchObject({ measurement: { paused: true, elapsedMs: 0 } });
    await session.stop();
    expect(session.status().measurement.elapsedMs).toBe(0);
    await expect(session.mark('reset')).rejects.toMatchObject({ code: 'busy' });
    expect(events.filter((event) => event === 'markRecording')).toHaveLength(4);
  });

  it('has its methods switched while it runs, and the status tells what was', async () => {
    const patterns = [parseMethodPattern('a.B::c')];
    await expect(session.switchMethods(patterns, false)).rejects.toMatchObject({ code: 'busy' });
    await recording();
    const [{ atMs }] = await session.switchMethods(patterns, false);
    expect(session.status().measurement.switches).toEqual([
      { atMs, on: false, pattern: 'a.B::c', methods: 0 },
    ]);
    await session.stop();
    expect(session.status().measurement.switches).toHaveLength(1);
    await session.start(REQUEST);
    expect(session.status().measurement.switches).toEqual([]);
  });

  it('cannot be started twice, nor stopped before it began', async () => {
    session.setReader(read);
    const first = session.start(REQUEST);
    await expect(session.start(REQUEST)).rejects.toMatchObject({ code: 'busy' });
    await expect(session.stop()).rejects.toMatchObject({ code: 'busy' });
    await first;
    await expect(session.start(REQUEST)).rejects.toMatchObject({ code: 'busy' });
    const stops = await Promise.all([session.stop(), session.stop()]);
    expect(stops.map(({ phase }) => phase)).toEqual(['attached', 'attached']);
    expect((await session.stop()).phase).toBe('attached');
  });

  it('is incomplete when its reader went away, and the target does not wait for him', async () => {
    await recording();
    session.setReader(null);
    write(encoder.thread(1 as ThreadId, 'main', false));
    expect(await session.stop()).toMatchObject({ phase: 'attached', complete: false });
  });

  it('is incomplete when events are neither received nor dropped, as the agent counts them', async () => {
    await recording();
    agent.answer = (message) => {
      const answer = obey(message);
      return answer?.kind === 'stopped' ? { ...answer, producedEvents: 7, droppedEvents: 1 } : answer;
    };
    expect(await session.stop()).toMatchObject({
      counters: { events: 7 },
      losses: ['1 event was dropped', '4 events are not accounted for'],
    });
  });

  it('that is cut short has produced what came since the agent told last', async () => {
    await recording();
    agent.send(0, { ...NOTHING_RECORDED, kind: 'heartbeat', producedEvents: 2, droppedEvents: 0, lanes: 1 });
    await waitUntil(() => session.status().counters.events === 2, 'the heartbeat');
    const words = Uint32Array.of(METHOD, 0, METHOD | EXIT_BIT, 0, METHOD, 0);
    write(encoder.events(1 as ThreadId, false, words, 0, 4));
    agent.socket.destroy();
    await session.over;
    expect(session.status()).toMatchObject({
      counters: { events: 7 },
      droppedEvents: 4,
      losses: ['4 events were dropped', 'it was cut short'],
    });
  });

  it('is incomplete when events were dropped', async () => {
    await recording();
    agent.send(0, { ...NOTHING_RECORDED, kind: 'heartbeat', producedEvents: 9, droppedEvents: 1, lanes: 1 });
    await waitUntil(() => session.status().droppedEvents === 1, 'the heartbeat');
    expect(session.status()).toMatchObject({ counters: { events: 9 }, complete: false });
  });
});

describe('a measurement', () => {
  it('that cannot begin leaves what was measured before, of whatever kind', async () => {
    await recording();
    await session.stop();
    const { request } = session.status().measurement;
    agent.answer = (message) =>
      message.kind === 'calibrateRegion' ? { kind: 'failed', code: 0, message: 'no room' } : obey(message);
    const region: MeasurementRequest = { kind: 'region', method: 'a.B::c', lines: null };
    await expect(session.start(region)).rejects.toMatchObject({ code: 'agent' });
    expect(session.status()).toMatchObject({ phase: 'attached', measurement: { request, region: null } });
  });
});

describe('detaching', () => {
  it('stops the recording, restores the classes and ends the session', async () => {
    await recording();
    events = [];
    const status = await session.detach();
    expect(status).toMatchObject({ phase: 'detached', text: 'detached; 3 classes are as they were' });
    expect(events).toEqual([
      'checkCalibration',
      'stopRecording',
      'block events',
      'block threadEnd',
      'restore',
      'detach',
    ]);
    await session.over;
    expect((await session.detach()).phase).toBe('detached');
    await expect(session.start(REQUEST)).rejects.toMatchObject({ code: 'target-gone' });
    expect(phasesTold().at(-1)).toBe('detached');
  });

  it('works while a start is under way', async () => {
    session.setReader(read);
    agent.answer = (message) => (message.kind === 'calibrate' ? null : obey(message));
    const started = session.start(REQUEST);
    await agent.next('calibrate');
    expect((await session.detach()).phase).toBe('detached');
    await expect(started).rejects.toMatchObject({ code: 'target-gone' });
    expect(session.phase).toBe('detached');
  });
});

describe('the end of the target', () => {
  it('keeps what it had recorded', async () => {
    await recording();
    agent.answer = () => null;
    write(encoder.thread(1 as ThreadId, 'main', false));
    agent.send(0, ending({}));
    agent.socket.end();
    await session.over;
    expect(events).toContain('block thread');
    const { phase, text, complete } = session.status();
    expect([phase, text, complete]).toEqual(['ended', 'the program called System.exit', true]);
  });

  it.each([
    [{ firstWaitTimeouts: 1 }, '1 wait at a first call ran out'],
    [{ loadTimeouts: 2 }, '2 class loads did not get their answers'],
    [{ refusedLanes: 1 }, '1 root call or thread got no lane'],
    [{ producedEvents: 3, droppedEvents: 3 }, '3 events were dropped'],
    [{ runningHooks: 1 }, '1 shutdown hook still ran when the recording ended'],
    [{ isTold: false }, 'it was cut short'],
  ])('tells as losses what its last words tell: %o', async (words, loss) => {
    await recording();
    agent.answer = () => null;
    agent.send(0, ending(words));
    agent.socket.end();
    await session.over;
    expect(session.status()).toMatchObject({ phase: 'ended', complete: false, losses: [loss] });
  });

  it('without notice makes the recording incomplete, and says so', async () => {
    await recording();
    agent.socket.destroy();
    await session.over;
    expect(session.status()).toMatchObject({ phase: 'ended', complete: false });
    expect(session.status().notes.at(-1)).toContain('last 20 ms');
    expect((await session.stop().catch(() => session.status())).phase).toBe('ended');
  });

  it('during the stop is no failure of the stop', async () => {
    await recording();
    agent.answer = (message) => {
      if (message.kind === 'stopRecording') agent.socket.destroy();
      return null;
    };
    expect((await session.stop()).phase).toBe('ended');
  });
});

it('an event file that makes no sense ends the session, and the agent restores', async () => {
  await recording();
  publish(12);
  await session.over;
  expect(session.status()).toMatchObject({ phase: 'ended', complete: false });
  expect(session.status().notes.join()).toContain('Event file: produced position 12');
});
