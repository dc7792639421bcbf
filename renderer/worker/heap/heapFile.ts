/** A file that lies beside the page, at the engine: read by its address as often as wanted, for a browser keeps no gigabytes. */
export interface RemoteFile {
  /** Absolute. */
  readonly url: string;
  readonly size: number;
}

/** Where a heap dump is. */
export type HeapFile = Blob | RemoteFile;

/** @throws TypeError | DOMException where it cannot be had */
export async function streamOf(file: HeapFile): Promise<ReadableStream<Uint8Array>> {
  if (file instanceof Blob) return file.stream();
  const answer = await fetch(file.url);
  if (!answer.ok || answer.body === null) throw new TypeError('the engine has it no more');
  return answer.body;
}
