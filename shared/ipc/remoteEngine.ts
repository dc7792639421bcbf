import { SluiceError, messageOf } from '../base/errors.ts';
import type { EngineApi, EngineUpdate, SessionStatus } from './engineApi.ts';
import { eventsPath, isOver, type EngineClient, type EventConsumer } from './engineClient.ts';
import { EngineGone } from './engineGone.ts';
import { createRpcClient } from './rpc.ts';
import { streamPieces, type StreamReading } from './streamPieces.ts';
import { StreamPosition } from './streamPosition.ts';

/** What a remote engine needs of the machine it is used from. */
export interface EnginePipe {
  /** Who reads, of letters and digits: of several readers of a session each has a name of his own. */
  readonly reader: string;
  /** Sends one message to the engine. */
  send(text: string): void;
  /** Begins to read a stream of the engine. @param path from the address of its server */
  readStream(path: string, onPiece: EventConsumer): StreamReading;
}

/** A client of an engine in another process, and the hands that its connection feeds. */
export interface RemoteEngine {
  readonly engine: EngineClient;
  /** Feed every message that arrives. */
  receive(text: string): void;
  /** The connection broke: every open question is rejected with EngineGone. */
  close(reason: string): void;
}

interface Reading {
  readonly position: StreamPosition;
  readonly cancel: () => void;
  /** Why it ended before the stream did. */
  failure: SluiceError | null;
}

/** The streams of sessions that are read. */
interface Readings {
  readonly setReader: EngineClient['setReader'];
  has(sessionId: string): boolean;
  /** When the reader of a session, if there is one, has taken so much; rejected with what ended its stream before. */
  reached(sessionId: string, bytes: number): Promise<void>;
  cancelAll(): void;
}

function createReadings(pipe: EnginePipe): Readings {
  const readings = new Map<string, Reading>();
  return {
    setReader(sessionId, reader) {
      readings.get(sessionId)?.cancel();
      readings.delete(sessionId);
      if (!reader) return;
      const position = new StreamPosition();
      const { ended, cancel } = pipe.readStream(eventsPath(sessionId, pipe.reader), async (bytes) => {
        await reader(bytes);
        position.advance(bytes.byteLength);
      });
      const reading: Reading = { position, cancel, failure: null };
      readings.set(sessionId, reading);
      ended
        .catch(
          (thrown: unknown) =>
            (reading.failure = new SluiceError('io', messageOf(thrown), '', { cause: thrown })),
        )
        .finally(() => position.end());
    },
    has: (sessionId) => readings.has(sessionId),
    async reached(sessionId, bytes) {
      const reading = readings.get(sessionId);
      await reading?.position.reached(bytes);
      if (reading?.failure) throw reading.failure;
    },
    cancelAll() {
      for (const { cancel } of readings.values()) cancel();
    },
  };
}

/** EngineClient over one pipe of messages and streams beside it. */
export function createRemoteEngine(pipe: EnginePipe): RemoteEngine {
  const listeners = new Set<(update: EngineUpdate) => void>();
  const lossListeners = new Set<(error: Error) => void>();
  const readings = createReadings(pipe);
  const { engine, receive, close } = createRpcClient(
    (text) => pipe.send(text),
    (update) => {
      for (const listener of listeners) listener(update);
    },
  );

  const subscribe: EngineClient['subscribe'] = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

  /** @returns as `flush`, when the reader has taken so much */
  const flush: EngineApi['flush'] = async (sessionId, reader = pipe.reader) => {
    const bytes = await engine.flush(sessionId, reader);
    await readings.reached(sessionId, bytes);
    return bytes;
  };

  const over: EngineClient['over'] = async (sessionId) => {
    let unsubscribe = (): void => {};
    let onLost = (_: Error): void => {};
    try {
      await new Promise<void>((resolve, reject) => {
        onLost = reject;
        lossListeners.add(onLost);
        const look = (status: SessionStatus): void => {
          if (status.sessionId === sessionId && isOver(status)) resolve();
        };
        unsubscribe = subscribe((update) => update.kind === 'status' && look(update.status));
        engine.status(sessionId).then(look, reject);
      });
    } finally {
      unsubscribe();
      lossListeners.delete(onLost);
    }
    await flush(sessionId);
  };

  return {
    engine: {
      ...engine,
      subscribe,
      setReader: readings.setReader,
      over,
      flush,
      pieces: (kind, id) =>
        streamPieces((onPiece) => pipe.readStream(`${kind}/${encodeURIComponent(id)}`, onPiece)),
      async stop(sessionId) {
        const status = await engine.stop(sessionId);
        if (readings.has(sessionId)) await flush(sessionId);
        return status;
      },
    },
    receive,
    close(reason) {
      close(reason);
      readings.cancelAll();
      for (const listener of lossListeners) listener(new EngineGone(reason));
    },
  };
}
