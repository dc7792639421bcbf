import type { ThreadId } from '../../../shared/base/ids.ts';
import type { ObjectLayout } from '../../../shared/events/objectLayout.ts';
import { BlockDecoder } from '../../../shared/wire/blockDecoder.ts';
import { BlockEncoder, encodeRecordingStart } from '../../../shared/wire/blockEncoder.ts';

/**
 * The threads that the agent has announced and that live. It announces each once for all recordings of a session, so
 * who reads from a later recording on is told by the tool.
 */
export class AnnouncedThreads {
  readonly #threads = new Map<ThreadId, { readonly name: string; readonly virtual: boolean }>();
  readonly #decoder = new BlockDecoder({
    events: () => {},
    thread: (threadId, name, virtual) => this.#threads.set(threadId, { name: virtual ? '' : name, virtual }),
    threadEnd: (threadId) => this.#threads.delete(threadId),
    recordingStart: () => {},
  });

  /** The next bytes of the stream: block headers are looked at, events are not. @throws SluiceError('protocol') */
  feed(bytes: Uint8Array): void {
    this.#decoder.feed(bytes);
  }

  /** The bytes fed end with a block. */
  get betweenBlocks(): boolean {
    return this.#decoder.pendingBytes === 0;
  }

  /**
   * The beginning of a recording for a reader that has not seen the ones before: a THREAD block for each thread between
   * two RECORDING_STARTs, as only the block after a RECORDING_START may have any number.
   */
  encodeRecordingStart(layout: ObjectLayout | null, isWeighted: boolean, slowCallsNs = 0): Uint8Array {
    const blocks = new BlockEncoder();
    const names = [...this.#threads].map(([threadId, { name, virtual }]) =>
      blocks.thread(threadId, name, virtual),
    );
    return Buffer.concat([
      encodeRecordingStart(),
      ...names,
      encodeRecordingStart(layout, isWeighted, slowCallsNs),
    ]);
  }
}
