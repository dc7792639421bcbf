import { execFileSync } from 'node:child_process';
import type { JfrChunk } from '../jfr/jfrChunk.ts';
import { type JfrEvent } from '../jfr/jfrChunk.ts';
import type { JfrField } from '../jfr/jfrMetadata.ts';
import type { JfrValue } from '../jfr/jfrValues.ts';

/** An event as `jfr print --json` writes it. */
export interface PrintedEvent {
  readonly type: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** What the JDK's own reader finds in a file. @param stackDepth frames of each trace */
export function printedEvents(javaHome: string, file: string, stackDepth: number): readonly PrintedEvent[] {
  const args = ['print', '--json', '--stack-depth', String(stackDepth), file];
  const text = execFileSync(`${javaHome}/bin/jfr`, args, { encoding: 'utf8', maxBuffer: 1 << 29 });
  return (JSON.parse(text) as { recording: { events: PrintedEvent[] } }).recording.events;
}

/** Where the JDK's reader and ours differ in an event, a line each: "stackTrace.frames.0.lineNumber: 5, printed 6". */
export function differences(chunk: JfrChunk, event: JfrEvent, printed: PrintedEvent): string[] {
  const found: string[] = [];
  const { fields } = chunk.read(event);
  for (const field of event.type.fields) {
    compareField(chunk, field, fields.get(field.name) ?? null, printed.values[field.name], field.name, found);
  }
  return found;
}

function compareField(
  chunk: JfrChunk,
  field: JfrField,
  value: JfrValue,
  printed: unknown,
  path: string,
  found: string[],
): void {
  if (field.isArray && Array.isArray(value)) {
    const items = printed as readonly unknown[];
    if (items.length !== value.length) found.push(`${path}: ${value.length} items, printed ${items.length}`);
    items.forEach((item, i) =>
      compareField(chunk, { ...field, isArray: false }, value[i] as JfrValue, item, `${path}.${i}`, found),
    );
    return;
  }
  if (field.type.name === 'jdk.types.StackTrace') return compareTrace(chunk, value, printed, path, found);
  let own = value;
  if (own !== null && typeof own === 'object' && 'key' in own) own = chunk.resolve(own);
  if (own !== null && typeof own === 'object' && 'textKey' in own) own = chunk.textOf(own);
  if (own !== null && typeof own === 'object' && 'fields' in own) {
    const struct = own;
    if (struct.type.isSimple) {
      const [only] = struct.type.fields;
      return compareField(chunk, only, struct.fields.get(only.name) ?? null, printed, path, found);
    }
    if (printed === null || typeof printed !== 'object') {
      found.push(`${path}: a ${struct.type.name}, printed ${JSON.stringify(printed)}`);
      return;
    }
    const printedFields = printed as Record<string, unknown>;
    for (const inner of struct.type.fields)
      if (inner.name in printedFields)
        compareField(
          chunk,
          inner,
          struct.fields.get(inner.name) ?? null,
          printedFields[inner.name],
          `${path}.${inner.name}`,
          found,
        );
    return;
  }
  if (!isSame(field, own, printed)) found.push(`${path}: ${String(own)}, printed ${JSON.stringify(printed)}`);
}

/** The JDK's reader makes times, spans and unsigned numbers of some. */
function isSame({ annotations, type }: JfrField, own: JfrValue, printed: unknown): boolean {
  if (own === printed) return true;
  if (typeof own === 'string' && type.kind === 'char') return own === printed;
  if (annotations.has('jdk.jfr.Timestamp') || annotations.has('jdk.jfr.Timespan')) return true; // of another form: compared in ticks elsewhere
  if (typeof own === 'bigint' || typeof own === 'number') {
    if (printed === null) return true; // NaN, and what stands for "none"
    if (typeof printed !== 'number') return false;
    if (type.kind === 'float')
      return Math.abs(Math.fround(printed) - Number(own)) <= Math.abs(Number(own)) * 1e-6;
    if (annotations.has('jdk.jfr.Unsigned'))
      return Number(BigInt.asUintN(type.kind === 'long' ? 64 : 32, BigInt(own))) === printed;
    return Number(own) === printed;
  }
  return false;
}

function compareTrace(
  chunk: JfrChunk,
  value: JfrValue,
  printed: unknown,
  path: string,
  found: string[],
): void {
  const key = value !== null && typeof value === 'object' && 'key' in value ? value.key : 0;
  const place = chunk.stackTraces.placeOf(key);
  if (place === undefined || printed === null) {
    if (printed !== null || (place !== undefined && key !== 0))
      found.push(`${path}: trace ${key}, printed ${printed === null ? 'null' : 'one'}`);
    return;
  }
  const { truncated, frames } = printed as { truncated: boolean; frames: PrintedFrame[] };
  const traces = chunk.stackTraces;
  const start = traces.start(place);
  if (traces.isTruncated(place) !== truncated) found.push(`${path}.truncated: printed ${truncated}`);
  if (traces.start(place + 1) - start !== frames.length)
    found.push(`${path}: ${traces.start(place + 1) - start} frames, printed ${frames.length}`);
  frames.forEach(({ method, lineNumber, bytecodeIndex }, i) => {
    const own = chunk.methodAt(start + i);
    const is = `${own?.className.replaceAll('.', '/')}.${own?.name}${own?.descriptor} ${traces.lineOf(start + i)} ${traces.bciOf(start + i)}`;
    const was = `${method.type.name.replaceAll('.', '/')}.${method.name}${method.descriptor} ${lineNumber} ${bytecodeIndex}`;
    if (is !== was) found.push(`${path}.${i}: ${is}, printed ${was}`);
  });
}

interface PrintedFrame {
  readonly method: {
    readonly type: { readonly name: string };
    readonly name: string;
    readonly descriptor: string;
  };
  readonly lineNumber: number;
  readonly bytecodeIndex: number;
}
