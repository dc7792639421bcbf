import { SluiceError } from '../../../shared/base/errors.ts';
import { DEFAULT_RING_BYTES } from '../../../shared/wire/eventFileLayout.ts';
import { AgentConnection } from './agentConnection.ts';
import { AgentListener } from './agentListener.ts';
import type { EventFile } from '../events/eventFile.ts';
import { makeSecret } from './handshake.ts';
import { SessionDirectory } from './sessionDirectory.ts';
import type { TargetPlace } from '../jvms/targetUser.ts';

export interface RendezvousOptions {
  readonly place: TargetPlace;
  readonly buildId: string;
  /** The target's pid in its own namespace; null when not known yet. */
  readonly nsPid: number | null;
  /** Else the agent dials 127.0.0.1. */
  readonly unixSocket: boolean;
  readonly ringBytes?: number;
}

/** A connected agent and the event file that it has mapped. */
export interface MetAgent {
  readonly agent: AgentConnection;
  readonly eventFile: EventFile;
}

/** Everything an agent needs to find us, laid out before it is loaded: a secret, a listener, an event file. */
export class Rendezvous {
  readonly #directory: SessionDirectory;
  readonly #listener: AgentListener;
  #met = false;

  private constructor(directory: SessionDirectory, listener: AgentListener) {
    this.#directory = directory;
    this.#listener = listener;
  }

  static async prepare(options: RendezvousOptions): Promise<Rendezvous> {
    const secret = makeSecret();
    const { buildId, nsPid } = options;
    const credentials = { secret, buildId, nsPid };
    const directory = SessionDirectory.create(options.place, options.ringBytes ?? DEFAULT_RING_BYTES);
    let listener: AgentListener | null = null;
    try {
      let socket: string;
      if (options.unixSocket) {
        listener = directory.asTargetUser(() =>
          AgentListener.onUnixSocket(directory.socketPath, credentials),
        );
        socket = `unix:${directory.socketPathForTarget}`;
      } else {
        const loopback = await AgentListener.onLoopback(credentials, options.place.euid);
        listener = loopback.listener;
        socket = `tcp:127.0.0.1:${loopback.port}`;
      }
      directory.writeSessionFile({ buildId, secret, socket });
      return new Rendezvous(directory, listener);
    } catch (thrown) {
      listener?.close();
      directory.eventFile.close();
      directory.remove();
      throw thrown;
    }
  }

  /** The agent's only option: the session file as the target sees it. */
  get agentOptions(): string {
    return this.#directory.sessionFileForTarget;
  }

  /**
   * The agent, proven, its event file mapped, all names removed from the disk.
   * @param giveUp rejects when the agent cannot come any more
   * @throws what giveUp says; SluiceError 'version' when it says 'attach-failed' and an agent of another build has called
   */
  async meet(giveUp: Promise<never>): Promise<MetAgent> {
    const proven = await Promise.race([this.#listener.arrival(), giveUp]).catch((thrown: unknown) => {
      const cameInVain = thrown instanceof SluiceError && thrown.code === 'attach-failed';
      throw cameInVain ? (this.#listener.mismatch ?? thrown) : thrown;
    });
    this.#directory.removeSessionFile();
    const agent = new AgentConnection(proven);
    try {
      await agent.ping(); // answered only when the event file is mapped
    } catch (thrown) {
      agent.close();
      throw thrown;
    }
    this.#met = true;
    this.#directory.remove();
    return { agent, eventFile: this.#directory.eventFile };
  }

  /** Somebody called that seems to be an agent of another build. */
  get sawMismatch(): boolean {
    return this.#listener.mismatch !== null;
  }

  /** Gives up what was laid out; after a meeting there is nothing to give up. */
  close(): void {
    if (this.#met) return;
    this.#listener.close();
    this.#directory.eventFile.close();
    this.#directory.remove();
  }
}
