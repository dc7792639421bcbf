import type { ObjectLayout } from '../../../shared/events/objectLayout.ts';
import type { Socket } from 'node:net';
import { SluiceError } from '../../../shared/base/errors.ts';
import type { ControlMessage } from '../../../shared/wire/controlMessage.ts';
import { MAX_PACKET_LENGTH } from '../../../shared/wire/frameSplitter.ts';
import { PROTOCOL_VERSION } from '../../../shared/wire/protocolVersion.ts';
import { agentProof, makeNonce, sameBytes, toolProof } from './handshake.ts';
import { PacketSocket } from './packetSocket.ts';

/** What an agent must show. */
export interface Credentials {
  readonly secret: Uint8Array;
  readonly buildId: string;
  /** The pid as the target knows it; null when it is not known before (a launched script). */
  readonly nsPid: number | null;
}

/** An agent that has proven the secret. */
export interface ProvenAgent {
  readonly packets: PacketSocket;
  readonly pid: number;
  readonly javaVersion: string;
  readonly vmName: string;
  /** It came by -javaagent and holds the program's start back until RESUME_STARTUP. */
  readonly startup: boolean;
  /** That its JVM has for the program. */
  readonly processors: number;
  readonly layout: ObjectLayout;
}

type Hello = Extract<ControlMessage, { kind: 'hello' }>;

/** For all of the handshake. */
const HANDSHAKE_TIMEOUT_MS = 5_000;

/**
 * The tool's side of the handshake on a connection from anywhere: nothing that arrives is believed before the proof,
 * nothing is sent but the challenge, packets are limited to 4 KiB and all of it to 5 seconds.
 * @throws SluiceError 'version' for a genuine agent of another build, 'protocol' for everything else
 */
export function proveAgent(socket: Socket, credentials: Credentials): Promise<ProvenAgent> {
  return new Promise((resolve, reject) => {
    const packets = new PacketSocket(socket);
    const toolNonce = makeNonce();
    let hello: Hello | null = null;
    const fail = (error: SluiceError): void => {
      clearTimeout(timer);
      packets.close(error);
      reject(error);
    };
    const timer = setTimeout(
      () =>
        fail(
          new SluiceError(
            'protocol',
            `The handshake with the agent was not finished within ${HANDSHAKE_TIMEOUT_MS} ms.`,
          ),
        ),
      HANDSHAKE_TIMEOUT_MS,
    );
    packets.setReceiver({
      packet(id, message) {
        if (id === 0 && message.kind === 'hello' && hello === null) {
          const mismatch = checkHello(message, credentials);
          if (mismatch) return fail(mismatch);
          hello = message;
          const proof = toolProof(credentials.secret, hello.nonce, toolNonce);
          packets.send(0, { kind: 'challenge', version: PROTOCOL_VERSION, nonce: toolNonce, proof });
        } else if (id === 0 && message.kind === 'proof' && hello !== null) {
          if (!sameBytes(message.proof, agentProof(credentials.secret, hello.nonce, toolNonce))) {
            return fail(
              new SluiceError(
                'protocol',
                'The agent did not prove that it knows the secret of this session.',
              ),
            );
          }
          clearTimeout(timer);
          packets.limitBytes = MAX_PACKET_LENGTH;
          packets.clearReceiver();
          const { javaVersion, vmName, startup, processors, layout } = message;
          resolve({ packets, pid: hello.pid, javaVersion, vmName, startup, processors, layout });
        } else {
          fail(
            new SluiceError(
              'protocol',
              `The agent sent packet ${message.kind} with id ${id} during the handshake, where it is not expected.`,
            ),
          );
        }
      },
      closed(cause) {
        fail(
          cause ??
            new SluiceError('protocol', 'The connection was closed during the handshake with the agent.'),
        );
      },
    });
  });
}

function checkHello(hello: Hello, credentials: Credentials): SluiceError | null {
  if (hello.version !== PROTOCOL_VERSION) {
    return new SluiceError(
      'version',
      `The agent in the JVM speaks protocol version ${hello.version}, this Sluice version ${PROTOCOL_VERSION}.`,
      'An older agent is loaded in that JVM: restart the program, or use the Sluice of that agent.',
    );
  }
  if (hello.buildId !== credentials.buildId) {
    return new SluiceError(
      'version',
      `The agent in the JVM is build ${hello.buildId}, this Sluice needs build ${credentials.buildId}.`,
      'Another version of the agent is loaded in that JVM: restart the program.',
    );
  }
  if (credentials.nsPid !== null && hello.pid !== credentials.nsPid) {
    return new SluiceError(
      'protocol',
      `Process ${hello.pid} called during the handshake; ${credentials.nsPid} was expected.`,
    );
  }
  return null;
}
