import { encodeUtf8 } from '../base/utf8.ts';

/** Type ids of the file; any would do. */
const TYPE = {
  boolean: 1,
  int: 2,
  long: 3,
  text: 4,
  symbol: 5,
  class: 6,
  method: 7,
  frame: 8,
  trace: 9,
  thread: 10,
  sample: 11,
  setting: 12,
  enter: 13,
} as const;

interface Field {
  readonly name: string;
  readonly type: keyof typeof TYPE;
  readonly pooled?: boolean;
  readonly array?: boolean;
}

const NAMES: Readonly<Record<keyof typeof TYPE, string>> = {
  boolean: 'boolean',
  int: 'int',
  long: 'long',
  text: 'java.lang.String',
  symbol: 'jdk.types.Symbol',
  class: 'java.lang.Class',
  method: 'jdk.types.Method',
  frame: 'jdk.types.StackFrame',
  trace: 'jdk.types.StackTrace',
  thread: 'java.lang.Thread',
  sample: 'jdk.ExecutionSample',
  setting: 'jdk.ActiveSetting',
  enter: 'jdk.JavaMonitorEnter',
};

const FIELDS: Partial<Readonly<Record<keyof typeof TYPE, readonly Field[]>>> = {
  symbol: [{ name: 'string', type: 'text' }],
  class: [{ name: 'name', type: 'symbol', pooled: true }],
  method: [
    { name: 'type', type: 'class', pooled: true },
    { name: 'name', type: 'symbol', pooled: true },
    { name: 'descriptor', type: 'symbol', pooled: true },
    { name: 'hidden', type: 'boolean' },
  ],
  frame: [
    { name: 'method', type: 'method', pooled: true },
    { name: 'lineNumber', type: 'int' },
    { name: 'bytecodeIndex', type: 'int' },
  ],
  trace: [
    { name: 'truncated', type: 'boolean' },
    { name: 'frames', type: 'frame', array: true },
  ],
  thread: [
    { name: 'javaName', type: 'text' },
    { name: 'javaThreadId', type: 'long' },
  ],
  sample: [
    { name: 'startTime', type: 'long' },
    { name: 'sampledThread', type: 'thread', pooled: true },
    { name: 'stackTrace', type: 'trace', pooled: true },
  ],
  setting: [
    { name: 'id', type: 'long' },
    { name: 'name', type: 'text' },
    { name: 'value', type: 'text' },
  ],
  enter: [
    { name: 'startTime', type: 'long' },
    { name: 'duration', type: 'long' },
    { name: 'eventThread', type: 'thread', pooled: true },
    { name: 'stackTrace', type: 'trace', pooled: true },
    { name: 'monitorClass', type: 'class', pooled: true },
    { name: 'previousOwner', type: 'thread', pooled: true },
  ],
};
const EVENTS: readonly (keyof typeof TYPE)[] = ['sample', 'setting', 'enter'];

/**
 * A file of the Flight Recorder of one chunk, of stacks: thread, then frames from the outermost on.
 *
 *     'main: A.run B.work:12'       a sample of thread main, in work at line 12, called by run
 *
 *     'main: A.run B.add blocked 500 on C by w'       500 ns until thread w gives back a C
 *
 *     'main@20: A.run'       20 ms after the start; else at once
 *
 * `!` before a frame: hidden; `…` before the first: the stack was cut.
 */
export function jfrFile(stacks: readonly string[], period = '10 ms'): Uint8Array {
  const symbols = new Pool<string>();
  const classes = new Pool<string>();
  const methods = new Pool<string>();
  const threads = new Pool<string>();
  const traces = new Pool<string>();
  const body: number[] = [];
  for (const stack of stacks) {
    const [, thread, ms, trace, ns, lock, owner] =
      /^(.*?)(?:@(\d+))?: (.*?)(?: blocked (\d+) on (\S+) by (\S+))?$/.exec(stack) ?? ([] as string[]);
    const start = varint(ms === undefined ? 5 : Number(ms) * 1e6);
    const context = [...varint(threads.key(thread)), ...varint(traces.key(trace))];
    if (lock === undefined) body.push(...event(TYPE.sample, [...start, ...context]));
    else {
      const held = [...varint(classes.key(lock)), ...varint(threads.key(owner))];
      body.push(...event(TYPE.enter, [...start, ...varint(Number(ns)), ...context, ...held]));
    }
  }
  body.push(...event(TYPE.setting, [...varint(TYPE.sample), ...text('period'), ...text(period)]));
  const frameBytes = (frame: string): number[] => {
    const [name, line = '1'] = frame.split(':');
    return [...varint(methods.key(name)), ...varint(Number(line)), ...varint(0)];
  };
  const traceEntries = traces.entries((trace) => {
    const frames = trace
      .replace('…', '')
      .split(' ')
      .filter((frame) => frame !== '')
      .reverse();
    return [trace.startsWith('…') ? 1 : 0, ...varint(frames.length), ...frames.flatMap(frameBytes)];
  });
  const methodEntries = methods.entries((name) => {
    const plain = name.replace('!', '');
    const point = plain.lastIndexOf('.');
    const owner = classes.key(plain.slice(0, point));
    return [
      ...[...varint(owner), ...varint(symbols.key(plain.slice(point + 1)))],
      ...[...varint(symbols.key('()V')), name.startsWith('!') ? 1 : 0],
    ];
  });
  const classEntries = classes.entries((name) => varint(symbols.key(name.replaceAll('.', '/'))));
  const pools = [
    pool(
      TYPE.thread,
      threads.entries((name) => [...text(name), ...varint(threads.key(name))]),
    ),
    pool(TYPE.trace, traceEntries),
    pool(TYPE.method, methodEntries),
    pool(TYPE.class, classEntries),
    pool(TYPE.symbol, symbols.entries(text)),
  ];
  const checkpoint = event(1, [
    ...varint(5),
    ...varint(0),
    ...varint(0),
    0,
    ...varint(pools.length),
    ...pools.flat(),
  ]);
  const metadata = event(0, metadataBytes());
  const checkpointAt = HEADER_BYTES + body.length;
  const metadataAt = checkpointAt + checkpoint.length;
  const size = metadataAt + metadata.length;
  const header = new DataView(new ArrayBuffer(HEADER_BYTES));
  [0x46, 0x4c, 0x52, 0].forEach((byte, i) => header.setUint8(i, byte));
  header.setUint16(4, 2);
  const longs = [size, checkpointAt, metadataAt, 1_760_000_000_000_000_000, 2_000_000_000, 0, 1_000_000_000];
  longs.forEach((value, i) => header.setBigInt64(8 + 8 * i, BigInt(value)));
  header.setUint32(64, 1);
  return Uint8Array.from([...new Uint8Array(header.buffer), ...body, ...checkpoint, ...metadata]);
}

const HEADER_BYTES = 68;

/** Values, each with a key from 1 on in the order of their coming. */
class Pool<Value> {
  readonly #keys = new Map<Value, number>();

  key(value: Value): number {
    const known = this.#keys.get(value);
    if (known !== undefined) return known;
    this.#keys.set(value, this.#keys.size + 1);
    return this.#keys.size;
  }

  entries(bytesOf: (value: Value) => readonly number[]): number[][] {
    return [...this.#keys].map(([value, key]) => [...varint(key), ...bytesOf(value)]);
  }
}

function pool(type: number, entries: readonly (readonly number[])[]): number[] {
  return [...varint(type), ...varint(entries.length), ...entries.flat()];
}

/** The size counts itself, here in four bytes, as the JVM writes it. */
function event(type: number, body: readonly number[]): number[] {
  const rest = [...varint(type), ...body];
  const size = rest.length + 4;
  return [
    (size & 0x7f) | 0x80,
    ((size >> 7) & 0x7f) | 0x80,
    ((size >> 14) & 0x7f) | 0x80,
    size >> 21,
    ...rest,
  ];
}

function metadataBytes(): number[] {
  const texts: string[] = [];
  const place = (value: string): number[] => {
    if (!texts.includes(value)) texts.push(value);
    return varint(texts.indexOf(value));
  };
  const element = (
    name: string,
    attributes: Readonly<Record<string, string>>,
    children: readonly number[][],
  ): number[] => [
    ...place(name),
    ...varint(Object.keys(attributes).length),
    ...Object.entries(attributes).flatMap(([key, value]) => [...place(key), ...place(value)]),
    ...varint(children.length),
    ...children.flat(),
  ];
  const types = (Object.keys(TYPE) as (keyof typeof TYPE)[]).map((type) =>
    element(
      'class',
      {
        id: String(TYPE[type]),
        name: NAMES[type],
        ...(EVENTS.includes(type) ? { superType: 'jdk.jfr.Event' } : {}),
        ...(type === 'symbol' ? { simpleType: 'true' } : {}),
      },
      (FIELDS[type] ?? []).map(({ name, type: fieldType, pooled, array }) =>
        element(
          'field',
          {
            name,
            class: String(TYPE[fieldType]),
            ...(pooled === true ? { constantPool: 'true' } : {}),
            ...(array === true ? { dimension: '1' } : {}),
          },
          [],
        ),
      ),
    ),
  );
  const root = element('root', {}, [element('metadata', {}, types), element('region', {}, [])]);
  return [...varint(5), ...varint(0), ...varint(1), ...varint(texts.length), ...texts.flatMap(text), ...root];
}

function text(value: string): number[] {
  const bytes = encodeUtf8(value);
  return [3, ...varint(bytes.length), ...bytes];
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return [...bytes, rest];
}
