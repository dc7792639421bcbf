import { randomBytes } from 'node:crypto';
import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Socket, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { SluiceError } from '../../../shared/base/errors.ts';
import { isWelcome, ownUids, PeerUsers } from '../loopback/peerUsers.ts';
import { UnprovenConnections } from '../loopback/unprovenConnections.ts';
import { sendPageFile, type PageFile } from './pageFiles.ts';
import { refuse } from './refusal.ts';
import { RequestGuard, type Admission } from './requestGuard.ts';
import { SECURITY_HEADERS } from './securityHeaders.ts';

export interface DoorOptions {
  /** 0: any free one; null: nothing listens, and connections come by `take` alone. */
  readonly port: number | null;
  readonly pageFiles: ReadonlyMap<string, PageFile>;
  /** Hears of the first connection that was refused because it is another user's. */
  readonly onStranger?: (uid: number) => void;
}

/** What is behind the door: it is asked by who has shown the token. @param path behind the token */
export interface BehindDoor {
  answer(path: string, request: IncomingMessage, response: ServerResponse): void;
  /** Takes a connection that is to become a WebSocket. @returns null, or the status with which it is refused */
  upgrade(path: string, request: IncomingMessage, socket: Duplex, head: Buffer): number | null;
}

const TOKEN_BYTES = 32;
const MAX_HEADER_BYTES = 16_384;
/** For all of a request, its content too. */
const REQUEST_DEADLINE_MS = 10_000;
/** Of all kinds: the rest of the descriptors is for the sessions. */
const MAX_CONNECTIONS = 256;
/** Room in the kernel's queue beside a stranger's flood; the system's own limit is as high. */
const BACKLOG = 4_096;
/** That have not shown the token. */
const MAX_UNPROVEN = 64;
/** Stands in the address where nothing listens: a Host must name a port (RequestGuard). */
const NO_PORT = 1;

/**
 * An HTTP server on the loopback interface with one secret address, `GET /<token>/`: the page, its files beside it, and what is
 * behind it. A connection of another user of the machine is closed as it comes, token or not, where the system tells whose it is.
 */
export class LoopbackDoor {
  /** With the token: who knows it may do all that our user may. */
  readonly url: string;
  readonly #http: Server;
  readonly #guard: RequestGuard;
  readonly #pageFiles: ReadonlyMap<string, PageFile>;
  readonly #onStranger: (uid: number) => void;
  readonly #unproven = new UnprovenConnections(MAX_UNPROVEN);
  readonly #peers: PeerUsers | null;
  readonly #welcomeUids = ownUids();
  #strangerTold = false;

  private constructor(http: Server, { port, pageFiles, onStranger }: DoorOptions) {
    const listening = (http.address() as AddressInfo | null)?.port ?? NO_PORT;
    const token = randomBytes(TOKEN_BYTES).toString('hex');
    this.url = `http://127.0.0.1:${listening}/${token}/`;
    this.#http = http;
    this.#guard = new RequestGuard(token);
    this.#peers = port === null ? null : new PeerUsers(listening);
    this.#pageFiles = pageFiles;
    this.#onStranger = onStranger ?? (() => {});
    http.on('connection', (socket) => this.#receive(socket));
  }

  /** Call `serve` in the same turn. @throws SluiceError 'io' where the port cannot be had */
  static async open(options: DoorOptions): Promise<LoopbackDoor> {
    const http = createServer({
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: REQUEST_DEADLINE_MS,
      requestTimeout: REQUEST_DEADLINE_MS,
      connectionsCheckingInterval: 1_000, // else it is looked at each 30 s
    });
    http.maxConnections = MAX_CONNECTIONS;
    const { port } = options;
    if (port !== null) await listen(http, port);
    return new LoopbackDoor(http, options);
  }

  serve(behind: BehindDoor): void {
    this.#http.on('request', (request, response) => this.#answer(request, response, behind));
    this.#http.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head, behind));
  }

  /** Serves a connection that came by a pipe of our user's. */
  take(connection: Duplex): void {
    this.#http.emit('connection', connection);
  }

  /** Hangs up on everybody. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#http.close(() => resolve()));
    this.#http.closeAllConnections();
    await closed;
  }

  #receive(socket: Duplex): void {
    if (!(socket instanceof Socket) || this.#peers === null) return; // a pipe's
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

  #answer(request: IncomingMessage, response: ServerResponse, behind: BehindDoor): void {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
    const admission = this.#admit(request);
    if (!admission.ok) {
      if (admission.status === 405) response.setHeader('Allow', 'GET');
      return refuse(response, admission.status, admission.reason);
    }
    const file = this.#pageFiles.get(admission.path);
    if (file) sendPageFile(file, response);
    else behind.answer(admission.path, request, response);
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, behind: BehindDoor): void {
    const admission = this.#admit(request);
    const status = admission.ok ? behind.upgrade(admission.path, request, socket, head) : admission.status;
    if (status !== null) refuseUpgrade(socket, status);
  }
}

/** Answers a connection that is to become a WebSocket, and does not. */
export function refuseUpgrade(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function listen(http: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('error', (error) =>
      reject(
        new SluiceError(
          'io',
          `Port ${port} of 127.0.0.1 could not be opened: ${error.message}.`,
          'Choose another port, or 0 for any free one.',
        ),
      ),
    );
    http.listen({ port, host: '127.0.0.1', backlog: BACKLOG }, resolve);
  });
}
