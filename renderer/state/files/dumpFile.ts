const MAGIC = new TextEncoder().encode('JAVA PROFILE');
/** So much of a packed file unpacks to more than the magic. */
const LOOKED_AT_BYTES = 1 << 16;

/** Whether a file is a heap dump, packed by gzip or not: its name says little. @throws DOMException where it cannot be read */
export async function isHeapDump(file: Blob): Promise<boolean> {
  const begins = new Uint8Array(await file.slice(0, MAGIC.length).arrayBuffer());
  if (begins[0] !== 0x1f || begins[1] !== 0x8b) return isMagic(begins);
  const unpacked = file.slice(0, LOOKED_AT_BYTES).stream().pipeThrough(new DecompressionStream('gzip'));
  const reader = unpacked.getReader();
  try {
    const { value } = await reader.read();
    return value !== undefined && isMagic(value);
  } catch {
    return false;
  } finally {
    void reader.cancel().catch(() => {});
  }
}

function isMagic(bytes: Uint8Array): boolean {
  return MAGIC.every((byte, i) => bytes[i] === byte);
}
