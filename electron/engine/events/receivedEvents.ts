import { BlockDecoder } from '../../../shared/wire/blockDecoder.ts';

/** How many events of one recording have come: what is held against what the agent says that it has produced. */
export class ReceivedEvents {
  #received = 0;
  #dropped = 0;
  #readable = true;
  readonly #decoder = new BlockDecoder({
    events: (_thread, _timed, _words, eventCount, _baseTimeNs, dropped) => {
      this.#received += eventCount;
      this.#dropped += dropped;
    },
    thread: () => {},
    threadEnd: () => {},
    recordingStart: () => {},
  });

  /** Event words, control words among them. */
  get received(): number {
    return this.#received;
  }

  /** Events that the stream itself tells the loss of. */
  get dropped(): number {
    return this.#dropped;
  }

  /** The next bytes of the stream: block headers are looked at, events are not. Garbage, and what is behind it, counts nothing. */
  take(bytes: Uint8Array): void {
    if (!this.#readable) return;
    try {
      this.#decoder.feed(bytes);
    } catch {
      this.#readable = false; // its readers say what is wrong with it
    }
  }
}
