/** What each part begins with that a JVM writes: gzip, deflate, flags, no time. */
const NEXT_MEMBER = [0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0];
const FLAGS_AT = 3;
/** Some parts have a comment: HPROF BLOCKSIZE. */
const WITH_COMMENT = 0x10;

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === NEXT_MEMBER[0] && bytes[1] === NEXT_MEMBER[1];
}

/**
 * The members of a gzip file, each as a stream of its own: a browser unpacks one at a time, and `jcmd PID GC.heap_dump -gz=1` writes one for
 * each megabyte. Where one ends only its contents tell; the eight bytes of the next one come in packed data once in 10^19 bytes.
 */
export async function* gzipMembers(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const source = pieces[Symbol.asyncIterator]();
  /** Bytes that have come and belong to nobody yet. */
  let held: Uint8Array = new Uint8Array();
  let isOver = false;
  const more = async (): Promise<void> => {
    const { done, value } = await source.next();
    if (done === true) isOver = true;
    else held = joined(held, value);
  };
  while (!isOver || held.length > 0) {
    let isFirst = true;
    let hasEnded = false;
    yield new ReadableStream<Uint8Array<ArrayBuffer>>({
      async pull(controller) {
        // As long as nothing can be told of what is held.
        while (!isOver && held.length < 2 * NEXT_MEMBER.length) await more();
        const next = placeOfMember(held, isFirst ? 1 : 0);
        const kept = isOver ? 0 : NEXT_MEMBER.length - 1;
        const end = next >= 0 ? next : Math.max(0, held.length - kept);
        if (end > 0) controller.enqueue(held.slice(0, end));
        held = held.subarray(end);
        isFirst = false;
        if (next >= 0 || (isOver && held.length === 0)) {
          hasEnded = true;
          controller.close();
        } else if (!isOver) await more();
      },
    });
    if (!hasEnded) return; // it was given up
    if (held.length === 0 && !isOver) await more();
  }
}

function placeOfMember(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(NEXT_MEMBER[0], from); at >= 0; at = bytes.indexOf(NEXT_MEMBER[0], at + 1))
    if (
      NEXT_MEMBER.every(
        (byte, i) => bytes[at + i] === byte || (i === FLAGS_AT && bytes[at + i] === WITH_COMMENT),
      )
    )
      return at;
  return -1;
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b;
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}
