import { jfrChunkBytes, jfrEvent, text, varint, type WrittenType } from './jfrChunkBytes.ts';

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
  cpuSample: 14,
  state: 15,
  frameType: 16,
  wallSample: 17,
  allocation: 18,
  malloc: 19,
  recording: 20,
  free: 21,
  exception: 22,
  property: 23,
} as const;
type TypeName = keyof typeof TYPE;

interface Field {
  readonly name: string;
  readonly type: TypeName;
  readonly pooled?: boolean;
  readonly array?: boolean;
}

const NAMES: Readonly<Record<TypeName, string>> = {
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
  cpuSample: 'jdk.CPUTimeSample',
  state: 'jdk.types.ThreadState',
  frameType: 'jdk.types.FrameType',
  wallSample: 'profiler.WallClockSample',
  allocation: 'jdk.ObjectAllocationInNewTLAB',
  malloc: 'profiler.Malloc',
  property: 'jdk.InitialSystemProperty',
  recording: 'jdk.ActiveRecording',
  free: 'profiler.Free',
  exception: 'jdk.JavaExceptionThrow',
};

const AT: Field = { name: 'startTime', type: 'long' };
const SAMPLED: Field = { name: 'sampledThread', type: 'thread', pooled: true };
const THREAD: Field = { name: 'eventThread', type: 'thread', pooled: true };
const TRACE: Field = { name: 'stackTrace', type: 'trace', pooled: true };
const STATE: Field = { name: 'state', type: 'state', pooled: true };
const FIELDS: Partial<Readonly<Record<TypeName, readonly Field[]>>> = {
  symbol: [{ name: 'string', type: 'text' }],
  state: [{ name: 'name', type: 'text' }],
  frameType: [{ name: 'description', type: 'text' }],
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
    { name: 'type', type: 'frameType', pooled: true },
  ],
  trace: [
    { name: 'truncated', type: 'boolean' },
    { name: 'frames', type: 'frame', array: true },
  ],
  thread: [
    { name: 'osThreadId', type: 'long' },
    { name: 'javaName', type: 'text' },
    { name: 'javaThreadId', type: 'long' },
    { name: 'virtual', type: 'boolean' },
  ],
  sample: [AT, SAMPLED, TRACE, STATE],
  wallSample: [AT, SAMPLED, TRACE, STATE, { name: 'samples', type: 'int' }],
  setting: [
    { name: 'id', type: 'long' },
    { name: 'name', type: 'text' },
    { name: 'value', type: 'text' },
  ],
  cpuSample: [AT, THREAD, TRACE, { name: 'samplingPeriod', type: 'long' }],
  enter: [
    AT,
    { name: 'duration', type: 'long' },
    THREAD,
    TRACE,
    { name: 'monitorClass', type: 'class', pooled: true },
    { name: 'previousOwner', type: 'thread', pooled: true },
  ],
  allocation: [AT, THREAD, TRACE, { name: 'tlabSize', type: 'long' }],
  malloc: [AT, THREAD, TRACE, { name: 'size', type: 'long' }],
  free: [AT, THREAD, TRACE],
  exception: [AT, THREAD, TRACE],
  property: [AT, { name: 'key', type: 'text' }, { name: 'value', type: 'text' }],
};
const EVENTS: readonly TypeName[] = [
  ...(['sample', 'setting', 'enter', 'cpuSample', 'wallSample', 'allocation', 'malloc', 'free'] as const),
  'recording',
  'exception',
  'property',
];
const SIMPLE: readonly TypeName[] = ['symbol', 'state', 'frameType'];

/** What a recorder was asked for: of a type of event a setting and its value. */
export type WrittenSetting = readonly [type: TypeName, name: string, value: string];

/** As async-profiler writes them: bare ns. */
export function profilerSettings(event: string, intervalNs: number, version = '4.1'): WrittenSetting[] {
  return [
    ['recording', 'version', version],
    ['recording', 'event', event],
    ['sample', 'interval', String(intervalNs)],
  ];
}

/**
 * A file of the Flight Recorder of one chunk, of stacks: thread, then frames from the outermost on.
 *
 *     'main: A.run B.work:12'       a sample of thread main, in work at line 12, called by run
 *
 *     'main: A.run B.add blocked 500 on C by w'       500 ns until thread w gives back a C
 *
 *     'main: A.run B.add cpu 4000'       a sample of CPU time that stands for 4,000 ns
 *     'main@20: A.run'       20 ms after the start; else at once
 *     'main: A.run in SLEEPING'       a sample of a thread in that state; else it is RUNNABLE
 *     'main: A.run wall 3 in SLEEPING'       a batch of three by the wall
 *     'main: A.run allocated 512'       and `malloc 512`, `free`
 *
 * A thread is `main`, `main#21` with Java's id 21, `gc#-4711` with the system's alone, `vt-0~31` a virtual one. `!` before a frame: hidden; `…`
 * before the first: the stack was cut; `libc.so.6|write`: of a library; `|do_syscall/Kernel`: without one, and its kind.
 * @param settings a period of the samples, or what async-profiler has
 * @param properties of the system, with which the program began
 * @param later symbols that a second pool writes again under the keys of the first ones
 */
export function jfrFile(
  stacks: readonly string[],
  settings: string | readonly WrittenSetting[] = '10 ms',
  later: readonly string[] = [],
  properties: Readonly<Record<string, string>> = {},
): Uint8Array {
  const symbols = new Pool<string>();
  const classes = new Pool<string>();
  const methods = new Pool<string>();
  const threads = new Pool<string>();
  const traces = new Pool<string>();
  const states = new Pool<string>();
  const kinds = new Pool<string>();
  const body: number[][] = [];
  const ends =
    / (?:blocked (?<ns>\d+) on (?<lock>\S+) by (?<owner>\S+)|cpu (?<cpu>\d+)|wall (?<wall>\d+)|allocated (?<bytes>\d+)|malloc (?<malloc>\d+)|(?<free>free))$/;
  for (const stack of stacks) {
    const [, thread, ms, rest] = /^(.*?)(?:@(\d+))?: (.*)$/.exec(stack) ?? [];
    const [, beforeState, state = 'RUNNABLE'] = /^(.*?)(?: in (\w+))?$/.exec(rest) ?? [];
    const facts = ends.exec(beforeState)?.groups ?? {};
    const trace = beforeState.replace(ends, '');
    const start = varint(ms === undefined ? 5 : Number(ms) * 1e6);
    const context = [...varint(threads.key(thread)), ...varint(traces.key(trace))];
    const told = [...start, ...context];
    const stateKey = (): number[] => varint(states.key(`STATE_${state}`));
    if (facts.cpu !== undefined) body.push(jfrEvent(TYPE.cpuSample, [...told, ...varint(Number(facts.cpu))]));
    else if (facts.wall !== undefined)
      body.push(jfrEvent(TYPE.wallSample, [...told, ...stateKey(), ...varint(Number(facts.wall))]));
    else if (facts.bytes !== undefined)
      body.push(jfrEvent(TYPE.allocation, [...told, ...varint(Number(facts.bytes))]));
    else if (facts.malloc !== undefined)
      body.push(jfrEvent(TYPE.malloc, [...told, ...varint(Number(facts.malloc))]));
    else if (facts.free !== undefined) body.push(jfrEvent(TYPE.free, told));
    else if (facts.lock === undefined) body.push(jfrEvent(TYPE.sample, [...told, ...stateKey()]));
    else {
      const held = [...varint(classes.key(facts.lock)), ...varint(threads.key(facts.owner))];
      body.push(jfrEvent(TYPE.enter, [...start, ...varint(Number(facts.ns)), ...context, ...held]));
    }
  }
  const written: readonly WrittenSetting[] =
    typeof settings === 'string' ? [['sample', 'period', settings]] : settings;
  for (const [type, name, value] of written)
    body.push(jfrEvent(TYPE.setting, [...varint(TYPE[type]), ...text(name), ...text(value)]));
  for (const [key, value] of Object.entries(properties))
    body.push(jfrEvent(TYPE.property, [...varint(5), ...text(key), ...text(value)]));
  const frameBytes = (frame: string): number[] => {
    const [plain, kind = plain.includes('|') ? 'Native' : 'JIT compiled'] = frame.split('/');
    const [name, line = '1'] = plain.includes('|') ? [plain, '0'] : plain.split(':');
    return [
      ...[...varint(methods.key(name)), ...varint(Number(line)), ...varint(0)],
      ...varint(kinds.key(kind)),
    ];
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
    const isNative = plain.includes('|');
    const point = isNative ? plain.indexOf('|') : plain.lastIndexOf('.');
    const owner = classes.key(plain.slice(0, point));
    const descriptor = isNative ? '()L;' : '()V';
    return [
      ...[...varint(owner), ...varint(symbols.key(plain.slice(point + 1)))],
      ...[...varint(symbols.key(descriptor)), name.startsWith('!') ? 1 : 0],
    ];
  });
  const classEntries = classes.entries((name) =>
    varint(symbols.key(name.startsWith('lib') ? name : name.replaceAll('.', '/'))),
  );
  const threadEntries = threads.entries((told) => {
    const [, name, id = threads.key(told), virtualId] = /^(.*?)(?:#(-?\d+)|~(\d+))?$/.exec(told) ?? [];
    const number = Number(virtualId ?? id);
    const [systemId, javaId] = number < 0 ? [-number, 0] : [0, number];
    return [...varint(systemId), ...text(name), ...varint(javaId), virtualId === undefined ? 0 : 1];
  });
  const pools = [
    { type: TYPE.thread, entries: threadEntries },
    { type: TYPE.trace, entries: traceEntries },
    { type: TYPE.method, entries: methodEntries },
    { type: TYPE.class, entries: classEntries },
    { type: TYPE.symbol, entries: symbols.entries(text) },
    { type: TYPE.state, entries: states.entries(text) },
    { type: TYPE.frameType, entries: kinds.entries(text) },
  ];
  const again = { type: TYPE.symbol, entries: later.map((value, i) => [...varint(i + 1), ...text(value)]) };
  return jfrChunkBytes(writtenTypes(), later.length === 0 ? pools : [...pools, again], body);
}

function writtenTypes(): readonly WrittenType[] {
  return (Object.keys(TYPE) as TypeName[]).map((type) => ({
    ...{ id: TYPE[type], name: NAMES[type] },
    ...(EVENTS.includes(type) ? { superType: 'jdk.jfr.Event' } : {}),
    simpleType: SIMPLE.includes(type),
    fields: (FIELDS[type] ?? []).map((field) => ({ ...field, id: TYPE[field.type] })),
  }));
}

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
