import type { EngineApi } from '../../shared/ipc/engineApi.ts';
import type { EngineClient } from '../../shared/ipc/engineClient.ts';
import { createRemoteEngine, type EnginePipe } from '../../shared/ipc/remoteEngine.ts';
import { readEventStream } from '../worker/eventStream.ts';
import type { IdleTracker } from './idle.ts';

export interface ConnectionEvents {
  onOpen(): void;
  /** The engine is gone; it cannot come back under the same token, so nothing is tried again. */
  onLost(): void;
}

/**
 * The engine by the WebSocket `rpc` beside the page. Questions asked before the socket is open wait for it.
 * @param pageUrl the page's own address, http://127.0.0.1:PORT/<token>/
 */
export function connectEngine(pageUrl: string, idle: IdleTracker, events: ConnectionEvents): EngineClient {
  const url = new URL('rpc', pageUrl);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.hash = '';
  const socket = new WebSocket(url);
  const waiting: string[] = [];
  let lost = false;

  const client = createRemoteEngine({
    send: (text) => {
      if (socket.readyState === WebSocket.CONNECTING) waiting.push(text);
      else if (socket.readyState === WebSocket.OPEN) socket.send(text);
      else queueMicrotask(() => client.close(LOST));
    },
    readStream,
    reader: readerName(),
  });

  const lose = (): void => {
    if (lost) return;
    lost = true;
    client.close(LOST);
    events.onLost();
  };
  socket.addEventListener('open', () => {
    for (const text of waiting.splice(0)) socket.send(text);
    events.onOpen();
  });
  socket.addEventListener('message', (message: MessageEvent<string>) => client.receive(message.data));
  socket.addEventListener('close', lose);
  return countQuestions(client.engine, idle);
}

/** Of a page without one: whatever is asked is refused. */
export function noEngine(): EngineClient {
  const client = createRemoteEngine({
    send: () => queueMicrotask(() => client.close('This page has no engine.')),
    readStream,
    reader: 'nobody',
  });
  return client.engine;
}

const LOST = 'The engine is gone.';

/** Of its own for each connection. */
function readerName(): string {
  return crypto.randomUUID().replaceAll('-', '');
}

const readStream: EnginePipe['readStream'] = (path, onPiece) => {
  const reading = new AbortController();
  const ended = readEventStream(path, reading.signal, onPiece);
  return { ended, cancel: () => reading.abort() };
};

/** The same engine, with every open question known to the idle tracker. */
function countQuestions(
  { subscribe, setReader, over, pieces, ...questions }: EngineClient,
  idle: IdleTracker,
): EngineClient {
  const counted = Object.entries(questions).map(([name, ask]) => [
    name,
    (...params: never[]) => idle.track((ask as (...params: never[]) => Promise<unknown>)(...params)),
  ]);
  return { ...(Object.fromEntries(counted) as EngineApi), subscribe, setReader, over, pieces };
}
