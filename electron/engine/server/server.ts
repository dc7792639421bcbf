import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { EngineUpdate } from '../../../shared/ipc/engineApi.ts';
import { dispatch } from '../../../shared/ipc/rpc.ts';
import type { Engine } from '../engine.ts';
import { eventConsumerOf } from '../events/eventResponse.ts';
import { ClientSamplings } from './clientSamplings.ts';
import { answerDump, answerKept, answerSamples, DUMPS_PATH, KEPT_PATH, SAMPLES_PATH } from './idRoutes.ts';
import { LoopbackDoor, type DoorOptions } from './loopbackDoor.ts';
import { refuse } from './refusal.ts';
import type { Session } from '../session/session.ts';

/**
 * What is behind the engine's one door (LoopbackDoor): the commands and the events.
 *
 *     GET /<token>/rpc                    WebSocket: shared/ipc/rpc.ts
 *     GET /<token>/sessions/<id>/events/<reader>   raw blocks until the session is over, those of the present or last
 *                                         recording first; each page with a name of its own, of hexadecimal digits
 *     GET /<token>/samples/<id>           the recording of a sampling, once: flightRecorder/samplings.ts
 *     GET /<token>/dumps/<id>             the heap dump made last: heapDump/heapQuestions.ts
 *     GET, PUT /<token>/kept/<id>         the copy of a recording: recordings/keptRecordings.ts
 *
 * A session that nobody looks at is stopped soon and detached after a grace: a closed tab leaves no target instrumented. A page
 * that is loaded anew goes on with its session: it is given all of the recording, also what came meanwhile (EventOutlet). What a client
 * alone has asked for ends with its connection (ClientSamplings).
 */
export interface ServerOptions extends DoorOptions {
  readonly engine: Engine;
  readonly graceMs?: number;
  /** A page that is loaded anew reads again within it. */
  readonly reloadMs?: number;
}

const GRACE_MS = 10_000;
const RELOAD_MS = 3_000;
/** Questions are small: patterns and ids. */
const MAX_QUESTION_BYTES = 1 << 20;
const MAX_OPEN_QUESTIONS = 64;
/** A client that does not read its updates is cut off here. */
const MAX_UNSENT_BYTES = 64 << 20;
const MAX_CLIENTS = 32;

export class EngineServer {
  readonly #door: LoopbackDoor;
  readonly #engine: Engine;
  readonly #webSockets: WebSocketServer;
  readonly #graceMs: number;
  readonly #reloadMs: number;
  readonly #unsubscribe: () => void;
  readonly #sessions = new Set<Session>();
  readonly #graces = new Map<Session, NodeJS.Timeout>();
  readonly #stops = new Set<NodeJS.Timeout>();

  private constructor(door: LoopbackDoor, options: ServerOptions) {
    this.#door = door;
    this.#engine = options.engine;
    this.#graceMs = options.graceMs ?? GRACE_MS;
    this.#reloadMs = options.reloadMs ?? RELOAD_MS;
    this.#webSockets = new WebSocketServer({
      noServer: true,
      clientTracking: true,
      maxPayload: MAX_QUESTION_BYTES,
      perMessageDeflate: false,
    });
    this.#unsubscribe = options.engine.subscribe((update) => this.#broadcast(update));
    door.serve({
      answer: (path, request, response) => this.#answer(path, request, response),
      upgrade: (path, request, socket, head) => this.#upgrade(path, request, socket, head),
    });
  }

  static async start(options: ServerOptions): Promise<EngineServer> {
    return new EngineServer(await LoopbackDoor.open(options), options);
  }

  get url(): string {
    return this.#door.url;
  }

  /** Serves a connection that came by a pipe of our user's. */
  take(connection: Duplex): void {
    this.#door.take(connection);
  }

  /** Hangs up on everybody. The sessions are the engine's affair. */
  async close(): Promise<void> {
    this.#unsubscribe();
    for (const timer of [...this.#graces.values(), ...this.#stops]) clearTimeout(timer);
    for (const client of this.#webSockets.clients) client.terminate();
    await this.#door.close();
  }

  #answer(path: string, request: IncomingMessage, response: ServerResponse): void {
    const events = /^sessions\/([0-9a-f]{1,32})\/events\/([0-9a-f]{1,32})$/.exec(path);
    if (events) return this.#streamEvents(events[1], events[2], response);
    const samples = SAMPLES_PATH.exec(path);
    if (samples) return answerSamples(this.#engine.jvms.samplings, samples[1], response);
    const dump = DUMPS_PATH.exec(path);
    if (dump) return void answerDump(this.#engine.jvms.heaps, dump[1], response);
    const kept = KEPT_PATH.exec(path);
    if (kept) return void answerKept(this.#engine.kept, kept[1], request, response);
    refuse(response, 404, 'There is nothing here.');
  }

  #streamEvents(sessionId: string, name: string, response: ServerResponse): void {
    let session: Session;
    try {
      session = this.#engine.session(sessionId);
    } catch {
      return refuse(response, 404, 'There is no such session.');
    }
    if (session.hasPage(name))
      return refuse(response, 409, 'The events of this session have this reader already.');
    response.writeHead(200, { 'Content-Type': 'application/octet-stream' });
    response.flushHeaders();
    const reader = eventConsumerOf(response);
    session.addPage(reader, name);
    this.#watch(session);
    void session.drained().then(() => response.end());
    response.once('close', () => {
      session.removePage(reader);
      this.#stopUnlessReadAgain(session);
      this.#watch(session);
    });
  }

  #stopUnlessReadAgain(session: Session): void {
    const timer = setTimeout(() => {
      this.#stops.delete(timer);
      if (!session.hasReader) session.stopUnwatched();
    }, this.#reloadMs);
    this.#stops.add(timer);
  }

  #upgrade(path: string, request: IncomingMessage, socket: Duplex, head: Buffer): number | null {
    if (path !== 'rpc') return 404;
    if (this.#webSockets.clients.size >= MAX_CLIENTS) return 503;
    this.#webSockets.handleUpgrade(request, socket, head, (client) => this.#serve(client));
    return null;
  }

  #serve(client: WebSocket): void {
    let openQuestions = 0;
    const samplings = new ClientSamplings(this.#engine);
    client.on('message', (data, isBinary) => {
      if (isBinary) return client.close(1003, 'text only');
      if (openQuestions >= MAX_OPEN_QUESTIONS) return client.close(1008, 'too many open questions');
      openQuestions++;
      // ws hands over a Buffer unless told otherwise.
      const hooks = { onAsked: samplings.learn.bind(samplings), onFailed: this.#engine.logFailure };
      void dispatch(this.#engine, (data as Buffer).toString('utf8'), hooks).then((answer) => {
        openQuestions--;
        send(client, answer);
      });
    });
    client.on('error', () => client.terminate());
    client.on('close', () => {
      samplings.cancel();
      this.#watchAll();
    });
    for (const update of this.#engine.catchUp()) send(client, JSON.stringify({ update }));
    this.#watchAll();
  }

  #broadcast(update: EngineUpdate): void {
    const text = JSON.stringify({ update });
    for (const client of this.#webSockets.clients) send(client, text);
    if (update.kind === 'status') this.#learn(update.status.sessionId);
  }

  /** A session whose client left while it was being made has nobody from the start. */
  #learn(sessionId: string): void {
    const session = this.#engine.session(sessionId);
    if (this.#sessions.has(session)) return;
    this.#sessions.add(session);
    void session.over.then(() => {
      this.#sessions.delete(session);
      this.#watch(session);
    });
    this.#watch(session);
  }

  #watchAll(): void {
    for (const session of this.#sessions) this.#watch(session);
  }

  /** Starts the grace of a session that nobody looks at, ends that of one that somebody does. */
  #watch(session: Session): void {
    const watched = session.hasReader || (this.#webSockets.clients.size > 0 && !session.lostReader);
    const alive = this.#sessions.has(session);
    const grace = this.#graces.get(session);
    if (watched || !alive) {
      clearTimeout(grace);
      this.#graces.delete(session);
    } else if (!grace) {
      const timer = setTimeout(() => {
        this.#graces.delete(session);
        void session.detach();
      }, this.#graceMs);
      this.#graces.set(session, timer);
    }
  }
}

function send(client: WebSocket, text: string): void {
  if (client.readyState !== client.OPEN) return;
  if (client.bufferedAmount > MAX_UNSENT_BYTES) client.terminate();
  else client.send(text);
}
