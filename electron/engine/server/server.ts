import { randomBytes } from 'node:crypto';
import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { SluiceError } from '../../../shared/base/errors.ts';
import type { EngineUpdate } from '../../../shared/ipc/engineApi.ts';
import { dispatch } from '../../../shared/ipc/rpc.ts';
import type { Engine } from '../engine.ts';
import { eventConsumerOf } from '../events/eventResponse.ts';
import { isWelcome, ownUids, PeerUsers } from '../loopback/peerUsers.ts';
import { UnprovenConnections } from '../loopback/unprovenConnections.ts';
import { ClientSamplings } from './clientSamplings.ts';
import { answerDump, answerKept, answerSamples, DUMPS_PATH, KEPT_PATH, SAMPLES_PATH } from './idRoutes.ts';
import { sendPageFile, type PageFile } from './pageFiles.ts';
import { refuse } from './refusal.ts';
import { RequestGuard, type Admission } from './requestGuard.ts';
import { SECURITY_HEADERS } from './securityHeaders.ts';
import type { Session } from '../session/session.ts';

/**
 * The engine's one door: a loopback HTTP server for the page, the commands and the events.
 *
 *     GET /<token>/                       the page; its files beside it
 *     GET /<token>/rpc                    WebSocket: shared/ipc/rpc.ts
 *     GET /<token>/sessions/<id>/events/<reader>   raw blocks until the session is over, those of the present or last
 *                                         recording first; each page with a name of its own, of hexadecimal digits
 *     GET /<token>/samples/<id>           the recording of a sampling, once: flightRecorder/samplings.ts
 *     GET /<token>/dumps/<id>             the heap dump made last: heapDump/heapQuestions.ts
 *     GET, PUT /<token>/kept/<id>         the copy of a recording: recordings/keptRecordings.ts
 *
 * A connection of another user of the machine is closed as it comes, token or not, where the system tells whose it is.
 *
 * A session that nobody looks at is stopped soon and detached after a grace: a closed tab leaves no target instrumented. A page
 * that is loaded anew goes on with its session: it is given all of the recording, also what came meanwhile (EventOutlet). What a client
 * alone has asked for ends with its connection (ClientSamplings).
 */
export interface ServerOptions {
  readonly engine: Engine;
  /** 0: any free one. */
  readonly port: number;
  readonly pageFiles: ReadonlyMap<string, PageFile>;
  readonly graceMs?: number;
  /** A page that is loaded anew reads again within it. */
  readonly reloadMs?: number;
  /** Hears of the first connection that was refused because it is another user's. */
  readonly onStranger?: (uid: number) => void;
}

const TOKEN_BYTES = 32;
const GRACE_MS = 10_000;
const RELOAD_MS = 3_000;
const MAX_HEADER_BYTES = 16_384;
/** For all of a request, its content too. */
const REQUEST_DEADLINE_MS = 10_000;
/** Questions are small: patterns and ids. */
const MAX_QUESTION_BYTES = 1 << 20;
const MAX_OPEN_QUESTIONS = 64;
/** A client that does not read its updates is cut off here. */
const MAX_UNSENT_BYTES = 64 << 20;
const MAX_CLIENTS = 32;
/** Of all kinds: the rest of the descriptors is for the sessions. */
const MAX_CONNECTIONS = 256;
/** Room in the kernel's queue beside a stranger's flood; the system's own limit is as high. */
const BACKLOG = 4_096;
/** That have not shown the token. */
const MAX_UNPROVEN = 64;

export class EngineServer {
  readonly url: string;
  readonly #engine: Engine;
  readonly #http: Server;
  readonly #webSockets: WebSocketServer;
  readonly #guard: RequestGuard;
  readonly #pageFiles: ReadonlyMap<string, PageFile>;
  readonly #graceMs: number;
  readonly #reloadMs: number;
  readonly #onStranger: (uid: number) => void;
  readonly #unproven = new UnprovenConnections(MAX_UNPROVEN);
  readonly #peers: PeerUsers;
  readonly #welcomeUids = ownUids();
  #strangerTold = false;
  readonly #unsubscribe: () => void;
  readonly #sessions = new Set<Session>();
  readonly #graces = new Map<Session, NodeJS.Timeout>();
  readonly #stops = new Set<NodeJS.Timeout>();

  private constructor(http: Server, options: ServerOptions) {
    const { port } = http.address() as AddressInfo;
    const token = randomBytes(TOKEN_BYTES).toString('hex');
    this.url = `http://127.0.0.1:${port}/${token}/`;
    this.#engine = options.engine;
    this.#http = http;
    this.#guard = new RequestGuard(token);
    this.#peers = new PeerUsers(port);
    this.#pageFiles = options.pageFiles;
    this.#graceMs = options.graceMs ?? GRACE_MS;
    this.#reloadMs = options.reloadMs ?? RELOAD_MS;
    this.#onStranger = options.onStranger ?? (() => {});
    this.#webSockets = new WebSocketServer({
      noServer: true,
      clientTracking: true,
      maxPayload: MAX_QUESTION_BYTES,
      perMessageDeflate: false,
    });
    this.#unsubscribe = options.engine.subscribe((update) => this.#broadcast(update));
    http.on('connection', (socket) => this.#receive(socket));
    http.on('request', (request, response) => this.#answer(request, response));
    http.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
  }

  static async start(options: ServerOptions): Promise<EngineServer> {
    const http = createServer({
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: REQUEST_DEADLINE_MS,
      requestTimeout: REQUEST_DEADLINE_MS,
      connectionsCheckingInterval: 1_000, // else it is looked at each 30 s
    });
    http.maxConnections = MAX_CONNECTIONS;
    await new Promise<void>((resolve, reject) => {
      http.once('error', (error) =>
        reject(
          new SluiceError(
            'io',
            `Port ${options.port} of 127.0.0.1 could not be opened: ${error.message}.`,
            'Choose another port, or 0 for any free one.',
          ),
        ),
      );
      http.listen({ port: options.port, host: '127.0.0.1', backlog: BACKLOG }, resolve);
    });
    return new EngineServer(http, options);
  }

  /** Hangs up on everybody. The sessions are the engine's affair. */
  async close(): Promise<void> {
    this.#unsubscribe();
    for (const timer of [...this.#graces.values(), ...this.#stops]) clearTimeout(timer);
    for (const client of this.#webSockets.clients) client.terminate();
    const closed = new Promise<void>((resolve) => this.#http.close(() => resolve()));
    this.#http.closeAllConnections();
    await closed;
  }

  #receive(socket: Socket): void {
    const uid = this.#peers.uidOf(socket);
    if (isWelcome(uid, this.#welcomeUids)) return this.#unproven.add(socket);
    socket.resetAndDestroy(); // an orderly end would stay in the kernel's table for a minute
    if (uid === null || this.#strangerTold) return;
    this.#strangerTold = true;
    this.#onStranger(uid);
  }

  /** A connection on which the token was shown once keeps its place. */
  #admit(request: IncomingMessage): Admission {
    const admission = this.#guard.admit(request);
    if (admission.ok) this.#unproven.release(request.socket);
    return admission;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
    const admission = this.#admit(request);
    if (!admission.ok) {
      if (admission.status === 405) response.setHeader('Allow', 'GET');
      return refuse(response, admission.status, admission.reason);
    }
    const file = this.#pageFiles.get(admission.path);
    if (file) {
      return sendPageFile(file, response);
    }
    const events = /^sessions\/([0-9a-f]{1,32})\/events\/([0-9a-f]{1,32})$/.exec(admission.path);
    if (events) return this.#streamEvents(events[1], events[2], response);
    const samples = SAMPLES_PATH.exec(admission.path);
    if (samples) return answerSamples(this.#engine.jvms.samplings, samples[1], response);
    const dump = DUMPS_PATH.exec(admission.path);
    if (dump) return void answerDump(this.#engine.jvms.heaps, dump[1], response);
    const kept = KEPT_PATH.exec(admission.path);
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

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const admission = this.#admit(request);
    const status = !admission.ok
      ? admission.status
      : admission.path !== 'rpc'
        ? 404
        : this.#webSockets.clients.size >= MAX_CLIENTS
          ? 503
          : null;
    if (status !== null) {
      socket.end(
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
      );
      return;
    }
    this.#webSockets.handleUpgrade(request, socket, head, (client) => this.#serve(client));
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
