import { connect, type Socket } from 'node:net';
import { USUAL_LAYOUT } from '../../../shared/events/objectLayout.ts';
import type { ControlMessage } from '../../../shared/wire/controlMessage.ts';
import { decodeMessage, encodeMessage } from '../../../shared/wire/controlCodec.ts';
import { FrameSplitter, MAX_PACKET_LENGTH } from '../../../shared/wire/frameSplitter.ts';
import { PROTOCOL_VERSION } from '../../../shared/wire/protocolVersion.ts';
import { agentProof, makeNonce } from '../agent/handshake.ts';

export interface Received {
  readonly id: number;
  readonly message: ControlMessage;
}

/** The agent's side of a control connection, played by a test: says what it is told to, keeps what it hears. */
export class FakeAgent {
  readonly socket: Socket;
  readonly received: Received[] = [];
  closed = false;
  /** Answers commands by itself where it gives an answer. */
  answer: (message: ControlMessage) => ControlMessage | null = (message) =>
    message.kind === 'ping' ? { kind: 'done' } : null;
  #wake: () => void = () => {};

  constructor(address: string | number) {
    this.socket = typeof address === 'number' ? connect(address, '127.0.0.1') : connect(address);
    const splitter = new FrameSplitter();
    splitter.limitBytes = MAX_PACKET_LENGTH;
    this.socket.on('data', (chunk: Buffer) => {
      for (const frame of splitter.frames(chunk)) {
        const message = decodeMessage(frame.type, frame.fields);
        this.received.push({ id: frame.id, message });
        const answer = this.answer(message);
        if (answer) this.send(frame.id, answer);
        this.#wake();
      }
    });
    this.socket.on('error', () => {});
    this.socket.on('close', () => {
      this.closed = true;
      this.#wake();
    });
  }

  send(id: number, message: ControlMessage): void {
    this.socket.write(encodeMessage(id, message));
  }

  /** The first packet of this kind, now or later; null when the connection closes before. */
  async next<Kind extends ControlMessage['kind']>(
    kind: Kind,
  ): Promise<{ id: number; message: Extract<ControlMessage, { kind: Kind }> } | null> {
    for (;;) {
      const index = this.received.findIndex(({ message }) => message.kind === kind);
      if (index >= 0) {
        const [{ id, message }] = this.received.splice(index, 1);
        return { id, message: message as Extract<ControlMessage, { kind: Kind }> };
      }
      if (this.closed) return null;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  async untilClosed(): Promise<void> {
    if (!this.closed) await new Promise((resolve) => this.socket.once('close', resolve));
  }

  /** The handshake, right or with faults. */
  async shakeHands(
    secret: Uint8Array,
    faults: Partial<{ version: number; buildId: string; pid: number; proof: Uint8Array }> = {},
  ): Promise<void> {
    const nonce = makeNonce();
    this.send(0, {
      kind: 'hello',
      version: faults.version ?? PROTOCOL_VERSION,
      buildId: faults.buildId ?? 'build-1',
      pid: faults.pid ?? 4711,
      nonce,
    });
    const challenge = await this.next('challenge');
    if (!challenge) return;
    this.send(0, {
      kind: 'proof',
      proof: faults.proof ?? agentProof(secret, nonce, challenge.message.nonce),
      javaVersion: '17.0.1',
      vmName: 'Fake VM',
      startup: false,
      processors: 2,
      layout: USUAL_LAYOUT,
    });
  }
}
