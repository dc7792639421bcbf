import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, Socket, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { seededRandom } from '../../../shared/testing/arbitraryEvents.ts';
import { concat, cut } from '../../../shared/testing/chunks.ts';
import { encodeMessage } from '../../../shared/wire/controlCodec.ts';
import { PacketSocket } from './packetSocket.ts';

it('takes packets in their order, however many pieces of the stream come in one turn', async () => {
  const random = seededRandom(7);
  const ids = Array.from({ length: 3_000 }, (_, i) => i + 1);
  const stream = concat(
    ...ids.map((id) => encodeMessage(id, { kind: 'failed', code: 1, message: 'x'.repeat(random() * 200) })),
  );
  const pieces = cut(
    stream,
    Array.from({ length: 997 }, () => 1 + Math.floor(random() * 900)),
  );
  const socket = new Socket();
  const packets = new PacketSocket(socket);
  const taken: number[] = [];
  await new Promise<void>((resolve, reject) => {
    packets.setReceiver({
      packet: (id) => {
        taken.push(id);
        if (id === ids.length) resolve();
      },
      closed: (cause) => reject(cause ?? new Error('closed')),
    });
    for (const piece of pieces) socket.emit('data', Buffer.from(piece));
  });
  expect(taken).toEqual(ids);
  packets.close();
});

it.each(['a Unix socket', 'TCP'])(
  'takes the last words of a JVM that has ended while packets were on their way to it, by %s',
  async (kind) => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-packets-'));
    const server = createServer();
    server.listen(kind === 'TCP' ? { port: 0, host: '127.0.0.1' } : join(folder, 'socket'));
    await once(server, 'listening');
    const address = server.address();
    const jvm =
      typeof address === 'string' ? connect(address) : connect((address as AddressInfo).port, '127.0.0.1');
    const [socket] = (await once(server, 'connection')) as [Socket];
    const packets = new PacketSocket(socket);
    packets.clearReceiver(); // it is busy: nothing is read meanwhile
    packets.send(1, { kind: 'ping' });
    await once(jvm, 'readable'); // and is not read, as by a JVM that ends
    const lastWords = encodeMessage(0, { kind: 'failed', code: 1, message: 'the last words' });
    await new Promise((resolve) => jvm.write(lastWords, resolve));
    jvm.destroy();
    await once(jvm, 'close');
    for (let i = 0; i < 20; i++) {
      packets.send(2 + i, { kind: 'ping' });
      await nextTurn();
      await nextTurn();
    }
    const taken: unknown[] = [];
    await new Promise<void>((resolve) => {
      packets.setReceiver({ packet: (_, message) => taken.push(message), closed: () => resolve() });
    });
    expect(taken).toMatchObject([{ kind: 'failed', message: 'the last words' }]);
    server.close();
    rmSync(folder, { recursive: true });
  },
);
