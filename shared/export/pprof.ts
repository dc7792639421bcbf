import { OTHER_METHOD } from '../base/ids.ts';
import { visibleText } from '../naming/visibleText.ts';
import { isUncertain } from '../cct/uncertain.ts';
import { exportNotes } from './exportNotes.ts';
import { frameNamer } from './frameNames.ts';
import type { ExportedRecording } from './exportedRecording.ts';
import { ProtobufWriter } from './protobufWriter.ts';
import { DEEPER, foldDeepRows } from './threadRows.ts';

/** Every sample spells its stack out, as collapsed stacks do. */
export const PPROF_LEVELS = 1_000;
const PIECE_BYTES = 1 << 16;
const COUNT = ['calls', 'count'] as const;

/** Field numbers of proto/profile.proto, package perftools.profiles. */
const PROFILE = {
  sampleType: 1,
  sample: 2,
  location: 4,
  function: 5,
  stringTable: 6,
  timeNanos: 9,
  durationNanos: 10,
  periodType: 11,
  period: 12,
  comment: 13,
  defaultSampleType: 14,
} as const;
const SAMPLE = { locationIds: 1, values: 2, label: 3 } as const;
const LABEL = { key: 1, text: 2, number: 3 } as const;
const LOCATION = { id: 1, line: 4 } as const;
const LINE = { functionId: 1 } as const;
const FUNCTION = { id: 1, name: 2, systemName: 3 } as const;
const VALUE_TYPE = { type: 1, unit: 2 } as const;

/**
 * A pprof profile (https://github.com/google/pprof/blob/main/proto/profile.proto), not compressed yet: on disk it has to be
 * gzip. A sample for each context, with the values
 *
 *     calls/count          exact invocations; what pprof calls cum adds up callees' calls, and means little
 *     error/nanoseconds    bound of the error of the time; sums of it bound the errors of sums
 *     wall/nanoseconds     self time, the probes' cost taken out; shown first. Its cum is the total time
 *
 * or calls alone where there was no clock. Further metrics that were measured come before them, by their ids and units. Labels: thread, thread_id, and timed = no for what was only counted.
 */
export function* pprofProfile(whole: ExportedRecording): Generator<Uint8Array> {
  const recording = foldedRecording(whole);
  const out = new ProtobufWriter();
  const strings = new StringTable();
  writeHead(out, strings, recording);
  const functionOf = writeFunctions(out, strings, recording);
  const label = {
    thread: strings.id('thread'),
    id: strings.id('thread_id'),
    timed: strings.id('timed'),
    uncertain: strings.id('uncertain'),
  };
  const no = strings.id('no');
  const yes = strings.id('yes');
  const names = recording.threads.map(({ name }) => strings.id(visibleText(name)));
  for (const text of strings.all) out.text(PROFILE.stringTable, text);

  const sample = new ProtobufWriter();
  const part = new ProtobufWriter();
  for (const [i, { id, rows }] of recording.threads.entries()) {
    const stack: number[] = []; // depth -> location
    for (let row = 0; row < rows.length; row++) {
      stack.length = rows.depth[row];
      stack.push(functionOf.get(rows.method[row]) ?? 0);
      const further = recording.further.map(({ id }) => rows.further.get(id)?.[row] ?? 0);
      const times = recording.isTimed ? [rows.errorNs[row], rows.selfNs[row]] : [];
      sample
        .clear()
        .numbers(SAMPLE.locationIds, stack.toReversed()) // the leaf first
        .numbers(SAMPLE.values, [...further, rows.calls[row], ...times])
        .message(SAMPLE.label, part.clear().number(LABEL.key, label.thread).number(LABEL.text, names[i]))
        .message(SAMPLE.label, part.clear().number(LABEL.key, label.id).number(LABEL.number, id));
      if (recording.isTimed && rows.counted[row] === 1)
        sample.message(SAMPLE.label, part.clear().number(LABEL.key, label.timed).number(LABEL.text, no));
      else if (recording.isTimed && isUncertain(rows.selfNs[row], rows.errorNs[row]))
        sample.message(SAMPLE.label, part.clear().number(LABEL.key, label.uncertain).number(LABEL.text, yes));
      out.message(PROFILE.sample, sample);
      if (out.length >= PIECE_BYTES) yield out.take();
    }
  }
  yield out.take();
}

function foldedRecording(recording: ExportedRecording): ExportedRecording {
  const threads = recording.threads.map((thread) => ({
    ...thread,
    rows: foldDeepRows(thread.rows, PPROF_LEVELS),
  }));
  return { ...recording, threads };
}

function writeHead(out: ProtobufWriter, strings: StringTable, recording: ExportedRecording): void {
  const part = new ProtobufWriter();
  const further = recording.further.map(({ id, unit }) => [id, unit]);
  const times = recording.isTimed
    ? [
        ['error', 'nanoseconds'],
        ['wall', 'nanoseconds'],
      ]
    : [];
  const types = [...further, COUNT, ...times];
  const valueType = ([type, unit]: readonly string[]): ProtobufWriter =>
    part.clear().number(VALUE_TYPE.type, strings.id(type)).number(VALUE_TYPE.unit, strings.id(unit));
  for (const each of types) out.message(PROFILE.sampleType, valueType(each));
  // What was counted for each sample: every ns, or every call. Servers that store profiles name a profile by it, and cannot query one without.
  const main = types[types.length - 1];
  out.message(PROFILE.periodType, valueType(main)).number(PROFILE.period, 1);
  out.number(PROFILE.defaultSampleType, strings.id(main[0]));
  out.number(PROFILE.durationNanos, Math.round(recording.snapshot.durationMs * 1e6));
  // Beyond 2^53, where not every whole number can be said: the nearest is right to 256 ns.
  out.number(PROFILE.timeNanos, recording.snapshot.startedAtMs * 1e6);
  for (const note of exportNotes(recording)) out.number(PROFILE.comment, strings.id(note));
}

/** A function and a location of the same id for each method that the trees mention. @returns MethodId -> that id */
function writeFunctions(
  out: ProtobufWriter,
  strings: StringTable,
  { threads, methods }: ExportedRecording,
): ReadonlyMap<number, number> {
  const ids = new Map<number, number>();
  for (const { rows } of threads) {
    for (const method of rows.method) if (!ids.has(method)) ids.set(method, ids.size + 1);
  }
  const nameOf = frameNamer(methods);
  const part = new ProtobufWriter();
  const line = new ProtobufWriter();
  for (const [method, id] of ids) {
    part
      .clear()
      .number(FUNCTION.id, id)
      .number(FUNCTION.name, strings.id(nameOf(method)));
    if (method !== DEEPER && method !== OTHER_METHOD) {
      const { className, name, descriptor } = methods.get(method);
      part.number(FUNCTION.systemName, strings.id(visibleText(`${className}.${name}${descriptor}`)));
    }
    out.message(PROFILE.function, part);
    line.clear().number(LINE.functionId, id);
    out.message(PROFILE.location, part.clear().number(LOCATION.id, id).message(LOCATION.line, line));
  }
  return ids;
}

/** Texts by number, each once; 0 is "". */
class StringTable {
  readonly #ids = new Map<string, number>([['', 0]]);

  id(text: string): number {
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    this.#ids.set(text, this.#ids.size);
    return this.#ids.size - 1;
  }

  get all(): Iterable<string> {
    return this.#ids.keys();
  }
}
