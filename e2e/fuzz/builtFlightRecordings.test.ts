import { expect, it } from 'vitest';
import { SluiceError } from '../../shared/base/errors.ts';
import { JFR_EVENT_KINDS } from '../../shared/importers/jfrEventKinds.ts';
import { jfrRecording } from '../../shared/importers/jfrRecording.ts';
import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { seededRandom } from '../../shared/testing/arbitraryEvents.ts';
import {
  jfrChunkBytes,
  jfrEvent,
  text,
  varint,
  type WrittenField,
  type WrittenType,
} from '../../shared/testing/jfrChunkBytes.ts';
import { WAIT_EVENTS } from '../../shared/importers/jfrWaits.ts';

const FILES = 3_000;
const MOST_VALUES = 20_000;
/** A tenth of it is what is usual; what is quadratic takes seconds. */
const MOST_CPU_MS = 1_000;
const CPU_MS_PER_MEGABYTE = 3_000;

const PRIMITIVES = [
  ...['boolean', 'byte', 'char', 'short', 'int', 'long', 'float', 'double', 'java.lang.String'],
];
/** What the readers look for, by its name. */
const STRUCTS = [
  ...['java.lang.Class', 'java.lang.Thread', 'jdk.types.Symbol', 'jdk.types.Method', 'jdk.types.StackFrame'],
  ...['jdk.types.StackTrace', 'jdk.types.ThreadState', 'jdk.types.FrameType', 'Other', 'Another', 'Third'],
];
const EVENTS = [
  ...['jdk.ExecutionSample', 'jdk.CPUTimeSample', 'profiler.WallClockSample', 'profiler.Malloc'],
  ...['jdk.ActiveSetting', 'jdk.ObjectAllocationSample', 'jdk.ExecuteVMOperation', 'jdk.JVMInformation'],
  ...['profiler.NativeLock', 'jdk.CPUTimeSamplesLost'],
  ...WAIT_EVENTS,
  ...JFR_EVENT_KINDS.map(({ event }) => event),
];
const FIELDS = [
  ...['name', 'type', 'descriptor', 'string', 'method', 'lineNumber', 'bytecodeIndex', 'truncated', 'frames'],
  ...['javaName', 'osName', 'javaThreadId', 'osThreadId', 'virtual', 'hidden', 'startTime', 'duration'],
  ...['sampledThread', 'eventThread', 'stackTrace', 'state', 'samples', 'samplingPeriod', 'monitorClass'],
  ...['previousOwner', 'id', 'value', 'weight', 'size', 'safepoint', 'safepointId', 'operation', 'gcId'],
  ...['heapUsed', 'when', 'thrownClass', 'message', 'path', 'lostSamples', 'jvmName', 'pid', 'classLoader'],
];
/** What the fields of a type usually are: else nothing is ever found. */
const USUAL: Readonly<
  Record<string, readonly (readonly [name: string, type: string, kind: '' | 'pooled' | 'array'])[]>
> = {
  'java.lang.Class': [['name', 'jdk.types.Symbol', 'pooled']],
  'java.lang.Thread': [
    ['javaName', 'java.lang.String', ''],
    ['javaThreadId', 'long', ''],
    ['osThreadId', 'long', ''],
    ['virtual', 'boolean', ''],
  ],
  'jdk.types.Symbol': [['string', 'java.lang.String', '']],
  'jdk.types.Method': [
    ['type', 'java.lang.Class', 'pooled'],
    ['name', 'jdk.types.Symbol', 'pooled'],
    ['descriptor', 'jdk.types.Symbol', 'pooled'],
  ],
  'jdk.types.StackFrame': [
    ['method', 'jdk.types.Method', 'pooled'],
    ['lineNumber', 'int', ''],
    ['bytecodeIndex', 'int', ''],
    ['type', 'jdk.types.FrameType', 'pooled'],
  ],
  'jdk.types.StackTrace': [
    ['truncated', 'boolean', ''],
    ['frames', 'jdk.types.StackFrame', 'array'],
  ],
};
const USUAL_EVENT: (typeof USUAL)[string] = [
  ['startTime', 'long', ''],
  ['sampledThread', 'java.lang.Thread', 'pooled'],
  ['stackTrace', 'jdk.types.StackTrace', 'pooled'],
  ['duration', 'long', ''],
];

/** Makes files of the Flight Recorder whose types, pools and events are anything that its metadata can say. */
class Builder {
  readonly #random: () => number;
  #types: readonly WrittenType[] = [];
  /** Values that the file may still have: arrays of arrays grow fast. */
  #left = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  file(): Uint8Array {
    const names = [...PRIMITIVES, ...STRUCTS, ...this.#some(EVENTS, 6)];
    const isWild = this.#chance(0.3);
    this.#left = MOST_VALUES;
    this.#types = names.map((name, i) => ({
      ...{ id: i + 2, name },
      ...(EVENTS.includes(name) ? { superType: 'jdk.jfr.Event' } : {}),
      simpleType: name === 'jdk.types.Symbol' || this.#chance(0.1),
      fields: PRIMITIVES.includes(name) ? [] : this.#fields(name, names, isWild),
    }));
    const structs = this.#types.filter(({ name }) => !PRIMITIVES.includes(name) && !EVENTS.includes(name));
    const keys = 1 + this.#below(this.#chance(0.1) ? 20_000 : 30);
    const pools = structs.map((type) => {
      const entries = Array.from({ length: this.#below(keys + 1) }, (_, i) => [
        ...varint(this.#chance(0.9) ? i : this.#below(2 ** 50)),
        ...this.#value(type, 0),
      ]);
      return { type: type.id, entries, ...(this.#chance(0.02) ? { count: this.#below(2 ** 45) } : {}) };
    });
    const events = this.#types.filter(({ superType }) => superType !== undefined);
    const written = Array.from({ length: this.#below(this.#chance(0.1) ? 5_000 : 60) }, () => {
      const type = events[this.#below(events.length)];
      return jfrEvent(type.id, this.#value(type, 0));
    });
    return jfrChunkBytes(this.#types, pools, written);
  }

  #fields(name: string, names: readonly string[], isWild: boolean): readonly WrittenField[] {
    const usual = (EVENTS.includes(name) ? USUAL_EVENT : (USUAL[name] ?? [])).map(
      ([fieldName, type, kind]): WrittenField => ({
        ...{ name: fieldName, id: names.indexOf(type) + 2 },
        ...{ pooled: kind === 'pooled', array: kind === 'array' },
      }),
    );
    if (!isWild || this.#chance(0.6)) {
      if (!EVENTS.includes(name)) return usual;
      return [...usual, ...this.#some(FIELDS, 3).map((field) => this.#field(field, names.length))];
    }
    const wild = this.#some(FIELDS, this.#below(this.#chance(0.05) ? 100 : 6)).map((field) =>
      this.#field(field, names.length),
    );
    return this.#chance(0.3) ? wild : [...usual, ...wild];
  }

  #field(name: string, types: number): WrittenField {
    const id = 2 + this.#below(this.#chance(0.5) ? PRIMITIVES.length : types);
    // Of structs that lie within each other most are refused at once.
    const pooled = this.#chance(id < 2 + PRIMITIVES.length ? 0.3 : 0.95);
    return { name, id, pooled, array: this.#chance(0.15) };
  }

  /** Bytes that are of the type mostly. */
  #value({ name, fields = [] }: WrittenType, depth: number): number[] {
    if (depth > 4 || this.#left-- < 0) return [];
    switch (name) {
      case 'boolean':
      case 'byte':
        return [this.#below(256)];
      case 'float':
        return [1, 2, 3, 4];
      case 'double':
        return [1, 2, 3, 4, 5, 6, 7, 8];
      case 'java.lang.String':
        return this.#chance(0.2)
          ? [this.#below(2)]
          : this.#chance(0.002)
            ? [this.#below(7)]
            : text('n'.repeat(this.#below(this.#chance(0.02) ? 9_000 : 9)));
      default:
        if (PRIMITIVES.includes(name)) return varint(this.#below(this.#chance(0.2) ? 2 ** 40 : 40));
    }
    return fields.flatMap((field) => {
      const one = (): number[] =>
        field.pooled === true ? varint(this.#below(40)) : this.#value(this.#typeOf(field.id), depth + 1);
      if (field.array !== true) return one();
      const length = Math.min(this.#left + 1, this.#below(this.#chance(0.05) ? 300 : 6));
      return [...varint(length), ...Array.from({ length }, one).flat()];
    });
  }

  #typeOf(id: number): WrittenType {
    return this.#types[id - 2] ?? { id, name: 'int' };
  }

  #some<Item>(items: readonly Item[], count: number): Item[] {
    return Array.from({ length: count }, () => items[this.#below(items.length)]);
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }
}

it(
  `${FILES} files that were built of hostile types are read or refused, in time that is linear in their bytes`,
  { tags: ['slow'], timeout: 600_000 },
  () => {
    const builder = new Builder(seededRandom(42));
    let refused = 0;
    for (let i = 0; i < FILES; i++) {
      const file = builder.file();
      const before = process.cpuUsage();
      try {
        encodeSnapshot(jfrRecording(file));
      } catch (thrown) {
        if (!(thrown instanceof SluiceError)) throw thrown;
        refused++;
      }
      const { user, system } = process.cpuUsage(before);
      const cpuMs = (user + system) / 1000;
      expect(cpuMs, `file ${i} of ${file.length} bytes`).toBeLessThan(
        MOST_CPU_MS + (CPU_MS_PER_MEGABYTE * file.length) / 1e6,
      );
    }
    expect(refused).toBeGreaterThan(FILES / 20);
    expect(refused).toBeLessThan(FILES * 0.8);
  },
);
