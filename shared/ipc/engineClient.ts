import type { EngineApi, EngineUpdate, SessionPhase } from './engineApi.ts';

/**
 * Takes the next bytes of an event stream, in order. They may be overwritten when the call is over or its promise resolved;
 * until then nothing more is read: that is the back-pressure.
 */
export type EventConsumer = (bytes: Uint8Array) => Promise<void> | void;

/**
 * The engine as its clients have it, whether it runs in their process (electron/engine/engine.ts) or behind a server
 * (remoteEngine.ts). Window and command line take no more than this.
 */
export interface EngineClient extends EngineApi {
  /**
   * Hears what happens from now on, in all sessions. Subscribe before a question: what changes after its answer is heard.
   * @returns ends it
   */
  subscribe(listener: (update: EngineUpdate) => void): () => void;
  /**
   * Who takes the events of a session from now on; null: nobody. There is one reader at a time. `flush` and `stop` resolve when
   * it has taken all that was recorded before.
   */
  setReader(sessionId: string, reader: EventConsumer | null): void;
  /** Resolves when the session is over and its reader has taken everything. Rejects with io when the engine is gone before. */
  over(sessionId: string): Promise<void>;
  /**
   * What an answer of the engine named: a recording of `sample` or `dumpThreads`, once, or a dump of `dumpHeap`.
   * @throws SluiceError 'io' when it is gone
   */
  pieces(kind: 'samples' | 'dumps', id: string): AsyncIterable<Uint8Array>;
}

/** Where the events of a session are, from the address of the engine's server. @param reader letters and digits: each reader has a name of his own */
export function eventsPath(sessionId: string, reader: string): string {
  return `sessions/${encodeURIComponent(sessionId)}/events/${reader}`;
}

/** Of a session that will not come back. */
export function isOver({ phase }: { readonly phase: SessionPhase }): boolean {
  return phase === 'detached' || phase === 'ended';
}
