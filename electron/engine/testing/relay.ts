import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Stands between an agent and the tool on 127.0.0.1, and keeps what passes. */
export class Relay {
  readonly port: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #passed = { fromAgent: [] as Buffer[], fromTool: [] as Buffer[] };

  private constructor(server: Server, toolPort: number) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
    server.on('connection', (agent: Socket) => {
      const tool = connect(toolPort, '127.0.0.1');
      this.#pass(agent, tool, this.#passed.fromAgent);
      this.#pass(tool, agent, this.#passed.fromTool);
    });
  }

  static async before(toolPort: number): Promise<Relay> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Relay(server, toolPort);
  }

  get fromAgent(): Buffer {
    return Buffer.concat(this.#passed.fromAgent);
  }

  get fromTool(): Buffer {
    return Buffer.concat(this.#passed.fromTool);
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #pass(from: Socket, to: Socket, kept: Buffer[]): void {
    this.#sockets.add(from);
    from.on('data', (chunk: Buffer) => {
      kept.push(chunk);
      to.write(chunk);
    });
    from.on('end', () => to.end());
    from.on('error', () => to.destroy());
  }
}
