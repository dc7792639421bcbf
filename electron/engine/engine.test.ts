import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { ensure } from '../../shared/base/assert.ts';
import { ThreadTrees } from '../../shared/cct/threadTrees.ts';
import type { EngineUpdate, RecordingRequest } from '../../shared/ipc/engineApi.ts';
import { createRpcClient, type RpcClient } from '../../shared/ipc/rpc.ts';
import type { MethodInfo } from '../../shared/naming/methodInfo.ts';
import { BlockDecoder } from '../../shared/wire/blockDecoder.ts';
import { recordingRequest } from '../../shared/testing/recordingRequest.ts';
import { placeAgentJar, readAgentJar } from './agent/agentJar.ts';
import { loadAgent } from './attach/attach.ts';
import { Engine } from './engine.ts';
import { inspectJvm } from './jvms/jvmProcess.ts';
import { Rendezvous } from './agent/rendezvous.ts';
import { EngineServer } from './server/server.ts';
import { ownPlace } from './jvms/targetUser.ts';
import { installedFile } from './process/installation.ts';
import { sessionTraces } from './testing/sessionTraces.ts';
import {
  compileJava,
  removeFolder,
  startJvm,
  TEST_JDKS,
  waitUntil,
  type TestJvm,
} from './testing/javaFixture.ts';

/** The engine against real JVMs with the real agent (build/java.mjs makes it before the tests). */
const WORKER = `
public class Worker {
  public static void main(String[] args) throws Exception {
    System.out.println("ready");
    for (int c = System.in.read(); c >= 0; c = System.in.read()) {
      if (c == 'w') { work(); System.out.println("worked"); }
    }
  }
  static void work() { step(1); step(2); }
  static int step(int n) { return n + 1; }
}`;
/** Says in a file that its main method has begun. */
const BEGUN = `
public class Begun {
  public static void main(String[] args) throws Exception { new java.io.File(args[0]).createNewFile(); }
}`;
const REQUEST = recordingRequest('Worker::work', { countTrivial: false });
const NOBODY_UID = 65534;

let classes = '';
let engine: Engine;
const started: TestJvm[] = [];

beforeAll(() => {
  classes = compileJava('Worker', WORKER);
});
afterAll(() => removeFolder(classes));
beforeEach(() => {
  engine = new Engine();
});
afterEach(async () => {
  await engine.close();
  for (const jvm of started.splice(0)) await jvm.stop();
});

async function worker(java = ensure(TEST_JDKS.at(-1), 'a JDK'), uid?: number): Promise<TestJvm> {
  const options = { java, arguments: ['-cp', classes, 'Worker'] };
  const jvm = await startJvm(uid === undefined ? options : { ...options, uid });
  started.push(jvm);
  return jvm;
}

async function work(jvm: TestJvm): Promise<void> {
  const before = jvm.output().split('worked').length;
  jvm.process.stdin?.write('w');
  await waitUntil(() => jvm.output().split('worked').length > before, 'the work');
}

/** Attaches, records one piece of work and detaches. @returns events */
async function recordOnce(pid: number, doWork: () => Promise<void>): Promise<number> {
  const trees = new ThreadTrees();
  const decoder = new BlockDecoder(trees);
  const { sessionId } = await engine.attach(pid);
  engine.setReader(sessionId, (bytes) => decoder.feed(bytes));
  await engine.start(sessionId, REQUEST);
  await doWork();
  expect(await engine.stop(sessionId)).toMatchObject({ phase: 'attached', complete: true, notes: [] });
  expect(await engine.detach(sessionId)).toMatchObject({ phase: 'detached' });
  return trees.totals().events;
}

/** work and two steps, each an entry and an exit, and the mark of the root. */
const EVENTS_OF_WORK = 7;

const expectNothingLeft = (jvm: TestJvm): void => expect(sessionTraces([process.pid, jvm.pid])).toEqual([]);

describe.each(TEST_JDKS.map((java) => ({ name: `JDK ${java.feature}`, java })))('on $name', ({ java }) => {
  it('attaches again and again to the same JVM', async () => {
    const jvm = await worker(java);
    for (let i = 0; i < 3; i++) {
      expect(await recordOnce(jvm.pid, () => work(jvm))).toBe(EVENTS_OF_WORK);
      await work(jvm);
    }
    expect(jvm.errors()).not.toMatch(/Exception|Error/);
    expectNothingLeft(jvm);
  });

  it('has loaded all classes of the agent when it is attached: no lock of a jar that a waiting thread holds stops it later', async () => {
    const jvm = await worker(java);
    const { sessionId } = await engine.attach(jvm.pid);
    const ran = (tool: string, ...args: readonly string[]): string =>
      spawnSync(join(java.home, 'bin', tool), args, { encoding: 'utf8' }).stdout;
    const agentClasses = (text: string): string[] =>
      [...new Set(text.match(/sluice[./]agent[./][\w$]+(?=\.class|\/0x)/g))]
        .map((name) => name.replaceAll('/', '.'))
        .sort();
    const loaded = agentClasses(ran('jcmd', String(jvm.pid), 'VM.class_hierarchy'));
    const inJar = agentClasses(ran('jar', 'tf', installedFile('agent/sluice-agent.jar')));
    expect(inJar.length).toBeGreaterThan(20);
    expect(loaded).toEqual(expect.arrayContaining(inJar));
    await engine.detach(sessionId);
  });

  it.skipIf(process.geteuid?.() !== 0)('records a JVM of another user, with files of that user', async () => {
    const jvm = await worker(java, NOBODY_UID);
    expect(await recordOnce(jvm.pid, () => work(jvm))).toBe(EVENTS_OF_WORK);
    expectNothingLeft(jvm);
    expect(process.geteuid?.()).toBe(0);
  });

  it.skipIf(spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']).status !== 0)(
    'records a JVM in a container',
    async () => {
      const script =
        'mount -t tmpfs none /mnt && cp "$1"/*.class /mnt && mount -t tmpfs none /tmp && ' +
        'mount -t tmpfs -o size=8m none /dev/shm && exec "$0/bin/java" -cp /mnt Worker';
      const outer = spawn(
        'unshare',
        ['--mount-proc', '--pid', '--fork', '--kill-child', 'sh', '-c', script, java.home, classes],
        { stdio: ['pipe', 'pipe', 'ignore'], cwd: '/' },
      );
      let output = '';
      outer.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
      try {
        await waitUntil(() => output.includes('ready'), 'the JVM in the container');
        const [pid] = readFileSync(`/proc/${outer.pid}/task/${outer.pid}/children`, 'utf8').split(' ');
        const events = await recordOnce(Number(pid), async () => {
          outer.stdin.write('w');
          await waitUntil(() => output.includes('worked'), 'the work');
        });
        expect(events).toBe(EVENTS_OF_WORK);
        expect(sessionTraces([process.pid], [`/proc/${pid}/root/tmp`])).toEqual([]);
      } finally {
        outer.kill('SIGKILL');
      }
    },
  );

  it('meets the agent on the loopback interface, as JDK 11 to 15 need it', async () => {
    const jvm = await worker(java);
    const { status, startTicks } = ensure(inspectJvm(jvm.pid), 'the JVM');
    const { nsPid, euid, egid } = status;
    const jar = readAgentJar();
    const place = ownPlace();
    const rendezvous = await Rendezvous.prepare({ place, buildId: jar.buildId, nsPid, unixSocket: false });
    const target = { pid: jvm.pid, nsPid, startTicks, euid, egid };
    const loading = loadAgent(target, placeAgentJar(place, jar), rendezvous.agentOptions);
    const { agent, eventFile } = await rendezvous.meet(loading.then(() => new Promise<never>(() => {})));
    expect(agent).toMatchObject({ pid: nsPid, startup: false });
    expect((await agent.listClasses()).classes.some(({ name }) => name === 'Worker')).toBe(true);
    await agent.detach();
    agent.close();
    eventFile.close();
    expectNothingLeft(jvm);
  });
});

it('an attached session says so, and a second attach is refused', async () => {
  const jvm = await worker();
  const attaching = engine.attach(jvm.pid);
  await expect(engine.attach(jvm.pid)).rejects.toMatchObject({ code: 'busy' });
  const status = await attaching;
  expect(status).toMatchObject({ phase: 'attached', target: { mainClass: 'Worker', pid: jvm.pid } });
  await expect(engine.attach(jvm.pid)).rejects.toMatchObject({ code: 'busy' });
  const [row] = await engine.searchClasses(status.sessionId, 'worker', 5);
  expect(row).toMatchObject({ name: 'Worker' });
  expect((await engine.methodsOf(status.sessionId, row.classId)).map(({ name }) => name)).toContain('step');
  await engine.close();
  await expect(engine.attach(jvm.pid)).rejects.toMatchObject({ code: 'busy' });
});

it.each([
  [{ ...REQUEST, roots: [] }, /at least one root/],
  [{ ...REQUEST, roots: 'Worker::work' }, /list of method patterns/],
  [{ ...REQUEST, scheme: 'magic' }, /scheme is "magic"; lazy or eager or everything is needed/],
  [{ ...REQUEST, clock: 1 }, /clock is 1; nano or/],
  [{ ...REQUEST, excludes: [1] }, /excludes/],
  [{ ...REQUEST, includes: 'a.B' }, /includes/],
  [{ ...REQUEST, includeCore: 'yes' }, /includeCore/],
  [{ ...REQUEST, followThreads: 1 }, /followThreads/],
  [null, /roots must be/],
])('a request that is none is refused before anything happens: %j', async (request, sentence) => {
  const jvm = await worker();
  const { sessionId } = await engine.attach(jvm.pid);
  await expect(engine.start(sessionId, request as RecordingRequest)).rejects.toThrow(sentence);
  expect((await engine.status(sessionId)).phase).toBe('attached');
});

describe('a launched program', () => {
  it('waits on after a cancelled start, and runs when it is detached in the middle of another', async () => {
    const folder = compileJava('Begun', BEGUN);
    try {
      const begun = join(folder, 'begun');
      const java = join(ensure(TEST_JDKS.at(-1), 'a JDK').home, 'bin/java');
      const { sessionId } = await engine.launch(`${java} -cp ${folder} Begun ${begun}`, '');
      engine.setReader(sessionId, () => Promise.resolve());
      const request = recordingRequest('Begun::main');
      const cancelled = engine.start(sessionId, request);
      await engine.cancelStart(sessionId);
      await expect(cancelled).rejects.toThrow('The start was cancelled.');
      expect(await engine.status(sessionId)).toMatchObject({ phase: 'attached' });
      expect(existsSync(begun)).toBe(false);
      const given = expect(engine.start(sessionId, request)).rejects.toThrow();
      await engine.detach(sessionId);
      await given;
      await waitUntil(() => existsSync(begun), 'its main method');
    } finally {
      removeFolder(folder);
    }
  });
});

describe('through the server', () => {
  let server: EngineServer;
  let client: RpcClient;
  let socket: WebSocket;
  let updates: EngineUpdate[] = [];

  beforeEach(async () => {
    updates = [];
    server = await EngineServer.start({ engine, port: 0, pageFiles: new Map(), graceMs: 200, reloadMs: 50 });
    socket = new WebSocket(`${server.url.replace('http:', 'ws:')}rpc`);
    client = createRpcClient(
      (text) => socket.send(text),
      (update) => updates.push(update),
    );
    socket.on('message', (data) => client.receive((data as Buffer).toString()));
    await new Promise((resolve) => socket.once('open', resolve));
  });
  afterEach(async () => {
    socket.terminate();
    await server.close();
  });

  /** Reads the event stream into trees; `hangUp` as a closed tab does. */
  function openStream(sessionId: string): { trees: ThreadTrees; hangUp: () => void; ended: Promise<void> } {
    const trees = new ThreadTrees();
    const decoder = new BlockDecoder(trees);
    let hangUp = (): void => {};
    const ended = new Promise<void>((resolve) => {
      const question = get(`${server.url}sessions/${sessionId}/events/1`, (response) => {
        response.on('data', (chunk: Buffer) =>
          decoder.feed(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength)),
        );
        response.on('close', resolve);
        response.on('error', () => resolve());
      });
      question.on('error', () => resolve());
      hangUp = () => question.destroy();
    });
    return { trees, hangUp, ended };
  }

  it('records the demo: methods are known before their events, everything is there after stop', async () => {
    const { status: attached, roots } = await client.engine.attachDemo();
    const { sessionId, target } = attached;
    expect(target.mainClass).toBe('Demo');
    const stream = openStream(sessionId);
    expect(roots).toEqual(['Demo$Packer::process']);
    await client.engine.start(sessionId, { ...REQUEST, roots });
    await waitUntil(() => stream.trees.totals().events > 100, 'events of the demo');
    const status = await client.engine.stop(sessionId);
    expect(status).toMatchObject({ phase: 'attached', complete: true, droppedEvents: 0 });
    expect(status.counters.events).toBeGreaterThan(100);
    await waitUntil(() => stream.trees.totals().events === status.counters.events, 'the last events');
    const known = new Set<number>(
      updates
        .flatMap((update): MethodInfo[] => (update.kind === 'methods' ? [...update.methods] : []))
        .map(({ id }) => id),
    );
    for (const { table } of stream.trees.snapshot()) {
      for (let node = 1; node < table.length; node++) expect(known).toContain(table.method[node]);
    }
    expect((await client.engine.detach(sessionId)).phase).toBe('detached');
    await stream.ended;
  });

  it('of the sessions that are over the last can be read again, and is told to who connects', async () => {
    const jvm = await worker();
    const sessionIds: string[] = [];
    for (let i = 0; i < 2; i++) {
      const { sessionId } = await client.engine.attach(jvm.pid);
      sessionIds.push(sessionId);
      const stream = openStream(sessionId);
      await client.engine.start(sessionId, REQUEST);
      await work(jvm);
      await client.engine.detach(sessionId);
      await stream.ended;
      expect(stream.trees.totals().events).toBe(EVENTS_OF_WORK);
    }
    const told = engine.catchUp().flatMap((update) => (update.kind === 'methods' ? [update.sessionId] : []));
    expect(told).toEqual([sessionIds[1]]);
    const [forgotten, kept] = sessionIds.map(openStream);
    await Promise.all([forgotten.ended, kept.ended]);
    expect([forgotten, kept].map(({ trees }) => trees.totals().events)).toEqual([0, EVENTS_OF_WORK]);
  });

  it('a closed tab leaves nothing instrumented', async () => {
    const jvm = await worker();
    const { sessionId } = await client.engine.attach(jvm.pid);
    const stream = openStream(sessionId);
    await client.engine.start(sessionId, REQUEST);
    await work(jvm);
    stream.hangUp();
    socket.terminate();
    await waitUntil(async () => (await engine.status(sessionId)).phase === 'detached', 'the detach');
    await work(jvm);
    expect(existsSync(`/proc/${jvm.pid}`)).toBe(true);
  });
});
