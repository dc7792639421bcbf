import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { noteText } from '../../../shared/messages/noteMessages.ts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SluiceError } from '../../../shared/base/errors.ts';
import type { ClassId, LoaderId } from '../../../shared/base/ids.ts';
import type { ControlMessage, LoadedClass } from '../../../shared/wire/controlMessage.ts';
import { encodeMessage } from '../../../shared/wire/controlCodec.ts';
import { PROTOCOL_VERSION } from '../../../shared/wire/protocolVersion.ts';
import { NOTHING_RECORDED } from '../../../shared/wire/runningTotals.ts';
import { AgentConnection } from './agentConnection.ts';
import { AgentListener } from './agentListener.ts';
import { makeNonce, makeSecret } from './handshake.ts';
import type { AgentHandlers } from './targetAgent.ts';
import { FakeAgent } from '../testing/fakeAgent.ts';

const secret = makeSecret();
const credentials = { secret, buildId: 'build-1', nsPid: 4711 };
const id = (value: number): ClassId => value as ClassId;

let folder = '';
let path = '';
let listener: AgentListener;
const agents: FakeAgent[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-test-'));
  path = join(folder, 's');
  listener = AgentListener.onUnixSocket(path, credentials);
});
afterEach(() => {
  vi.useRealTimers();
  listener.close();
  for (const agent of agents.splice(0)) agent.socket.destroy();
  rmSync(folder, { recursive: true, force: true });
});

function dial(): FakeAgent {
  const agent = new FakeAgent(path);
  agents.push(agent);
  return agent;
}

async function connected(handlers: Partial<AgentHandlers> = {}): Promise<{
  agent: FakeAgent;
  connection: AgentConnection;
  closed: Promise<Error | null>;
}> {
  const agent = dial();
  void agent.shakeHands(secret);
  const connection = new AgentConnection(await listener.arrival());
  const closed = new Promise<Error | null>((resolve) => {
    connection.setHandlers({
      classLoading: () => null,
      rewriteClass: () => null,
      firstInvoked: () => {},
      reflected: () => {},
      loaderSeen: () => {},
      note: () => {},
      heartbeat: () => {},
      loaderRefuses: () => {},
      rewriteLost: () => {},
      loadLost: () => {},
      witnessed: () => {},
      takeMade: () => [],
      objectSizes: () => {},
      ending: () => {},
      closed: resolve,
      ...handlers,
    });
  });
  return { agent, connection, closed };
}

describe('the handshake', () => {
  it('lets in the agent that proves the secret', async () => {
    const { connection, closed } = await connected();
    expect(connection).toMatchObject({ pid: 4711, javaVersion: '17.0.1', vmName: 'Fake VM', startup: false });
    connection.close();
    expect(await closed).toBeNull();
  });

  it('works on the loopback interface too', async () => {
    const loopback = await AgentListener.onLoopback(credentials, process.geteuid?.() ?? -1);
    const agent = new FakeAgent(loopback.port);
    agents.push(agent);
    void agent.shakeHands(secret);
    expect((await loopback.listener.arrival()).pid).toBe(4711);
  });

  it.each([
    ['a wrong proof', { proof: new Uint8Array(32) }],
    ['another process', { pid: 1 }],
  ])('hangs up on %s and goes on waiting for the right agent', async (_, faults) => {
    const stranger = dial();
    await stranger.shakeHands(secret, faults);
    const end = stranger.untilClosed().then(() => 'hung up on');
    expect(await Promise.race([end, listener.arrival().then(() => 'let in')])).toBe('hung up on');
    void dial().shakeHands(secret);
    expect((await listener.arrival()).pid).toBe(4711);
  });

  it('fails for an agent of another build when no other has come, saying which', async () => {
    const arrival = listener.arrival();
    const older = dial();
    void older.shakeHands(secret, { buildId: 'build-0' });
    await older.untilClosed();
    listener.close();
    await expect(arrival).rejects.toMatchObject({
      code: 'version',
      message: expect.stringMatching(/build-0.*build-1/) as string,
    });
  });

  it.each([
    ['garbage', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
    ['a packet above 4 KiB', Buffer.from([0, 0, 0x10, 1, 0, 0, 0, 0, 1])],
    ['a packet that is too short to be one', Buffer.from([0, 0, 0, 1, 0])],
    ['a command before the proof', Buffer.from(encodeMessage(1, { kind: 'ping' }))],
    ['an unknown type', Buffer.from([0, 0, 0, 5, 0, 0, 0, 0, 99])],
  ])('hangs up on %s', async (_, bytes) => {
    const stranger = dial();
    stranger.socket.write(bytes);
    await stranger.untilClosed();
  });

  it('hangs up on who has not finished it after 5 s', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stranger = dial();
    const hello = { version: PROTOCOL_VERSION, buildId: 'build-1', pid: 4711, nonce: makeNonce() };
    stranger.send(0, { kind: 'hello', ...hello });
    await stranger.next('challenge');
    vi.advanceTimersByTime(4_999);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(vi.getTimerCount()).toBe(0);
    await stranger.untilClosed();
  });

  it('hears nobody else once the agent is there', async () => {
    const early = dial();
    await connected();
    await early.untilClosed();
    const late = dial();
    await late.untilClosed();
  });

  it('rejects who waits when it is closed', async () => {
    const arrival = listener.arrival();
    listener.close();
    await expect(arrival).rejects.toMatchObject({ code: 'attach-failed' });
  });
});

describe('questions and answers', () => {
  it('match by number, in any order', async () => {
    const { agent, connection } = await connected();
    const calibration = connection.calibrate('nano');
    const stopped = connection.stopRecording();
    const first = await agent.next('calibrate');
    const second = await agent.next('stopRecording');
    agent.send(second!.id, {
      kind: 'stopped',
      producedEvents: 5,
      droppedEvents: 0,
      waitedNs: 1,
      coreWaitNs: 0,
      classLoads: 0,
      classLoadNs: 0,
      firstWaitTimeouts: 0,
      loadTimeouts: 0,
      refusedLanes: 0,
      calledOutside: [],
    });
    agent.send(first!.id, {
      kind: 'calibration',
      innerNs: 23,
      outerNs: 24,
      spreadNs: 0.5,
      countNs: 2,
      countSpreadNs: 0.1,
      pausedPairNs: 0,
      pausedSpreadNs: 0,
      starvedPairNs: 0,
      starvedSpreadNs: 0,
      stepNs: 0,
    });
    expect(await calibration).toEqual({
      innerNs: 23,
      outerNs: 24,
      spreadNs: 0.5,
      countNs: 2,
      countSpreadNs: 0.1,
      pausedPairNs: 0,
      pausedSpreadNs: 0,
      starvedPairNs: 0,
      starvedSpreadNs: 0,
      stepNs: 0,
      compilingShare: 0,
    });
    expect(await stopped).toMatchObject({ producedEvents: 5 });
  });

  it('are not all that the agent hears: a ping each second says that the tool lives', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { agent, connection } = await connected();
    vi.advanceTimersByTime(2_000);
    const later = connection.markReady([]); // what comes with it or before has been sent by now
    agent.send((await agent.next('markReady'))!.id, { kind: 'done' });
    await later;
    expect(agent.received.map(({ message }) => message.kind)).toEqual(['ping', 'ping']);
  });

  it('are understood when the bytes come one by one', async () => {
    const { agent, connection } = await connected();
    const answer = connection.stopRecording();
    const question = await agent.next('stopRecording');
    const bytes = encodeMessage(question!.id, {
      kind: 'stopped',
      producedEvents: 1,
      droppedEvents: 2,
      waitedNs: 3,
      coreWaitNs: 0,
      classLoads: 0,
      classLoadNs: 0,
      firstWaitTimeouts: 4,
      loadTimeouts: 5,
      refusedLanes: 6,
      calledOutside: [],
    });
    agent.socket.setNoDelay(true);
    for (const byte of bytes) {
      agent.socket.write(Uint8Array.of(byte));
      await new Promise(setImmediate);
    }
    expect(await answer).toEqual({
      producedEvents: 1,
      droppedEvents: 2,
      waitedNs: 3,
      coreWaitNs: 0,
      classLoads: 0,
      classLoadNs: 0,
      firstWaitTimeouts: 4,
      loadTimeouts: 5,
      refusedLanes: 6,
      calledOutside: [],
    });
  });

  it('a refusal of the agent rejects with its words, and the connection goes on', async () => {
    const { agent, connection } = await connected();
    const refused = connection.markReady([]);
    agent.send((await agent.next('markReady'))!.id, { kind: 'failed', code: 7, message: 'not now' });
    await expect(refused).rejects.toMatchObject({
      code: 'agent',
      message: expect.stringContaining('not now') as string,
    });
    await connection.ping();
  });

  it.each([
    { loaded: 3_000, size: 200 },
    { loaded: 20_000, size: 1_000 },
    { loaded: 250_000, size: 2_000 },
  ])(
    'swaps $size classes at once where $loaded are loaded, all of which the JVM goes through each time',
    async ({ loaded, size }) => {
      const { agent, connection } = await connected();
      const sizes = sizesOfSwaps(agent, loaded);
      await connection.listClasses();
      const classIds = Array.from({ length: 2 * size }, (_, i) => id(i + 1));
      expect((await connection.retransform(classIds, 0)).batches).toBe(2);
      expect(sizes).toEqual([size, size]);
    },
  );

  it('swaps in batches of 200 and adds the results up', async () => {
    const { agent, connection } = await connected();
    const sizes = sizesOfSwaps(agent);
    const answer = await connection.retransform(
      Array.from({ length: 450 }, (_, i) => id(i + 1)),
      0,
    );
    expect(sizes).toEqual([200, 200, 50]);
    expect(answer.elapsedNs).toBe(30);
    expect(answer.results.map((result) => result.classId)).toEqual(
      Array.from({ length: 450 }, (_, i) => i + 1),
    );
  });

  it('asks again for class bytes that did not fit, and gives up on those that never come', async () => {
    const { agent, connection } = await connected();
    let questions = 0;
    agent.answer = (message) => {
      if (message.kind !== 'getClassBytes' || ++questions > 10)
        return { kind: 'failed', code: 0, message: 'no more' };
      const [first] = message.classIds.filter((classId) => classId !== 3);
      if (first === undefined) return { kind: 'classBytes', classes: [] };
      const bytes = first === 2 ? new Uint8Array(0) : Uint8Array.of(first);
      return { kind: 'classBytes', classes: [{ classId: first, bytes }] };
    };
    const found = await connection.classBytes([id(1), id(2), id(3), id(4)]);
    expect([...found].map(([classId, bytes]) => [classId, bytes[0]])).toEqual([
      [1, 1],
      [4, 4],
    ]);
    expect(questions).toBe(4);
  });

  it('takes no class bytes that nobody asked for, and does not ask for ever because they come', async () => {
    const { agent, connection } = await connected();
    let questions = 0;
    agent.answer = (message) => {
      if (message.kind !== 'getClassBytes' || ++questions > 10) return null;
      return { kind: 'classBytes', classes: [{ classId: id(99), bytes: Uint8Array.of(questions) }] };
    };
    expect(await connection.classBytes([id(1), id(2)])).toEqual(new Map());
    expect(questions).toBe(1);
  });
});

describe("the agent's questions", () => {
  const loading = (name: string): ControlMessage => ({
    kind: 'classLoading',
    classId: id(9),
    loaderId: 0 as never,
    outside: false,
    core: false,
    name,
    module: '',
    bytes: Uint8Array.of(1, 2),
  });

  it('get the bytes of the handler; a handler that throws leaves the class as it is', async () => {
    const reports: string[] = [];
    const { agent } = await connected({
      classLoading: async ({ name, asked }) => {
        await Promise.resolve();
        if (name === 'a.Bad') throw new Error('no luck');
        return asked ? Uint8Array.of(7) : null;
      },
      rewriteClass: (_, bytes) => Uint8Array.of(...bytes, 3),
      note: (id, details) => reports.push(noteText(id, details)),
    });
    agent.send(5, loading('a.Good'));
    const good = await agent.next('rewritten');
    expect([good!.id, [...good!.message.bytes]]).toEqual([5, [7]]);
    agent.send(6, loading('a.Bad'));
    const bad = await agent.next('rewritten');
    expect([bad!.id, [...bad!.message.bytes]]).toEqual([6, []]);
    expect(reports).toEqual(['Class a.Bad was left as it is: no luck']);
    agent.send(0, loading('a.Told'));
    agent.send(8, { kind: 'rewriteClass', classId: id(9), bytes: Uint8Array.of(1, 2) });
    const rewrite = await agent.next('rewritten');
    expect([rewrite!.id, [...rewrite!.message.bytes]]).toEqual([8, [1, 2, 3]]);
  });
});

describe('the end', () => {
  it.each<[string, ControlMessage, number]>([
    ['an answer to nothing', { kind: 'done' }, 999],
    [
      'a second handshake',
      { kind: 'challenge', version: PROTOCOL_VERSION, nonce: new Uint8Array(32), proof: new Uint8Array(32) },
      0,
    ],
  ])('comes with a protocol error at %s', async (_, message, messageId) => {
    const { agent, connection, closed } = await connected();
    const open = connection.markReady([]);
    open.catch(() => {});
    agent.send(messageId, message);
    expect(await closed).toMatchObject({ code: 'protocol' });
    await expect(open).rejects.toMatchObject({ code: 'protocol' });
  });

  it.each([
    ['an oversize packet', [2, 0, 0, 1, 0, 0, 0, 0, 19]],
    ['a short field', [0, 0, 0, 6, 0, 0, 0, 0, 44, 0]],
    ['trailing bytes', [0, 0, 0, 6, 0, 0, 0, 1, 19, 0]],
    // Of packets of 16 MiB there is no more than the head: garbage, that is, which must not be waited for.
    ['the beginning of an answer to nothing', [1, 0, 0, 0, 0, 0, 3, 231, 12]],
    ['the beginning of a packet of no type', [1, 0, 0, 0, 0, 0, 0, 0, 99]],
    ['the beginning of a packet that only a tool sends', [1, 0, 0, 0, 0, 0, 0, 0, 14]],
  ])('comes with a protocol error at %s', async (_, bytes) => {
    const { agent, closed } = await connected();
    agent.socket.write(Uint8Array.from(bytes));
    expect(await closed).toMatchObject({ code: 'protocol' });
  });

  it('says that a packet was cut', async () => {
    const { agent, closed } = await connected();
    agent.socket.end(Uint8Array.of(0, 0, 0, 9, 0));
    expect(await closed).toMatchObject({ message: expect.stringContaining('cut within a packet') as string });
  });

  describe('that the JVM tells of', () => {
    const lastWords: ControlMessage = {
      ...NOTHING_RECORDED,
      kind: 'ending',
      reason: 'the JVM is shutting down',
      runningHooks: 0,
      isTold: false,
    };

    it('is answered by hanging up, for which the JVM waits, and what it says meanwhile is heard', async () => {
      const heartbeat = vi.fn();
      const { agent, connection, closed } = await connected({ heartbeat });
      agent.socket.allowHalfOpen = true;
      const open = connection.listClasses().catch((thrown: unknown) => thrown);
      await agent.next('listClasses');
      agent.send(0, lastWords);
      await once(agent.socket, 'end');
      expect(connection.isOver).toBe(true);
      await expect(connection.ping()).rejects.toThrow('The session has ended: the JVM is shutting down.');
      agent.send(0, { ...NOTHING_RECORDED, lanes: 0, kind: 'heartbeat' });
      agent.socket.end();
      expect(await closed).toBeNull();
      expect(heartbeat).toHaveBeenCalledOnce();
      expect(await open).toMatchObject({ code: 'target-gone' });
    });

    it('is heard of whatever was to be said to it in that turn: nothing is written to a JVM that may be gone', async () => {
      const ending = vi.fn();
      const { agent, connection, closed } = await connected({ ending });
      agent.send(0, lastWords);
      agent.socket.destroy();
      for (let i = 0; i < 20; i++) void connection.ping().catch(() => {});
      expect(await closed).toBeNull();
      expect(ending).toHaveBeenCalledOnce();
    });
  });

  it('rejects open and later questions when the agent goes away', async () => {
    const { agent, connection, closed } = await connected();
    const open = connection.listClasses();
    await agent.next('listClasses');
    agent.socket.end();
    await expect(open).rejects.toMatchObject({ code: 'target-gone' });
    expect(await closed).toBeNull();
    await expect(connection.ping()).rejects.toBeInstanceOf(SluiceError);
  });
});

/** How many classes each swap takes, all of which go well. @param loaded as many classes are listed */
function sizesOfSwaps(agent: FakeAgent, loaded = 0): number[] {
  const sizes: number[] = [];
  agent.answer = (message) => {
    if (message.kind === 'listClasses')
      return { kind: 'classes', loaders: [], classes: loadedClasses(loaded), corePackages: [] };
    if (message.kind !== 'retransform') return null;
    sizes.push(message.classIds.length);
    const results = message.classIds.map((classId) => ({ classId, status: 0, message: '' }));
    return { kind: 'retransformed', elapsedNs: 10, results };
  };
  return sizes;
}

function loadedClasses(count: number): readonly LoadedClass[] {
  const rest = { loaderId: 0 as LoaderId, flags: 0, module: '', superId: 0, interfaceIds: [] } as const;
  return Array.from({ length: count }, (_, i) => ({ ...rest, classId: id(i + 1), name: `C${i}` }));
}
