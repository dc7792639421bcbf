import { jfrChunks } from '../jfr/jfrChunk.ts';
import { readField, skipField } from '../jfr/jfrValues.ts';
import { amountOf, structAt } from './jfrTrees.ts';

const EXECUTION_SAMPLE = 'jdk.ExecutionSample';

/** Java's thread id -> the number of the thread in the system, of threads that have samples. @throws SluiceError 'io' for what is damaged */
export function jfrThreadIds(bytes: Uint8Array): ReadonlyMap<number, number> {
  const ids = new Map<number, number>();
  for (const chunk of jfrChunks(bytes)) {
    const seen = new Set<number>();
    let cursor = null;
    for (const event of chunk.events(({ name }) => name === EXECUTION_SAMPLE)) {
      cursor = chunk.cursorAt(cursor, event);
      for (const field of event.type.fields) {
        if (field.name !== 'sampledThread') {
          skipField(cursor, field);
          continue;
        }
        const value = readField(cursor, field);
        if (value === null || typeof value !== 'object' || !('key' in value) || seen.has(value.key)) continue;
        seen.add(value.key);
        const fields = structAt(chunk, value)?.fields;
        const [javaId, systemId] = ['javaThreadId', 'osThreadId'].map((name) => amountOf(fields?.get(name)));
        if (javaId !== undefined && systemId !== undefined) ids.set(javaId, systemId);
      }
    }
  }
  return ids;
}
