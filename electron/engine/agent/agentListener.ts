import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { SluiceError } from '../../../shared/base/errors.ts';
import { proveAgent, type Credentials, type ProvenAgent } from './agentHandshake.ts';

/** Connections that have not proven anything; the oldest makes room for the next, so strangers cannot lock us out. */
const MAX_UNPROVEN = 16;

/**
 * Waits for the one agent that knows the secret. The agent dials out; nothing listens in the target.
 * The first proof takes the place: everybody else is hung up on, and the listener closes.
 */
export class AgentListener {
  readonly #server: Server;
  readonly #unproven = new Set<Socket>();
  readonly #arrival: Promise<ProvenAgent>;
  #closed = false;
  #fail: (error: SluiceError) => void = () => {};

  private constructor(server: Server, credentials: Credentials) {
    this.#server = server;
    this.#arrival = new Promise((resolve, reject) => {
      this.#fail = reject;
      server.on('connection', (socket) => {
        if (this.#closed) return void socket.destroy();
        this.#admit(socket);
        proveAgent(socket, credentials).then(
          (agent) => {
            this.#unproven.delete(socket);
            if (this.#closed) return agent.packets.close();
            resolve(agent);
            this.close();
          },
          (error: unknown) => {
            this.#unproven.delete(socket);
            // A stranger's failure is his own affair; an agent of another build is ours.
            if (error instanceof SluiceError && error.code === 'version') reject(error);
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
    const listener = new AgentListener(server, credentials);
    const mask = process.umask(0o177);
    try {
      server.listen(path);
    } finally {
      process.umask(mask);
    }
    return listener;
  }

  /** Listens on 127.0.0.1, for JVMs that have no Unix sockets; any local user can reach it, hence the proofs. */
  static async onLoopback(credentials: Credentials): Promise<{ listener: AgentListener; port: number }> {
    const server = createServer();
    const listener = new AgentListener(server, credentials);
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error) => reject(listenError(error)));
      server.listen(0, '127.0.0.1', resolve);
    });
    return { listener, port: (server.address() as AddressInfo).port };
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
    for (const socket of this.#unproven) socket.destroy();
    this.#fail(new SluiceError('attach-failed', 'Waiting for the agent was given up.'));
  }

  #admit(socket: Socket): void {
    if (this.#unproven.size >= MAX_UNPROVEN) {
      for (const oldest of this.#unproven) {
        oldest.destroy();
        this.#unproven.delete(oldest);
        break;
      }
    }
    this.#unproven.add(socket);
  }
}

function listenError(error: Error): SluiceError {
  return new SluiceError('io', `Sluice could not listen for the agent: ${error.message}.`, '', {
    cause: error,
  });
}
