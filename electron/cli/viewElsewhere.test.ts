// @module-tag slow
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createRpcClient } from '../../shared/ipc/rpc.ts';
import { hostIn } from '../../shared/ipc/pageAddress.ts';
import { waitUntil } from '../engine/testing/javaFixture.ts';
import { main } from './main.ts';
import { sluice } from './testing/commandLine.ts';

/** The page of an engine elsewhere: its files are of here, and what it asks goes there. */

let home = '';
let on = '';
let url = '';
let ended: Promise<number>;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'sluice-test-'));
  on = `exec:env HOME=${home} XDG_CACHE_HOME= XDG_STATE_HOME=${home} sh`;
  let said = '';
  ended = main(['--on', on, 'view', '--no-open'], {
    data: async (text) => (said += text) !== '',
    talk: () => {},
    progress: () => {},
    readLines: () => null,
  });
  await waitUntil(() => said !== '', 'the window');
  // Where stdout is a file, the address is in another one that only the user may read.
  const [, place] = /^The address of Sluice is in (\S+),/.exec(said) ?? [];
  const text = place === undefined ? said : readFileSync(place, 'utf8');
  url = /http:[^\s"]+\/#[^\s"]+/.exec(text)?.[0] ?? text;
});
afterAll(async () => {
  process.emit('SIGINT');
  await ended;
  rmSync(home, { recursive: true, force: true });
});

const page = (path: string, options: RequestInit = {}): Promise<Response> =>
  fetch(new URL(path, url), options);

it('the page is of here and says where its engine is', async () => {
  expect(await (await page('')).text()).toContain('<title>Sluice');
  expect(hostIn(new URL(url).hash)).toBe(on);
});

it('a question is answered there', async () => {
  const socket = new WebSocket(new URL('rpc', url.replace(/^http/, 'ws').replace(/#.*/, '')));
  const { engine, receive } = createRpcClient(
    (text) => socket.send(text),
    () => {},
  );
  socket.on('message', (data) => receive((data as Buffer).toString('utf8')));
  await new Promise((resolve) => socket.once('open', resolve));
  expect(await engine.diagnostics()).toContain('Node');
  const facts = {
    name: 'a.sluice',
    mainClass: 'A',
    startedAtMs: 1,
    roots: ['A::a'],
    fileBytes: 3,
    isSaved: true,
  };
  const id = await engine.keepRecording(facts);
  expect((await page(`kept/${id}`, { method: 'PUT', body: 'abc' })).status).toBe(204);
  expect(await (await page(`kept/${id}`)).text()).toBe('abc');
  expect((await engine.keptRecordings()).map(({ name }) => name)).toEqual(['a.sluice']);
  const { status } = await engine.attachDemo(); // it was sent too
  expect(status).toMatchObject({ phase: 'attached', target: { mainClass: 'Demo' } });
  await engine.detach(status.sessionId);
  socket.terminate();
});

it('what is not there, and who has no token, is refused as by an engine here', async () => {
  const unknown = randomBytes(16).toString('hex');
  expect((await page(`samples/${unknown}`)).status).toBe(404);
  expect((await page('nothing')).status).toBe(404);
  expect((await page('', { method: 'POST' })).status).toBe(405);
  expect((await fetch(`${new URL(url).origin}/${unknown}/rpc`)).status).toBe(403);
  expect((await page('rpc', { headers: { Origin: 'http://evil.example' } })).status).toBe(403);
});

it('a served engine has a window already', async () => {
  const { code, err } = await sluice('--engine', new URL(url).href.replace(/#.*/, ''), 'view', '--no-open');
  expect(code).toBe(2);
  expect(err).toContain('an engine that is served has a window of its own');
});
