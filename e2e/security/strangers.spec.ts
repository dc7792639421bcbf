import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { WebSocket } from 'ws';
import { ensure } from '../../shared/base/assert.ts';
import { waitUntil } from '../../electron/engine/testing/javaFixture.ts';
import { AS_ROOT, OTHER_UID, startAsOther } from '../../electron/engine/testing/otherUser.ts';
import { LineReader } from '../fixtures/lineReader.ts';

/** A second user of the machine, and an engine that may have few descriptors. */
const SERVER = fileURLToPath(new URL('../../dist/engine/serverMain.js', import.meta.url));
const DESCRIPTORS = 256;

/** 600 connections that say nothing, dialled anew as often as they are closed. */
const FLOOD = `
  const { connect } = require('node:net');
  let closed = 0;
  const dial = () => connect(process.argv[1], '127.0.0.1')
    .on('error', () => {})
    .on('close', () => { if (++closed === 600) console.log('600 closed'); dial(); });
  for (let i = 0; i < 600; i++) dial();`;

test('idle connections of another user take no descriptor, and none of the places of our own', async () => {
  test.skip(AS_ROOT !== '', 'only root can act as a second user');
  const server = spawn('sh', ['-c', `ulimit -n ${DESCRIPTORS} && exec "$0" "$@"`, process.execPath, SERVER], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const errors = new LineReader(ensure(server.stderr, 'stderr of the server'));
  const output = new LineReader(ensure(server.stdout, 'stdout of the server'));
  const [, url] = await output.waitFor(/^Sluice is at (\S+)/);
  const descriptors = (): number => readdirSync(`/proc/${server.pid}/fd`).length;
  const before = descriptors();
  const flood = startAsOther(FLOOD, [new URL(url).port]);
  try {
    await once(ensure(flood.stdout, 'stdout of the flood'), 'data');
    for (let i = 0; i < 20; i++) {
      expect(await upgradeOf(url)).toBe('open');
      expect((await fetch(url)).status).toBe(200);
      expect(descriptors()).toBeLessThan(before + 30);
    }
    await waitUntil(() => errors.text.includes(`user ${OTHER_UID} was refused`), 'a word about it');
    expect(errors.text.match(/refused/g)).toHaveLength(1);
  } finally {
    flood.kill();
    server.kill('SIGTERM');
    await once(server, 'close');
  }
});

function upgradeOf(url: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${url.replace('http:', 'ws:')}rpc`);
    socket.on('open', () => {
      socket.terminate();
      resolve('open');
    });
    socket.on('error', (error) => resolve(error.message));
  });
}
