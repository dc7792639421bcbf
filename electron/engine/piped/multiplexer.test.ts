import { PassThrough, Transform, type Duplex } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { seededRandom } from '../../../shared/testing/arbitraryEvents.ts';
import { WINDOW_BYTES } from './channel.ts';
import { frameHeader } from './frames.ts';
import { Multiplexer } from './multiplexer.ts';

/** Two ends of two pipes; `there` takes the channels that `here` opens. */
function pair(pipe: () => Duplex = () => new PassThrough()): {
  readonly here: Multiplexer;
  readonly there: Multiplexer;
  readonly taken: Duplex[];
  readonly toThere: Duplex;
  readonly toHere: Duplex;
} {
  const [toThere, toHere] = [pipe(), pipe()];
  const taken: Duplex[] = [];
  const there = new Multiplexer(toThere, toHere, (channel) => void taken.push(channel));
  return { here: new Multiplexer(toHere, toThere), there, taken, toThere, toHere };
}

/** All that comes; the other way stays open. */
function textOf(channel: Duplex): Promise<string> {
  const pieces: Buffer[] = [];
  channel.on('data', (piece: Buffer) => pieces.push(piece));
  return new Promise((resolve, reject) => {
    channel.once('end', () => resolve(Buffer.concat(pieces).toString('latin1')));
    channel.once('error', reject);
  });
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await turn();
}

/** A pipe that cuts what passes wherever it likes. */
function cuttingPipe(random: () => number): Duplex {
  return new Transform({
    transform(chunk: Buffer, _, done) {
      for (let at = 0; at < chunk.length;) {
        const end = at + 1 + Math.floor(random() ** 3 * 40_000);
        this.push(chunk.subarray(at, end));
        at = end;
      }
      done();
    },
  });
}

it.each([1, 2, 3, 4])(
  'each channel carries what was written on it, both ways, wherever the pipes cut: seed %d',
  async (seed) => {
    const random = seededRandom(seed);
    const { here, taken } = pair(() => cuttingPipe(random));
    const sent = Array.from({ length: 8 }, () => {
      const bytes = Buffer.alloc(Math.floor(random() ** 2 * 3 * WINDOW_BYTES));
      for (let i = 0; i < bytes.length; i += 7) bytes[i] = Math.floor(random() * 256);
      return bytes;
    });
    const answers = sent.map((bytes) => {
      const channel = here.open();
      channel.end(bytes);
      return textOf(channel);
    });
    await until(() => taken.length === sent.length);
    for (const channel of taken) channel.pipe(channel); // what comes goes back
    const received = await Promise.all(answers);
    expect(received.map((bytes, i) => bytes === sent[i].toString('latin1'))).toEqual(sent.map(() => true));
  },
);

it('a reader that takes nothing holds up its own writer, and no other channel', async () => {
  const { here, taken } = pair();
  const [held, free] = [here.open(), here.open()];
  let heldIsSent = false;
  held.write(Buffer.alloc(WINDOW_BYTES + 1), () => (heldIsSent = true));
  free.end('free');
  await until(() => taken.length === 2);
  expect(await textOf(taken[1])).toBe('free');
  expect([heldIsSent, taken[0].readableLength]).toEqual([false, WINDOW_BYTES]);
  taken[0].resume();
  await until(() => heldIsSent);
});

it('one way ends, and the other goes on', async () => {
  const { here, taken } = pair();
  const channel = here.open();
  channel.end('question');
  await until(() => taken.length === 1);
  expect(await textOf(taken[0])).toBe('question');
  taken[0].end('answer');
  expect(await textOf(channel)).toBe('answer');
});

it('a channel that one end gives up is closed at the other, and what is on its way is nobody’s', async () => {
  const { here, taken } = pair();
  const [given, kept] = [here.open(), here.open()];
  await until(() => taken.length === 2);
  given.destroy();
  taken[0].write('on its way');
  await until(() => taken[0].destroyed);
  kept.end('kept');
  expect(await textOf(taken[1])).toBe('kept');
});

it('all channels end with the pipe, and who opens one later hears so', async () => {
  const { here, there, taken, toThere } = pair();
  const channel = here.open();
  await until(() => taken.length === 1);
  toThere.destroy(new Error('read ECONNRESET'));
  expect(await there.closed).toBe('The connection broke: read ECONNRESET.');
  expect(await here.closed).toMatch(/^The connection/);
  expect([channel.destroyed, taken[0].destroyed, here.open().destroyed]).toEqual([true, true, true]);
});

it('an end that hears nothing any more closes, and one that only has nothing to say does not', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  try {
    let isCut = false;
    const link = (): Duplex =>
      new Transform({ transform: (chunk: Buffer, _, done) => (isCut ? done() : done(null, chunk)) });
    const { here, there } = pair(link);
    const channel = here.open();
    const why: string[] = [];
    for (const { closed } of [here, there]) void closed.then((reason) => why.push(reason));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(why).toEqual([]);
    isCut = true; // without a word to either end
    await vi.advanceTimersByTimeAsync(10_000);
    expect(why[0]).toBe('The connection is lost: nothing has come for 6 s.');
    await until(() => why.length === 2);
    expect(channel.destroyed).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

const open = frameHeader('open', 1, 0);
it.each([
  ['text of a login script', Buffer.from('Welcome to web-1!\n'), /no frame of Sluice/],
  ['a kind that there is not', Buffer.from([0, 0, 0, 0, 9, 1, 0, 0, 0]), /no frame of Sluice/],
  ['a payload that is too long', frameHeader('data', 1, 65_537), /no frame of Sluice/],
  [
    'a channel that is not open',
    Buffer.concat([frameHeader('data', 1, 1), Buffer.from('x')]),
    /channel 1, which is not open/,
  ],
  ['a channel out of turn', frameHeader('open', 7, 0), /opens channel 7, which it may not/],
  ['a channel twice', Buffer.concat([open, open]), /opens channel 1, which it may not/],
  [
    'data after its end',
    Buffer.concat([open, frameHeader('end', 1, 0), frameHeader('data', 1, 1), Buffer.from('x')]),
    /more than it may/,
  ],
  [
    'more than there is room for',
    Buffer.concat([
      open,
      ...Array.from({ length: 17 }, () =>
        Buffer.concat([frameHeader('data', 1, 65_536), Buffer.alloc(65_536)]),
      ),
    ]),
    /more than it may/,
  ],
  [
    'more channels than may be',
    Buffer.concat(Array.from({ length: 257 }, (_, i) => frameHeader('open', i + 1, 0))),
    /more than 256 channels/,
  ],
])('%s ends the pipe with a sentence', async (_, bytes, sentence) => {
  const { there, taken, toThere } = pair();
  toThere.write(bytes);
  expect(await there.closed).toMatch(sentence);
  expect(taken.every(({ destroyed }) => destroyed)).toBe(true);
});
