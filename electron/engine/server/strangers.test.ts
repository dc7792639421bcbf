import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { Engine } from '../engine.ts';
import { EngineServer } from './server.ts';

/** The whole server, as it runs, under everything that a browser elsewhere may be made to send. */
let engine: Engine;
let server: EngineServer;
let port = 0;
let token = '';

beforeAll(async () => {
  engine = new Engine();
  const page = { contentType: 'text/html; charset=utf-8', bytes: Buffer.from('<!doctype html>') };
  server = await EngineServer.start({
    engine,
    port: 0,
    pageFiles: new Map([
      ['', page],
      ['index.js', page],
    ]),
  });
  const url = new URL(server.url);
  port = Number(url.port);
  token = url.pathname.slice(1, -1);
});
afterAll(async () => {
  await server.close();
  await engine.close();
});

const ID = '0'.repeat(32);
/** Every route that the server knows, and some that it does not. */
const ROUTES: readonly { method: string; path: string }[] = [
  { method: 'GET', path: '' },
  { method: 'GET', path: 'index.js' },
  { method: 'GET', path: 'rpc' },
  { method: 'GET', path: `sessions/${ID}/events/1` },
  { method: 'GET', path: `kept/${ID}` },
  { method: 'PUT', path: `kept/${ID}` },
  { method: 'GET', path: 'elsewhere' },
];

function statusOf(method: string, path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const question = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    question.on('error', reject);
    question.end();
  });
}

/** "open", or the status of the refused upgrade. */
function upgrade(path: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
    socket.on('open', () => {
      resolve('open');
      socket.terminate();
    });
    socket.on('unexpected-response', (_, response) => resolve(String(response.statusCode)));
    socket.on('error', reject);
  });
}

/** Other spellings of this machine, names that resolve to it (DNS rebinding), and what is no port; PORT is the server's. */
const HOSTS = [
  ...[
    'localhost6:PORT',
    'localhost.:PORT',
    'LOCALHOST:PORT',
    'localhost.localdomain:PORT',
    'ip6-localhost:PORT',
  ],
  ...['0x7f.1:PORT', '0x7f000001:PORT', '0177.0.0.1:PORT', '017700000001:PORT', '127.1:PORT', '127.0.1:PORT'],
  ...[
    '2130706433:PORT',
    '127.0.0.2:PORT',
    '127.0.0.1.:PORT',
    '127.000.000.001:PORT',
    '0.0.0.0:PORT',
    '0:PORT',
  ],
  ...[
    '[::]:PORT',
    '[::ffff:127.0.0.1]:PORT',
    '[::ffff:7f00:1]:PORT',
    '[0:0:0:0:0:0:0:1]:PORT',
    '[::1%25lo]:PORT',
    '::1:PORT',
  ],
  ...[
    '127.0.0.1.nip.io:PORT',
    'localtest.me:PORT',
    '7f000001.rbndr.us:PORT',
    'evil.example:PORT',
    'evil.example',
  ],
  ...[
    '127.0.0.1@evil.example:PORT',
    'evil.example#127.0.0.1:PORT',
    'evil.example/127.0.0.1:PORT',
    '127.0.0.1:PORT.evil.example',
  ],
  ...[
    '127.0.0.1',
    'localhost',
    '[::1]',
    '127.0.0.1:0',
    '127.0.0.1:0PORT',
    '127.0.0.1:PORT0',
    '127.0.0.1:',
    '127.0.0.1:PORT:PORT',
  ],
  ...[
    '127.0.0.1:PORT, evil.example',
    'evil.example, 127.0.0.1:PORT',
    'null',
    '*',
    '10.0.0.1:PORT',
    '192.168.0.1:PORT',
  ],
];
const ORIGINS = [
  ...[
    'null',
    '',
    '*',
    'http://evil.example',
    'https://evil.example',
    'http://evil.example:PORT',
    'file://',
    'data:',
  ],
  ...[
    'https://127.0.0.1:PORT',
    'http://127.0.0.1',
    'http://127.0.0.1:80',
    'http://127.0.0.1:1',
    'http://localhost:PORT',
  ],
  ...[
    'http://[::1]:PORT',
    'HTTP://127.0.0.1:PORT',
    'http://127.0.0.1:PORT/',
    'http://127.0.0.1:PORT.evil.example',
  ],
  ...[
    'http://127.0.0.1:PORT@evil.example',
    'http://127.0.0.1:PORT, http://evil.example',
    'ws://127.0.0.1:PORT',
  ],
  ...[
    'chrome-extension://abc',
    'moz-extension://abc',
    'app://sluice',
    'about:blank',
    'http://127.0.0.1.nip.io:PORT',
  ],
];
const withPort = (text: string): string => text.replaceAll('PORT', String(port));

it('is tried with more than 60 foreign hosts and origins', () => {
  expect(new Set([...HOSTS, ...ORIGINS]).size).toBeGreaterThanOrEqual(60);
});

describe('with the right token', () => {
  it.each(HOSTS)('Host "%s" gets nothing on any route', async (name) => {
    const host = withPort(name);
    for (const { method, path } of ROUTES)
      expect(await statusOf(method, `/${token}/${path}`, { Host: host }), `${method} ${path}`).toBe(421);
    expect(await upgrade(`/${token}/rpc`, { Host: host })).toBe('421');
  });

  it.each(ORIGINS)('Origin "%s" gets nothing on any route', async (name) => {
    const headers = { Host: `127.0.0.1:${port}`, Origin: withPort(name) };
    for (const { method, path } of ROUTES)
      expect(await statusOf(method, `/${token}/${path}`, headers), `${method} ${path}`).toBe(403);
    expect(await upgrade(`/${token}/rpc`, headers)).toBe('403');
  });

  it('two Host lines, or none, get nothing', async () => {
    const get = `GET /${token}/ HTTP/1.1\r\n`;
    for (const hosts of [`Host: 127.0.0.1:${port}\r\nHost: evil.example\r\n`, 'Host: \r\n', '']) {
      expect(await spoken(`${get}${hosts}Connection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 4\d\d /);
    }
    expect(await spoken(`GET /${token}/ HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 421 /);
  });

  it.each(['127.0.0.1', 'localhost', '[::1]'])('the server is there for its own page at %s', async (name) => {
    const host = `${name}:${port}`;
    expect(await statusOf('GET', `/${token}/`, { Host: host })).toBe(200);
    expect(await upgrade(`/${token}/rpc`, { Host: host, Origin: `http://${host}` })).toBe('open');
  });

  it.each(['127.0.0.1', 'localhost', '[::1]'])(
    'the server is there for its own page behind a tunnel from another port of %s, and for no other page',
    async (name) => {
      const host = `${name}:${port - 1}`;
      expect(await statusOf('GET', `/${token}/`, { Host: host })).toBe(200);
      expect(await upgrade(`/${token}/rpc`, { Host: host, Origin: `http://${host}` })).toBe('open');
      expect(await upgrade(`/${token}/rpc`, { Host: host, Origin: `http://${name}:${port}` })).toBe('403');
      expect(await upgrade(`/${token}/rpc`, { Host: `${name}:${port}`, Origin: `http://${host}` })).toBe(
        '403',
      );
    },
  );
});

describe('without the token', () => {
  const wrong = (): string[] => [
    ...['', 'x', '0'.repeat(64), token.slice(1), `${token}0`, token.toUpperCase().replace(/^\d/, 'A')],
    ...[
      `%${token.charCodeAt(0).toString(16)}${token.slice(1)}`,
      `./${token}`,
      `x/../${token}`,
      `${token}%00`,
    ],
  ];

  it('every route is closed, for whatever stands in its place', async () => {
    for (const guess of wrong()) {
      for (const { method, path } of ROUTES)
        expect(await statusOf(method, `/${guess}/${path}`, {}), `${method} /${guess}/${path}`).toBe(403);
      if (!guess.includes('.')) expect(await upgrade(`/${guess}/rpc`, {})).toBe('403'); // a client resolves ../
    }
    expect(await statusOf('GET', `/?token=${token}`, {})).toBe(403);
    expect(await statusOf('GET', '/', { Authorization: `Bearer ${token}`, Cookie: `token=${token}` })).toBe(
      403,
    );
  });
});

/** What the server answers to these very bytes. */
function spoken(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}
