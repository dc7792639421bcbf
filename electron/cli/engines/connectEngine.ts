import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import { messageOf, SluiceError, UsageError } from '../../../shared/base/errors.ts';
import type { EngineClient, EventConsumer } from '../../../shared/ipc/engineClient.ts';
import { createRemoteEngine } from '../../../shared/ipc/remoteEngine.ts';
import type { StreamReading } from '../../../shared/ipc/streamPieces.ts';
import type { EngineElsewhere } from '../../engine/server/relayDoor.ts';

/** Of EngineServer: the token is its path. */
const ADDRESS = /http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d{1,5}\/[0-9a-f]{64}\//;
const REMEDY =
  'Start an engine with `npm start`, which prints its address, or the private file that it is in: sluice --engine FILE list';

export interface ConnectedEngine {
  readonly engine: EngineClient;
  /** Further connections to it, where they go by a pipe. */
  readonly elsewhere?: EngineElsewhere;
  /** Resolves when it has gone, where it was started for this connection. */
  close(): Promise<void>;
}

/**
 * Connects to an engine that is served on this machine.
 * @param place its address, or a file that holds it: in a command line others could read the token
 */
export async function connectEngine(place: string): Promise<ConnectedEngine> {
  return connectTo(addressIn(place), place);
}

/**
 * @param place as a person knows it
 * @param open opens connections to the server; undefined: by TCP to its address
 */
export async function connectTo(url: string, place: string, open?: () => Duplex): Promise<ConnectedEngine> {
  const options = open === undefined ? {} : { createConnection: open };
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}rpc`, options);
  const { engine, receive, close } = createRemoteEngine({
    reader: randomBytes(16).toString('hex'),
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
      else queueMicrotask(() => close('The engine is gone.'));
    },
    readStream: (path, onPiece) => readStream(`${url}${path}`, options, onPiece),
  });
  socket.on('message', (data) => receive((data as Buffer).toString('utf8'))); // ws hands over a Buffer
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', (error) =>
      reject(
        new SluiceError(
          'io',
          `No engine answers at the address that ${place} gives: ${error.message}.`,
          REMEDY,
        ),
      ),
    );
  });
  socket.on('error', () => {}); // its end follows
  socket.on('close', () => close('The engine is gone.'));
  return { engine, close: async () => socket.terminate() };
}

function addressIn(place: string): string {
  const text = /^https?:/.test(place) ? place : readAddressFile(place);
  const url = ADDRESS.exec(text)?.[0];
  if (url === undefined)
    throw new UsageError(`--engine ${place}: there is no address of an engine in it.`, REMEDY);
  return url;
}

function readAddressFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (thrown) {
    throw new UsageError(`--engine ${path}: it cannot be read: ${messageOf(thrown)}.`, REMEDY);
  }
}

/** A fetch would give up on a stream that is silent for five minutes. */
function readStream(
  url: string,
  options: { readonly createConnection?: () => Duplex },
  onPiece: EventConsumer,
): StreamReading {
  const request = get(url, options);
  request.on('error', () => {}); // before an answer it is what `once` throws, after it the answer is cut
  const read = async (): Promise<void> => {
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    if (response.statusCode !== 200) {
      throw new SluiceError(
        'io',
        `The engine does not have it: HTTP ${response.statusCode}.`,
        'Attach, or ask, again.',
      );
    }
    for await (const piece of response as AsyncIterable<Buffer>) {
      await onPiece(new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength));
    }
  };
  return { ended: read().finally(() => request.destroy()), cancel: () => request.destroy() };
}
