import { readFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { WebSocket } from 'ws';
import { bundleScript } from '../../build/bundleScript.mjs';
import { ensure } from '../../shared/base/assert.ts';
import type { EngineApi } from '../../shared/ipc/engineApi.ts';
import { createRpcClient } from '../../shared/ipc/rpc.ts';
import { compileJava } from '../../shared/testing/compileJava.ts';
import { recordingRequest } from '../../shared/testing/recordingRequest.ts';
import { startApp, type App } from '../fixtures/app.ts';
import { reportOf, spawnCli } from '../fixtures/cli.ts';
import { JDKS } from '../fixtures/jdks.ts';
import { startTarget, type Target } from '../fixtures/targets.ts';
import type { FloodName } from './floods.ts';

/**
 * No target harms its neighbours: while one floods the engine, a client that looks at another session waits for its answers by
 * so much longer at most than one that asks an engine which nobody floods, at the same time and on the same machine. Waits for
 * a core are left out on both sides.
 */
const LONGEST_MS = 250;
const FLOOD_MS = 4_000;
/** A ring of events, the deadline of a stop, the file; on a machine that does other things. */
const LONGEST_STOP_MS = 15_000;
/** Above what the engine had before: one of its own for each flood, for garbage of an earlier one would be counted with it. */
const MOST_MIB = 200;
/**
 * Where a flood fills what the engine keeps for a program of the largest size, with as much again for the collector of garbage: a
 * listing of nearly as many classes as are allowed takes 600; 100,000 that load while it records take 1.2 to 1.8 kB each.
 */
const MOST_MIB_OF: Partial<Record<FloodName, number>> = { chainOf400000: 1_000, loading: 400 };

const FLOODS: readonly FloodName[] = [
  'chainOf20000',
  'upsideDownChain',
  'chainOf400000',
  'chainOf600000',
  'reports',
  'reflected',
  'loading',
  'garbageClasses',
  'firstInvoked',
  'loaders',
  'heartbeats',
];

/** How a start ends that cannot begin. */
const REFUSED: Partial<Record<FloodName, RegExp>> = {
  chainOf20000: /more than 1000 superclasses and interfaces/,
  upsideDownChain: /more than 1000 superclasses and interfaces/,
  chainOf400000: /more than 1000 superclasses and interfaces/,
  chainOf600000: /600000 items are announced, 500000 are allowed/,
};

let folder = '';
let neighbour: Target;
let other: Target;
let script = '';
let classFile = '';
let command: (flood: FloodName) => string;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-hostile-'));
  classFile = join(folder, 'Root.class');
  const compiled = compileJava({ 'Root.java': 'public class Root { void m() {} }' });
  writeFileSync(classFile, ensure(compiled.get('Root'), 'Root'));
  script = await bundleScript('e2e/security/hostileAgent.ts', 'security');
  command = (flood) => `'${process.execPath}' '${script}' ${flood} '${classFile}'`;
  [neighbour, other] = await Promise.all([startTarget(JDKS[0], 'Pulse'), startTarget(JDKS[0], 'Pulse')]);
});
test.afterAll(async () => {
  await Promise.all([neighbour.stop(), other.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

for (const flood of FLOODS) {
  test(`neighbours are answered while a target floods: ${flood}`, async () => {
    const [flooded, quiet] = await Promise.all([startApp(), startApp()]);
    const [attacker, client, control] = await Promise.all([
      Client.open(flooded),
      Client.open(flooded),
      Client.open(quiet),
    ]);
    const sessions = await Promise.all([client.attach(neighbour.pid), control.attach(other.pid)]);
    const memoryBefore = residentMib(flooded.pid);
    try {
      const { sessionId } = await attacker.engine.launch(command(flood), '');
      const done = new AbortController();
      const waits = Promise.all([
        client.longestWaits(sessions[0], done.signal),
        control.longestWaits(sessions[1], done.signal),
      ]);
      const request = recordingRequest('Root::m', { clock: 'none' });
      const reading = readEvents(flooded, sessionId);
      const began = await attacker.engine.start(sessionId, request).then(() => 'it records', String);
      await delay(FLOOD_MS);
      await attacker.engine.detach(sessionId).catch(() => {});
      await reading;
      done.abort();
      const [answers, bare] = await waits;
      const grownMib = peakMib(flooded.pid) - memoryBefore;
      console.log(
        `${flood}: longest answers ${JSON.stringify(answers)} ms, of a quiet engine ${JSON.stringify(bare)}; ${grownMib.toFixed(0)} MiB more`,
      );
      // Its own start may fail, with a sentence: its answers come behind its flood.
      expect(began).toMatch(REFUSED[flood] ?? /^it records$|^SluiceError: The agent /);
      for (const what of ['status', 'agent'] as const)
        expect(answers[what] - bare[what], what).toBeLessThan(LONGEST_MS);
      expect(grownMib).toBeLessThan(MOST_MIB_OF[flood] ?? MOST_MIB);
      expect((await client.engine.status(sessions[0])).phase).toBe('attached');
    } finally {
      await Promise.all([client.engine.detach(sessions[0]), control.engine.detach(sessions[1])]);
      for (const asking of [attacker, client, control]) asking.close();
      await Promise.all([flooded.stop(), quiet.stop()]);
    }
  });
}

/** Resolves when the session is over. */
async function readEvents({ url }: App, sessionId: string): Promise<void> {
  const { body } = await fetch(`${url}sessions/${sessionId}/events/1`);
  for await (const bytes of ensure(body, 'events')) expect(bytes).toBeDefined();
}

for (const flood of ['threads', 'endlessEvents'] as const) {
  test(`a recording ends in time and is saved while its target goes on producing: ${flood}`, async () => {
    const file = join(folder, `${flood}.sluice`);
    const cli = spawnCli([
      ...['launch', '--root', 'Root::m', '--clock', 'none', '--duration', '2s', '--output', file, '--'],
      ...[process.execPath, script, flood, classFile],
    ]);
    await cli.stderr.waitFor(/^recording/);
    await delay(2_000);
    const askedAtMs = performance.now();
    await cli.stderr.waitFor(/saved /);
    const endedMs = performance.now() - askedAtMs;
    console.log(
      `${flood}: saved ${endedMs.toFixed(0)} ms after its time, ${peakMib(cli.pid).toFixed(0)} MiB`,
    );
    await cli.code;
    expect(endedMs).toBeLessThan(LONGEST_STOP_MS);
    expect((await reportOf(file)).methods.map(({ method }) => method)).toEqual(['m']);
  });
}

test('a second Ctrl-C saves what has come when the target does not answer', async () => {
  const file = join(folder, 'hurried.sluice');
  const cli = spawnCli([
    ...['launch', '--root', 'Root::m', '--clock', 'none', '--output', file, '--'],
    ...[process.execPath, script, 'noEnd', classFile],
  ]);
  await cli.stderr.waitFor(/^recording/);
  cli.kill('SIGINT'); // the program does not care
  await delay(1_000); // what comes sooner is the same request: interrupts.ts
  cli.kill('SIGINT');
  await cli.stderr.waitFor(/^Asked twice to end: saved .*, incomplete/);
  expect(await cli.code).toBe(130);
  const { complete, losses, methods } = await reportOf(file);
  expect({ complete, losses, method: methods[0].method }).toEqual({
    ...{ complete: false, losses: ['it was cut short'], method: 'm' },
  });
});

interface Waits {
  status: number;
  /** To the agent of the session and back. */
  agent: number;
}

/** A client of an engine, by the WebSocket. */
class Client {
  readonly engine: EngineApi;
  readonly #socket: WebSocket;
  readonly #enginePid: number;

  private constructor(socket: WebSocket, { pid }: App) {
    this.#socket = socket;
    this.#enginePid = pid;
    const { engine, receive } = createRpcClient(
      (text) => socket.send(text),
      () => {},
    );
    this.engine = engine;
    socket.on('message', (data) => receive((data as Buffer).toString()));
  }

  static async open(app: App): Promise<Client> {
    const socket = new WebSocket(`${app.url.replace('http:', 'ws:')}rpc`);
    const client = new Client(socket, app);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    return client;
  }

  async attach(pid: number): Promise<string> {
    return (await this.engine.attach(pid)).sessionId;
  }

  /** How long answers have taken at most, ms, without what the engine and this process waited for a core meanwhile. */
  async longestWaits(sessionId: string, end: AbortSignal): Promise<Waits> {
    const [{ classId }] = await this.engine.searchClasses(sessionId, 'Pulse', 1);
    const longest = { status: 0, agent: 0 };
    const questions = {
      status: () => this.engine.status(sessionId),
      agent: () => this.engine.methodsOf(sessionId, classId),
    };
    while (!end.aborted) {
      for (const what of ['status', 'agent'] as const) {
        const askedAtMs = performance.now() - this.#coreWaitMs();
        await questions[what]();
        const tookMs = performance.now() - this.#coreWaitMs() - askedAtMs;
        longest[what] = Math.max(longest[what], Math.round(tookMs));
      }
      await delay(5);
    }
    return longest;
  }

  #coreWaitMs(): number {
    const nsOf = (pid: number): number =>
      Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[1]);
    return (nsOf(this.#enginePid) + nsOf(process.pid)) / 1e6;
  }

  close(): void {
    this.#socket.terminate();
  }
}

function residentMib(pid: number): number {
  writeFileSync(`/proc/${pid}/clear_refs`, '5'); // the peak is counted from here on
  return statusMib(pid, 'VmRSS');
}

function peakMib(pid: number): number {
  return statusMib(pid, 'VmHWM');
}

function statusMib(pid: number, field: string): number {
  const [, kib] = ensure(
    new RegExp(`^${field}:\\s*(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')),
    field,
  );
  return Number(kib) / 1_024;
}
