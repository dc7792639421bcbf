import { randomInt } from 'node:crypto';
import type { Socket } from 'node:net';

/**
 * Connections that have not shown yet that they may speak to us: at most so many. One of them by chance makes room for the
 * next, so that nobody can hold the places, and nobody knows whose goes.
 */
export class UnprovenConnections {
  readonly #limit: number;
  readonly #sockets = new Set<Socket>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(socket: Socket): void {
    if (this.#sockets.size >= this.#limit) {
      const one = [...this.#sockets][randomInt(this.#sockets.size)];
      this.#sockets.delete(one);
      one.destroy();
    }
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
  }

  /** It has shown it, and counts no more. */
  release(socket: Socket): void {
    this.#sockets.delete(socket);
  }

  hangUp(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
