import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { ensure } from '../../../shared/base/assert.ts';
import { readProcStatus, readStartTicks } from '../jvms/procStatus.ts';
import { diagnose, loadAgent } from './attach.ts';
import type { AttachTarget } from './attachTarget.ts';
import { compiledMethods } from './compiledMethods.ts';

/** What a JVM may answer at most. This process plays one: it listens where its own attach socket would be. */
const CHUNK = Buffer.alloc(65_536, '1 1 1 a.B.c()V [x]\n');
const { nsPid, euid, egid } = ensure(readProcStatus(process.pid), 'own status');
const startTicks = ensure(readStartTicks(process.pid), 'own start');
const self: AttachTarget = { pid: process.pid, nsPid, euid, egid, startTicks };

let server: Server | null = null;
let sentBytes = 0;

afterEach(() => server?.close());

/** Answers each command with so many bytes, and no end if it is infinite. */
async function answering(bytes: number): Promise<void> {
  sentBytes = 0;
  const listening = createServer((socket) => {
    const send = (): void => {
      while (!socket.destroyed && sentBytes < bytes) {
        const chunk = CHUNK.subarray(0, Math.min(CHUNK.byteLength, bytes - sentBytes));
        sentBytes += chunk.byteLength;
        if (!socket.write(chunk)) return;
      }
      if (sentBytes >= bytes) socket.end();
    };
    socket.on('error', () => {});
    socket.on('drain', send);
    socket.once('data', send);
  });
  server = listening;
  const path = `/tmp/.java_pid${nsPid}`;
  rmSync(path, { force: true }); // of a JVM that had this id and was killed
  listening.listen(path);
  await once(listening, 'listening');
}

it('an answer of more than 64 KiB to an attach is refused', async () => {
  await answering(Infinity);
  await expect(loadAgent(self, '/a.jar', '')).rejects.toThrow('exceeds 65536 bytes');
});

it('a list is read up to its limit, to the byte', async () => {
  await answering(200_000);
  await expect(diagnose(self, 'list', 199_999)).rejects.toThrow('exceeds 199999 bytes');
  sentBytes = 0;
  expect(await diagnose(self, 'list', 200_000)).toBe(''); // as it does not begin with 0: no failure, and nothing told
});

it('a list of compiled methods that never ends is given up after 32 MiB, and is as none', async () => {
  await answering(Infinity);
  expect(await compiledMethods(self)).toEqual(new Set());
  expect(sentBytes).toBeGreaterThan(32 << 20);
  expect(sentBytes).toBeLessThan(40 << 20);
});
