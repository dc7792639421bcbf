import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { SluiceError } from '../../../shared/base/errors.ts';
import { isWelcome, ownUids, PeerUsers } from '../loopback/peerUsers.ts';
import { UnprovenConnections } from '../loopback/unprovenConnections.ts';
import { proveAgent, type Credentials, type ProvenAgent } from './agentHandshake.ts';

const MAX_UNPROVEN = 64;
/** Room in the kernel's queue beside a stranger's flood; the system's own limit is as high. */
const BACKLOG = 4_096;

/**
 * Waits for the one agent that knows the secret. The agent dials out; nothing listens in the target.
 * The first proof takes the place: everybody else is hung up on, and the listener closes.
 */
export class AgentListener {
  readonly #server: Server;
  readonly #unproven = new UnprovenConnections(MAX_UNPROVEN);
  readonly #arrival: Promise<ProvenAgent>;
  #closed = false;
  #fail: (error: SluiceError) => void = () => {};
  #mismatch: SluiceError | null = null;

  private constructor(server: Server, credentials: Credentials, mayCall: (socket: Socket) => boolean) {
    this.#server = server;
    this.#arrival = new Promise((resolve, reject) => {
      this.#fail = reject;
      server.on('connection', (socket) => {
        if (this.#closed) return void socket.destroy();
        // An orderly end would stay in the kernel's table for a minute.
        if (!mayCall(socket)) return void socket.resetAndDestroy();
        this.#unproven.add(socket);
        proveAgent(socket, credentials).then(
          (agent) => {
            this.#unproven.release(socket);
            if (this.#closed) return agent.packets.close();
            resolve(agent);
            this.close();
          },
          (error: unknown) => {
            // Whoever says it has proven nothing: the agent may still come.
            if (error instanceof SluiceError && error.code === 'version') this.#mismatch ??= error;
          },
        );
      });
      server.on('error', (error) => reject(listenError(error)));
    });
    this.#arrival.catch(() => {}); // whoever waits sees it; nobody may be waiting yet
  }

  /**
   * Listens on a Unix socket of mode 0600. Binding happens before the return, so the caller's effective user owns the
   * socket, and the mask, which is the whole process's, holds for nothing else.
   */
  static onUnixSocket(path: string, credentials: Credentials): AgentListener {
    const server = createServer();
    const listener = new AgentListener(server, credentials, () => true);
    const mask = process.umask(0o177);
    try {
      server.listen(path);
    } finally {
      process.umask(mask);
    }
    return listener;
  }

  /**
   * Listens on 127.0.0.1, for JVMs that have no Unix sockets. Any local user can reach it, hence the proofs; connections
   * of others than the target's user and ours are not even heard, where the system tells whose they are.
   */
  static async onLoopback(
    credentials: Credentials,
    targetUid: number,
  ): Promise<{ listener: AgentListener; port: number }> {
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error) => reject(listenError(error)));
      server.listen({ port: 0, host: '127.0.0.1', backlog: BACKLOG }, resolve);
    });
    const { port } = server.address() as AddressInfo;
    const peers = new PeerUsers(port);
    const uids = [...ownUids(), targetUid];
    // Before this turn ends: nobody has been accepted yet.
    const listener = new AgentListener(server, credentials, (socket) => isWelcome(peers.uidOf(socket), uids));
    return { listener, port };
  }

  /** An agent of another build said hello, or somebody who pretends to be one: to be told when nobody proves himself. */
  get mismatch(): SluiceError | null {
    return this.#mismatch;
  }

  /** The agent, once it has proven itself. @throws SluiceError 'version' | 'io' | 'attach-failed' when closed before */
  arrival(): Promise<ProvenAgent> {
    return this.#arrival;
  }

  /** Hears nobody any more; an agent that has arrived stays connected. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#server.close();
    this.#unproven.hangUp();
    this.#fail(this.#mismatch ?? new SluiceError('attach-failed', 'Waiting for the agent was given up.'));
  }
}

function listenError(error: Error): SluiceError {
  return new SluiceError('io', `Sluice could not listen for the agent: ${error.message}.`, '', {
    cause: error,
  });
}
