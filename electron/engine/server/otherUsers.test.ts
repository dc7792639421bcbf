import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Engine } from '../engine.ts';
import { AS_ROOT, OTHER_UID, runAsOther } from '../testing/otherUser.ts';
import { EngineServer } from './server.ts';

/** A second user of the machine, who has got hold of the token. */
let engine: Engine;
let server: EngineServer;
const strangers: number[] = [];

beforeAll(async () => {
  engine = new Engine();
  const page = { contentType: 'text/html; charset=utf-8', bytes: Buffer.from('<!doctype html>') };
  server = await EngineServer.start({
    engine,
    port: 0,
    pageFiles: new Map([['', page]]),
    onStranger: (uid) => strangers.push(uid),
  });
});
afterAll(async () => {
  await server.close();
  await engine.close();
});

/** Prints the status of the answer, or the code of the error. */
const GET = `
  require('node:http').get(process.argv[1], ({ statusCode }) => { console.log(statusCode); process.exit(); })
    .on('error', ({ code }) => console.log(code));`;

/** Prints the first bytes that come. */
const UPGRADE = `
  const { port, pathname } = new URL(process.argv[1]);
  const socket = require('node:net').connect(port, '127.0.0.1', () => socket.write([
    'GET ' + pathname + 'rpc HTTP/1.1', 'Host: 127.0.0.1:' + port, 'Connection: Upgrade', 'Upgrade: websocket',
    'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: ' + Buffer.alloc(16).toString('base64'), '', '',
  ].join('\\r\\n')));
  socket.on('data', (bytes) => { console.log(String(bytes).split('\\r\\n')[0]); process.exit(); });
  socket.on('error', () => {}).on('close', () => console.log('closed'));`;

describe.skipIf(AS_ROOT !== '')(`another user of the machine who knows the token${AS_ROOT}`, () => {
  it('gets no page, while its own user does', async () => {
    expect(await runAsOther(GET, [server.url])).toMatch(/^(ECONNRESET|EPIPE)$/);
    const status = await new Promise((resolve) =>
      request(server.url, (response) => resolve(response.resume().statusCode)).end(),
    );
    expect(status).toBe(200);
  });

  it('gets no WebSocket', async () => expect(await runAsOther(UPGRADE, [server.url])).toBe('closed'));

  it('is told of once', () => expect(strangers).toEqual([OTHER_UID]));
});
