import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { PACKETS } from '../../shared/wire/controlMessage.ts';

/** Hands the next bytes of one direction on. Nothing more is read before it resolves. */
export type Passing = (bytes: Buffer, to: Socket) => Promise<void> | void;

export const WHOLE: Passing = (bytes, to) => void to.write(bytes);

/** No byte comes through. */
export const NOTHING: Passing = () => {};

export const BYTE_BY_BYTE: Passing = async (bytes, to) => {
  for (const byte of bytes) {
    to.write(Buffer.of(byte));
    await nextTurn();
  }
};

export function late(byMs: number): Passing {
  return (bytes, to) => void setTimeout(() => to.write(bytes), byMs);
}

const PIECES_PER_S = 10;

export function trickle(bytesPerS: number): Passing {
  const pieceBytes = bytesPerS / PIECES_PER_S;
  return async (bytes, to) => {
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      to.write(bytes.subarray(at, at + pieceBytes));
      await delay(1_000 / PIECES_PER_S);
    }
  };
}

/** Half of what comes next, and then the end of the connection. */
export const HALF: Passing = (bytes, to) => {
  to.end(bytes.subarray(0, bytes.length >>> 1));
};

const GARBAGE_BYTES = 4_096;

/** Garbage before what comes next. */
export const GARBAGE: Passing = (bytes, to) => {
  to.write(randomBytes(GARBAGE_BYTES));
  to.write(bytes);
};

/** The same, where it looks like the beginning of 16 MiB of class bytes: the answer to a question that nobody has asked. */
export const LONG_GARBAGE: Passing = (bytes, to) => {
  to.write(Buffer.of(1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, PACKETS.classBytes.number));
  return GARBAGE(bytes, to);
};

/**
 * Of a command that `sluice launch` starts: it tells the relay's end of the connection to the agent instead of the tool's,
 * by the session file, which is the agent's only option, and then becomes the program.
 */
const THROUGH_RELAY = `
session="\${JDK_JAVA_OPTIONS##*=}"
sed -n 's/^socket=tcp:127.0.0.1://p' "$session" > "$0"
sed -i "s/^socket=.*/socket=tcp:127.0.0.1:$1/" "$session"
shift
exec "$@"`;

/** Stands between the agent of a launched program and the tool, and does to their bytes what a test wants. */
export class Relay {
  toAgent = WHOLE;
  toTool = WHOLE;
  readonly #server: Server;
  readonly #folder = mkdtempSync(join(tmpdir(), 'sluice-relay-'));
  readonly #sockets: Socket[] = [];

  private constructor(server: Server) {
    this.#server = server;
    server.on('connection', (agent) => {
      const tool = connect(Number(readFileSync(this.#toolPortFile, 'utf8')), '127.0.0.1');
      this.#pass(agent, tool, () => this.toTool);
      this.#pass(tool, agent, () => this.toAgent);
    });
  }

  static async open(): Promise<Relay> {
    const server = createServer();
    const relay = new Relay(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return relay;
  }

  /** The command to be launched for a program whose agent is to come this way. */
  command(program: readonly string[]): string[] {
    const { port } = this.#server.address() as AddressInfo;
    return ['sh', '-c', THROUGH_RELAY, this.#toolPortFile, String(port), ...program];
  }

  /** Ends both connections: in order, or as a machine does that is gone. */
  cut(how: 'end' | 'resetAndDestroy'): void {
    for (const socket of this.#sockets) socket[how]();
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #toolPortFile(): string {
    return join(this.#folder, 'port');
  }

  #pass(from: Socket, to: Socket, passing: () => Passing): void {
    this.#sockets.push(from);
    from.setNoDelay(true);
    from.on('error', () => {}); // 'close' follows
    from.on('data', (bytes: Buffer) => {
      from.pause();
      void Promise.resolve(passing()(bytes, to)).then(() => from.resume());
    });
    from.on('close', () => {
      if (passing() !== NOTHING) to.end();
    });
  }
}
