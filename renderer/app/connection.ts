import { createEngineClient } from '../../shared/ipc/rpc.ts';
import type { EngineApi, EngineUpdate } from '../../shared/ipc/engineApi.ts';
import type { IdleTracker } from './idle.ts';

export interface ConnectionEvents {
  onOpen(): void;
  onUpdate(update: EngineUpdate): void;
  /** The engine is gone; it cannot come back under the same token, so nothing is tried again. */
  onLost(): void;
}

/**
 * EngineApi over the WebSocket `rpc` beside the page. Questions asked before the socket is open wait for it.
 * @param pageUrl the page's own address, http://127.0.0.1:PORT/<token>/
 */
export function connectEngine(pageUrl: string, idle: IdleTracker, events: ConnectionEvents): EngineApi {
  const url = new URL('rpc', pageUrl);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.hash = '';
  const socket = new WebSocket(url);
  const waiting: string[] = [];
  let lost = false;

  const client = createEngineClient((text) => {
    if (socket.readyState === WebSocket.CONNECTING) waiting.push(text);
    else if (socket.readyState === WebSocket.OPEN) socket.send(text);
    else queueMicrotask(() => client.close(LOST));
  }, events.onUpdate);

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
export function noEngine(): EngineApi {
  const client = createEngineClient(
    () => queueMicrotask(() => client.close('This page has no engine.')),
    () => {},
  );
  return client.engine;
}

const LOST = 'The engine is gone.';

/** The same engine, with every open question known to the idle tracker. */
function countQuestions(engine: EngineApi, idle: IdleTracker): EngineApi {
  const counted = Object.entries(engine).map(([name, ask]) => [
    name,
    (...params: never[]) => idle.track((ask as (...params: never[]) => Promise<unknown>)(...params)),
  ]);
  return Object.fromEntries(counted) as EngineApi;
}
