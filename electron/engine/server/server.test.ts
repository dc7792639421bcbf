import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { SluiceError } from '../../../shared/base/errors.ts';
import type { EventConsumer } from '../../../shared/ipc/engineClient.ts';
import { createRpcClient } from '../../../shared/ipc/rpc.ts';
import type { EngineError, EngineUpdate, SessionPhase } from '../../../shared/ipc/engineApi.ts';
import type { Engine } from '../engine.ts';
import { KeptRecordings } from '../recordings/keptRecordings.ts';
import { readPageFiles } from './pageFiles.ts';
import { EngineServer } from './server.ts';
import type { Session } from '../session/session.ts';
import { waitUntil } from '../testing/javaFixture.ts';

/** Just enough of a session to be watched, read, stopped and detached. */
class FakeSession {
  phase: SessionPhase = 'recording';
  lostReader = false;
  reader: EventConsumer | null = null;
  over: Promise<void>;
  end: () => void = () => {};
  constructor() {
    this.over = new Promise((resolve) => (this.end = resolve));
  }
  get hasReader(): boolean {
    return this.reader !== null;
  }
  hasPage(): boolean {
    return this.hasReader;
  }
  addPage(reader: EventConsumer): void {
    this.lostReader = false;
    this.reader = reader;
  }
  removePage(): void {
    this.lostReader = true;
    this.reader = null;
  }
  drained(): Promise<void> {
    return this.over;
  }
  stopUnwatched(): void {
    this.phase = 'attached';
  }
  detach(): Promise<void> {
    this.phase = 'detached';
    this.end();
    return Promise.resolve();
  }
}

class FakeEngine {
  readonly kept = new KeptRecordings(join(folder, 'recent'));
  readonly sessionA = new FakeSession();
  listener: (update: EngineUpdate) => void = () => {};
  subscribe(listener: (update: EngineUpdate) => void): () => void {
    this.listener = listener;
    return () => {};
  }
  catchUp(): EngineUpdate[] {
    return [{ kind: 'methods', sessionId: 'a', methods: [] }];
  }
  session(id: string): Session {
    if (id !== 'a') throw new SluiceError('not-found', 'no such session');
    return this.sessionA as unknown as Session;
  }
  listJvms(): Promise<readonly never[]> {
    return Promise.resolve([]);
  }
  attach(pid: number): Promise<never> {
    return Promise.reject(new SluiceError('not-found', `There is no process ${pid}.`, 'Look again.'));
  }
  /** pid -> ends its sampling */
  readonly samplings = new Map<number, () => void>();
  sample(pid: number): Promise<string> {
    return new Promise((resolve) => this.samplings.set(pid, () => resolve('id')));
  }
  cancelSampling(pid: number): Promise<void> {
    this.samplings.get(pid)?.();
    this.samplings.delete(pid);
    return Promise.resolve();
  }
  /** As a status update of the session would. */
  announce(): void {
    this.listener({ kind: 'status', status: { sessionId: 'a' } } as unknown as EngineUpdate);
  }
}

const RELOAD_MS = 60;
const GRACE_MS = 200;
let folder = '';
let engine: FakeEngine;
let server: EngineServer;
let port = 0;
let token = '';

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-test-'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'index.js'), 'let page;');
  writeFileSync(join(folder, 'secret.txt'), 'not a file of the page');
  engine = new FakeEngine();
  server = await EngineServer.start({
    engine: engine as unknown as Engine,
    port: 0,
    pageFiles: readPageFiles(folder),
    graceMs: GRACE_MS,
    reloadMs: RELOAD_MS,
  });
  port = Number(new URL(server.url).port);
  token = new URL(server.url).pathname.slice(1, -1);
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

function ask(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  content = '',
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const question = request(
      { host: '127.0.0.1', port, path, method, headers, setHost: true },
      (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => (body += chunk.toString()));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
      },
    );
    question.on('error', reject);
    question.end(content);
  });
}

describe('the page', () => {
  it('is served with its files, and with headers that keep it to itself', async () => {
    const page = await ask(`/${token}/`);
    expect(page).toMatchObject({ status: 200, body: '<!doctype html>' });
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
    expect(page.headers['x-content-type-options']).toBe('nosniff');
    expect(page.headers['referrer-policy']).toBe('no-referrer');
    expect(page.headers['access-control-allow-origin']).toBeUndefined();
    expect(await ask(`/${token}/index.js`)).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/javascript; charset=utf-8' },
    });
  });

  it.each([
    'secret.txt',
    '../secret.txt',
    '%2e%2e/secret.txt',
    '..%2fsecret.txt',
    'index.html/../secret.txt',
    '/etc/passwd',
    'sessions/b/events/1',
    'sessions/../../x/events/1',
    'sessions/a/events/1?x=1',
  ])('has nothing at %s', async (path) => {
    expect((await ask(`/${token}/${path}`)).status).toBeGreaterThanOrEqual(400);
  });
});

it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'])('%s is not allowed', async (method) => {
  const reply = await ask(`/${token}/`, {}, method);
  expect(reply.status).toBe(405);
  expect(reply.headers['allow']).toBe('GET');
});

describe('commands', () => {
  it('go by WebSocket, after what the client has missed', async () => {
    const updates: EngineUpdate[] = [];
    const socket = new WebSocket(`ws://127.0.0.1:${port}/${token}/rpc`);
    const client = createRpcClient(
      (text) => socket.send(text),
      (update) => updates.push(update),
    );
    socket.on('message', (data) => client.receive((data as Buffer).toString()));
    await new Promise((resolve) => socket.once('open', resolve));
    expect(await client.engine.listJvms()).toEqual([]);
    await expect(client.engine.attach(7)).rejects.toMatchObject({
      code: 'not-found',
      message: 'There is no process 7.',
      remedy: 'Look again.',
    });
    expect(updates).toEqual([{ kind: 'methods', sessionId: 'a', methods: [] }]);
    socket.terminate();
  });

  it('that sample a JVM end with the connection that asked, and no others', async () => {
    const open = async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/${token}/rpc`);
      await new Promise((resolve) => socket.once('open', resolve));
      const client = createRpcClient(
        (text) => socket.send(text),
        () => {},
      );
      return { socket, engine: client.engine };
    };
    const [page, other] = [await open(), await open()];
    for (const pid of [1, 2]) void page.engine.sample(pid, 1_000);
    void other.engine.sample(3, 1_000);
    await waitUntil(() => engine.samplings.size === 3, 'three samplings');
    engine.samplings.get(2)?.(); // by itself
    page.socket.terminate();
    await waitUntil(() => !engine.samplings.has(1), 'the end of what the page asked for');
    expect([...engine.samplings.keys()]).toEqual([2, 3]);
    other.socket.terminate();
    await waitUntil(() => !engine.samplings.has(3), 'the end of what the other asked for');
    expect(engine.samplings.has(2)).toBe(true);
  });

  it.each([
    ['a binary message', Buffer.from([1]), 1003],
    ['a message that is too long', 'x'.repeat((1 << 20) + 1), 1009],
  ])('end with %s', async (_, message, code) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/${token}/rpc`);
    socket.on('error', () => {});
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    socket.once('open', () => socket.send(message));
    expect(await closed).toBe(code);
  });

  it('text that is no question is answered with an error', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/${token}/rpc`);
    const answers: string[] = [];
    socket.on('message', (data) => answers.push((data as Buffer).toString()));
    socket.once('open', () => {
      socket.send('{"id":3,"method":"close","params":[]}');
      for (const text of ['nonsense', '', 'null', '3', '"attach"', '[]', '{}', '{"method":"attach"}'])
        socket.send(text);
    });
    await waitUntil(() => answers.length === 10, 'nine answers and the update');
    const errors = answers.slice(1).map((text) => JSON.parse(text) as { id: number; error: EngineError });
    expect(errors.map(({ id }) => id)).toEqual([3, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(errors.map(({ error }) => error.code)).toEqual(Array.from({ length: 9 }, () => 'protocol'));
    socket.terminate();
  });
});

describe('the copy of a recording', () => {
  const FACTS = {
    ...{ name: 'a.sluice', mainClass: 'demo.A', startedAtMs: 1, roots: ['demo.A::b'] },
    ...{ fileBytes: 4, isSaved: true },
  };

  it('is taken once, as long as it was announced, and given by its id', async () => {
    const id = engine.kept.announce(FACTS);
    const path = `/${token}/kept/${id}`;
    expect(await ask(path)).toMatchObject({ status: 404 });
    expect(await ask(path, {}, 'PUT', 'copy')).toMatchObject({ status: 204 });
    expect(await ask(path)).toMatchObject({ status: 200, body: 'copy' });
    expect(await ask(path, {}, 'PUT', 'else')).toMatchObject({ status: 404 });
    expect(await ask(path)).toMatchObject({ status: 200, body: 'copy' });
    const other = `/${token}/kept/${engine.kept.announce({ ...FACTS, name: 'b.sluice' })}`;
    expect(await ask(other, {}, 'PUT', 'cut')).toMatchObject({ status: 400 });
    expect(await engine.kept.list()).toEqual([{ ...FACTS, id, title: '', note: '' }]);
  });

  it('is neither taken nor given without the token, for another page, or by another id', async () => {
    const id = engine.kept.announce(FACTS);
    for (const method of ['GET', 'PUT']) {
      expect(await ask(`/x/kept/${id}`, {}, method)).toMatchObject({ status: 403 });
      expect(await ask(`/${token}/kept/${id}`, { Origin: 'http://evil.example' }, method)).toMatchObject({
        status: 403,
      });
      expect(await ask(`/${token}/kept/${'0'.repeat(32)}`, {}, method)).toMatchObject({ status: 404 });
      for (const wrong of ['..%2f..%2fsecret.txt', '../secret.txt', `${id}0`, `${id}/../x`]) {
        const { status } = await ask(`/${token}/kept/${wrong}`, {}, method);
        expect(status).toBe(method === 'GET' ? 404 : 405);
      }
    }
    expect(await engine.kept.list()).toEqual([]);
  });
});

describe('events', () => {
  it('come as bytes until the session is over; a second reader of the same name is refused', async () => {
    const body = ask(`/${token}/sessions/a/events/1`);
    await waitUntil(() => engine.sessionA.hasReader, 'the reader');
    expect((await ask(`/${token}/sessions/a/events/1`)).status).toBe(409);
    const bytes = new TextEncoder().encode('some blocks');
    await engine.sessionA.reader?.(bytes);
    bytes.fill(0); // they have been taken
    engine.sessionA.end();
    expect((await body).body).toBe('some blocks');
  });

  it('hold the pump back while the reader does not read', async () => {
    const question = request({ host: '127.0.0.1', port, path: `/${token}/sessions/a/events/1` });
    question.on('error', () => {});
    question.end();
    question.on('response', (response) => response.pause());
    await waitUntil(() => engine.sessionA.hasReader, 'the reader');
    const reader = engine.sessionA.reader!;
    let taken = 0;
    let failed = '';
    const pump = (async () => {
      for (let i = 0; i < 64; i++) {
        await reader(new Uint8Array(1 << 20));
        taken++;
      }
    })().catch((error: Error) => (failed = error.message));
    await waitUntil(() => taken > 0, 'the first bytes');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(taken).toBeLessThan(32);
    question.destroy();
    await pump;
    expect(failed).toContain('hung up');
  });
});

describe('a session that nobody looks at', () => {
  const openReader = async () => {
    const question = request({ host: '127.0.0.1', port, path: `/${token}/sessions/a/events/1` });
    question.on('error', () => {});
    question.on('response', (response) => response.on('error', () => {}));
    question.end();
    await waitUntil(() => engine.sessionA.hasReader, 'the reader');
    return question;
  };

  it('is stopped soon and detached after the grace', async () => {
    engine.announce();
    const reader = await openReader();
    reader.destroy();
    await waitUntil(() => engine.sessionA.phase === 'attached', 'the stop');
    await waitUntil(() => engine.sessionA.phase === 'detached', 'the detach');
  });

  it('is kept when a reader comes back in time', async () => {
    engine.announce();
    (await openReader()).destroy();
    await waitUntil(() => engine.sessionA.phase === 'attached', 'the stop');
    const second = await openReader();
    await new Promise((resolve) => setTimeout(resolve, 2 * GRACE_MS));
    expect(engine.sessionA.phase).toBe('attached');
    second.destroy();
  });

  it('goes on recording when a page that is loaded anew reads again', async () => {
    engine.announce();
    (await openReader()).destroy();
    await waitUntil(() => !engine.sessionA.hasReader, 'the end of the first page');
    const second = await openReader();
    await new Promise((resolve) => setTimeout(resolve, 2 * (RELOAD_MS + GRACE_MS)));
    expect(engine.sessionA.phase).toBe('recording');
    second.destroy();
  });

  it('is detached when its client leaves before it ever reads', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/${token}/rpc`);
    await new Promise((resolve) => socket.once('open', resolve));
    engine.announce();
    await new Promise((resolve) => setTimeout(resolve, 2 * GRACE_MS));
    expect(engine.sessionA.phase).toBe('recording');
    socket.terminate();
    await waitUntil(() => engine.sessionA.phase === 'detached', 'the detach');
  });
});
