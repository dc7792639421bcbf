import { createHmac, randomBytes } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '../../shared/base/errors.ts';
import type { EventSink } from '../../shared/events/eventSink.ts';
import { BlockDecoder } from '../../shared/wire/blockDecoder.ts';
import { decodeMessage, encodeMessage } from '../../shared/wire/controlCodec.ts';
import type { ControlMessage, MessageKind } from '../../shared/wire/controlMessage.ts';
import {
  CONSUMED_BYTES_OFFSET,
  PRODUCED_BYTES_OFFSET,
  RING_OFFSET,
  WORK_STEPS_OFFSET,
  encodeEventFileHeader,
  readPosition,
  writePosition,
} from '../../shared/wire/eventFileLayout.ts';
import { FrameSplitter, MAX_PACKET_LENGTH } from '../../shared/wire/frameSplitter.ts';
import { PROTOCOL_VERSION } from '../../shared/wire/protocolVersion.ts';

type MessageOf<Kind extends MessageKind> = Extract<ControlMessage, { kind: Kind }>;

export interface FakeToolOptions {
  readonly buildId: string;
  readonly transport?: 'unix' | 'tcp';
  readonly ringBytes?: number;
  /** The tool proves another secret than the session file has. */
  readonly wrongSecret?: boolean;
}

/**
 * The least tool that an agent can be tested with: one connection, one event file, every packet kept. It answers the
 * agent's questions by functions that a test may replace.
 */
export class FakeTool {
  readonly directory = mkdtempSync(join(tmpdir(), 'sluice-fake-'));
  readonly sessionFile = join(this.directory, 'session');
  readonly messages: ControlMessage[] = [];
  rewriteClass: (classId: number, bytes: Uint8Array) => Uint8Array | null = () => null;
  /** Classes that what it rewrites makes objects of, by its answers. */
  made: readonly string[] = [];
  classLoading: (loading: MessageOf<'classLoading'>) => Uint8Array | null | 'no answer' = () => null;
  /** What becomes of the events; see drain(). */
  sink: EventSink | null = null;
  readonly closed: Promise<void>;
  isClosed = false;
  /** The sentence of a packet that could not be read. */
  failure = '';
  readonly #options: FakeToolOptions;
  readonly #secret = randomBytes(32);
  readonly #nonce = randomBytes(32);
  readonly #ringBytes: number;
  readonly #eventFile: number;
  readonly #open = new Map<number, (answer: ControlMessage) => void>();
  #server: Server | null = null;
  #socket: Socket | null = null;
  #agentNonce: Uint8Array = new Uint8Array();
  #pings: NodeJS.Timeout | null = null;
  #lastId = 0;
  #consumed = 0;
  #decoder: BlockDecoder | null = null;
  #proven: () => void = () => {};
  #markClosed: () => void = () => {};
  /** Resolves when the agent has proven itself. */
  readonly proven: Promise<void>;

  constructor(options: FakeToolOptions) {
    this.#options = options;
    this.#ringBytes = options.ringBytes ?? 1 << 20;
    this.proven = new Promise((resolve) => (this.#proven = resolve));
    this.closed = new Promise((resolve) => (this.#markClosed = resolve));
    const events = join(this.directory, 'events');
    this.#eventFile = openSync(events, 'wx+', 0o600);
    writeSync(this.#eventFile, encodeEventFileHeader(this.#ringBytes), 0, RING_OFFSET, 0);
    writeSync(this.#eventFile, new Uint8Array(this.#ringBytes), 0, this.#ringBytes, RING_OFFSET);
  }

  /** Listens and writes the session file. */
  async start(): Promise<void> {
    const server = createServer((socket) => this.#connected(socket));
    this.#server = server;
    const path = join(this.directory, 'socket');
    const address = await new Promise<string>((resolve) => {
      if (this.#options.transport === 'tcp') {
        server.listen(0, '127.0.0.1', () => {
          const bound = server.address();
          resolve(`tcp:127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`);
        });
      } else {
        server.listen(path, () => resolve(`unix:${path}`));
      }
    });
    const lines = [
      `version=${PROTOCOL_VERSION}`,
      `build=${this.#options.buildId}`,
      `secret=${this.#secret.toString('hex')}`,
      `socket=${address}`,
      `events=${join(this.directory, 'events')}`,
      `toolPid=${process.pid}`,
    ];
    writeFileSync(this.sessionFile, `${lines.join('\n')}\n`, { mode: 0o600 });
  }

  /** Asks, and waits for the answer of the given kind. @throws Error with the agent's sentence when it FAILED */
  async ask<Kind extends MessageKind>(message: ControlMessage, answer: Kind): Promise<MessageOf<Kind>> {
    const id = ++this.#lastId;
    const answered = new Promise<ControlMessage>((resolve, reject) => {
      this.#open.set(id, resolve);
      void this.closed.then(() => reject(new Error(`closed before the answer to ${message.kind}`)));
    });
    this.sendRaw(encodeMessage(id, message));
    const found = await answered;
    if (found.kind === 'failed') throw new Error(found.message);
    if (found.kind !== answer) throw new Error(`${found.kind} instead of ${answer}`);
    return found as MessageOf<Kind>;
  }

  sendRaw(bytes: Uint8Array): void {
    this.#socket?.write(bytes);
  }

  /** A PING every `intervalMs` from now on; 0 = the tool falls silent. */
  pingEvery(intervalMs: number): void {
    if (this.#pings) clearInterval(this.#pings);
    this.#pings =
      intervalMs === 0
        ? null
        : setInterval(() => void this.ask({ kind: 'ping' }, 'done').catch(() => {}), intervalMs);
  }

  messagesOf<Kind extends MessageKind>(kind: Kind): MessageOf<Kind>[] {
    return this.messages.filter((message) => message.kind === kind) as MessageOf<Kind>[];
  }

  /** Reads the whole blocks that are in the event file, hands them to the sink and gives their room back. */
  drain(): void {
    if (!this.sink) return;
    this.#decoder ??= new BlockDecoder(this.#toPresentSink());
    const position = Buffer.alloc(8);
    const view = new DataView(position.buffer, position.byteOffset, 8);
    readSync(this.#eventFile, position, 0, 8, PRODUCED_BYTES_OFFSET);
    const produced = readPosition(view, 0);
    while (this.#consumed < produced) {
      const at = this.#consumed % this.#ringBytes;
      const chunk = Buffer.alloc(Math.min(produced - this.#consumed, this.#ringBytes - at));
      readSync(this.#eventFile, chunk, 0, chunk.byteLength, RING_OFFSET + at);
      this.#decoder.feed(chunk);
      this.#consumed += chunk.byteLength;
    }
    writePosition(view, 0, this.#consumed);
    writeSync(this.#eventFile, position, 0, 8, CONSUMED_BYTES_OFFSET);
  }

  /** Long work gets on. @param step another number than before */
  noteWorkStep(step: number): void {
    const bytes = new Uint8Array(8);
    writePosition(new DataView(bytes.buffer), 0, step);
    writeSync(this.#eventFile, bytes, 0, 8, WORK_STEPS_OFFSET);
  }

  /** As if the tool were killed. */
  hangUp(): void {
    this.pingEvery(0);
    this.#socket?.destroy();
  }

  /** Ends everything and removes the files. */
  dispose(): void {
    this.hangUp();
    this.#server?.close();
    closeSync(this.#eventFile);
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** One decoder for the whole stream: tests exchange the sink between recordings. */
  #toPresentSink(): EventSink {
    return {
      events: (...args) => this.sink?.events(...args),
      thread: (...args) => this.sink?.thread(...args),
      threadEnd: (...args) => this.sink?.threadEnd(...args),
      recordingStart: () => this.sink?.recordingStart(),
    };
  }

  #connected(socket: Socket): void {
    this.#socket = socket;
    const splitter = new FrameSplitter();
    splitter.limitBytes = MAX_PACKET_LENGTH;
    socket.on('data', (chunk: Buffer) => {
      try {
        for (const { id, type, fields } of splitter.frames(new Uint8Array(chunk)))
          this.#receive(id, decodeMessage(type, fields));
      } catch (thrown) {
        this.failure ||= messageOf(thrown);
        socket.destroy();
      }
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      this.isClosed = true;
      this.#markClosed();
    });
  }

  #receive(id: number, message: ControlMessage): void {
    this.messages.push(message);
    switch (message.kind) {
      case 'hello':
        this.#agentNonce = message.nonce;
        return this.sendRaw(
          encodeMessage(0, {
            kind: 'challenge',
            version: PROTOCOL_VERSION,
            nonce: this.#nonce,
            proof: this.#proof(),
          }),
        );
      case 'proof':
        if (!Buffer.from(message.proof).equals(this.#expectedProof())) this.failure = 'wrong proof';
        return this.#proven();
      case 'rewriteClass':
        return this.#answer(id, this.rewriteClass(message.classId, message.bytes));
      case 'classLoading':
        return this.#answerLoading(id, message);
      default:
        this.#open.get(id)?.(message);
    }
  }

  #answerLoading(id: number, message: MessageOf<'classLoading'>): void {
    const answer = id === 0 ? 'no answer' : this.classLoading(message);
    if (answer !== 'no answer') this.#answer(id, answer);
  }

  #answer(id: number, bytes: Uint8Array | null): void {
    this.sendRaw(encodeMessage(id, { kind: 'rewritten', bytes: bytes ?? new Uint8Array(), made: this.made }));
  }

  #proof(): Uint8Array {
    const secret = this.#options.wrongSecret ? randomBytes(32) : this.#secret;
    return createHmac('sha256', secret)
      .update('sluice tool')
      .update(this.#agentNonce)
      .update(this.#nonce)
      .digest();
  }

  #expectedProof(): Uint8Array {
    return createHmac('sha256', this.#secret)
      .update('sluice agent')
      .update(this.#nonce)
      .update(this.#agentNonce)
      .digest();
  }
}
