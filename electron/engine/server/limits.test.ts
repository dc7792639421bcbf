// @module-tag slow
import { connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { EngineUpdate } from '../../../shared/ipc/engineApi.ts';
import { Engine } from '../engine.ts';
import { waitUntil } from '../testing/javaFixture.ts';
import { EngineServer } from './server.ts';

/** What one that knows the token can use up at most. */
let engine: Engine;
let server: EngineServer;
/** Tells the clients something. */
let emit: (update: EngineUpdate) => void;
let port = 0;
let path = '';
const sockets: WebSocket[] = [];

beforeEach(async () => {
  engine = new Engine();
  const subscribe = vi.spyOn(engine, 'subscribe');
  server = await EngineServer.start({ engine, port: 0, pageFiles: new Map() });
  emit = subscribe.mock.calls[0][0];
  const url = new URL(server.url);
  port = Number(url.port);
  path = url.pathname;
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  await server.close();
  await engine.close();
});

/** "open", or why not. */
function client(): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}rpc`);
    sockets.push(socket);
    socket.on('open', () => resolve('open'));
    socket.on('unexpected-response', (_, response) => resolve(String(response.statusCode)));
    socket.on('error', () => resolve('error'));
  });
}

it('there are at most 32 clients', async () => {
  for (let i = 0; i < 32; i++) expect(await client()).toBe('open');
  expect(await client()).toBe('503');
  sockets[0].close();
  await waitUntil(async () => (await client()) === 'open', 'the place of one that left');
});

it('of connections that have not shown the token there are at most 64', async () => {
  const strangers = Array.from({ length: 64 }, () => spoken(''));
  await waitUntil(() => strangers.every(({ isOpen }) => isOpen), 'the connections');
  expect(await client()).toBe('open'); // one of them made room for it
  strangers.push(...Array.from({ length: 36 }, () => spoken('')));
  const gone = (): number => strangers.filter(({ isClosed }) => isClosed).length;
  await waitUntil(() => gone() >= 36, 'room made', 5_000); // before they are given up
  expect(gone()).toBeLessThan(40);
});

it('of all connections there are at most 256', async () => {
  const all: Said[] = [];
  while (all.length < 288) {
    // The beginning of a second request keeps it from being closed as idle.
    const some = Array.from({ length: 32 }, () =>
      spoken(`GET ${path}nothing HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\nGET `),
    );
    await waitUntil(() => some.every(({ heard, isClosed }) => heard !== '' || isClosed), 'their answers');
    all.push(...some);
  }
  expect(all.map(({ heard }) => heard.includes(' 404 '))).toEqual(all.map((_, i) => i < 256));
});

it('a client has at most 64 open questions', async () => {
  await client();
  let code = 0;
  sockets[0].on('close', (reason) => (code = reason));
  for (let id = 1; id <= 200; id++)
    sockets[0].send(JSON.stringify({ id, method: 'keptRecordings', params: [] }));
  await waitUntil(() => code !== 0, 'the end of the connection');
  expect(code).toBe(1008);
});

it('a page that does not read its updates is cut off beyond 64 MiB of them, and no other', async () => {
  await client();
  await client();
  const heard = [0, 0];
  let code = 0;
  sockets.forEach((socket, i) => socket.on('message', () => heard[i]++));
  sockets[0].on('close', (reason) => (code = reason));
  const text = 'x'.repeat(1 << 20);
  const tell = async (updates: number): Promise<void> => {
    for (let i = 0; i < updates; i++) {
      emit({ kind: 'note', sessionId: 's', id: 'pageClosed', text });
      await turn();
    }
  };
  sockets[0].pause();
  await tell(60);
  expect(heard[0]).toBe(0);
  sockets[0].resume();
  await waitUntil(() => heard[0] === 60, 'what was kept for it');
  sockets[0].pause();
  await tell(100);
  sockets[0].resume();
  await waitUntil(() => code !== 0, 'the end of the connection');
  expect(code).toBe(1006);
  expect(heard[0]).toBeLessThan(130);
  await waitUntil(() => heard[1] === 160, 'the updates of the page that reads');
}, 60_000);

it('a question is refused that is nested without end, and by its answer the next one is answered', async () => {
  await client();
  const answers: string[] = [];
  sockets[0].on('message', (data) => answers.push((data as Buffer).toString()));
  const nested = '['.repeat(400_000) + ']'.repeat(400_000);
  sockets[0].send(`{"id":1,"method":"start","params":["x",${nested}]}`);
  sockets[0].send('{"id":2,"method":"keptRecordings","params":[]}');
  await waitUntil(() => answers.length === 2, 'two answers');
  expect(answers.map((text) => (JSON.parse(text) as { id: number }).id).sort()).toEqual([1, 2]);
  expect(answers.find((text) => text.startsWith('{"id":1,'))).toContain('"error"');
});

it('headers of more than 16 KiB are refused', async () => {
  const socket = spoken(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`,
  );
  await waitUntil(() => socket.isClosed, 'the end of the connection');
  expect(socket.heard).toMatch(/^HTTP\/1\.1 431 /);
});

it('requests whose headers or content never end are given up after 10 s', async () => {
  const startMs = performance.now();
  const host = `Host: 127.0.0.1:${port}\r\n`;
  const endless = {
    headers: spoken(`GET ${path} HTTP/1.1\r\n${host}X: `),
    content: spoken(`PUT ${path}kept/${'0'.repeat(32)} HTTP/1.1\r\n${host}Content-Length: 10\r\n\r\nx`),
  };
  for (const [what, socket] of Object.entries(endless))
    await waitUntil(() => socket.isClosed, `the end of the connection, ${what}`, 25_000);
  expect(performance.now() - startMs).toBeLessThan(20_000);
});

interface Said {
  readonly heard: string;
  readonly isOpen: boolean;
  readonly isClosed: boolean;
}

/** Says this, and listens until the other side hangs up. */
function spoken(text: string): Said {
  const said = { heard: '', isOpen: false, isClosed: false };
  const socket: Socket = connect(port, '127.0.0.1', () => {
    said.isOpen = true;
    socket.write(text);
  });
  socket.on('data', (chunk: Buffer) => (said.heard += chunk.toString()));
  socket.on('error', () => {});
  socket.on('close', () => (said.isClosed = true));
  return said;
}
