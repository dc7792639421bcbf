/** Bytes of a dump as they come, unpacked. Valid until the next ones are asked for. */
export interface DumpChunk {
  readonly bytes: Uint8Array;
  /** Bytes of the file that have been read so far, packed as they are. */
  readonly readBytes: number;
}

/**
 * A heap dump that can be read from its beginning as often as wanted: a file, packed by gzip or not, or a Blob in a page's worker.
 * Nothing else is asked of it, so that a packed one needs no unpacked copy.
 */
export interface DumpSource {
  /** Of the file, packed as it is. */
  readonly fileBytes: number;
  chunks(): AsyncIterable<DumpChunk>;
}

/** An AbortSignal is one. */
export interface CancelSignal {
  readonly aborted: boolean;
}

/** What is being done, and how much of it is done, 0 to 1. */
export type OnProgress = (what: string, done: number) => void;

export interface ReadOptions {
  readonly signal?: CancelSignal;
  readonly onProgress?: OnProgress;
  /** Lets others run between two steps that take long, so that a signal can come. */
  readonly pause?: () => Promise<void>;
  /** More than that is not taken; what a dump needs is estimated beforehand. */
  readonly memoryBytes?: number;
}
