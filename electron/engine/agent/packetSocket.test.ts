import { Socket } from 'node:net';
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
