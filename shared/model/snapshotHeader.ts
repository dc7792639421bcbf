import { SluiceError, messageOf } from '../base/errors.ts';
import { FIRST_METHOD_ID, METHOD_ID_LIMIT } from '../base/ids.ts';
import type { MethodId } from '../base/ids.ts';
import { CLOCKS } from '../events/clock.ts';
import { REACH_REASONS } from '../base/reachReason.ts';
import type { BareRoot } from './bareRoot.ts';
import type { InstrumentationCost } from './instrumentation.ts';
import type { MethodInfo } from './methodInfo.ts';
import type { MethodSwitch } from './methodSwitch.ts';
import type { RecordedFilter } from './recordedFilter.ts';
import type { RecordedThread, Snapshot } from './snapshot.ts';
import { MAX_SAMPLES, type TimelineSample } from './timeline.ts';

/** What the JSON section of a recording holds: all but the threads' columns, which follow in the order of `threads`. */
export interface SnapshotHeader extends Omit<Snapshot, 'threads'> {
  readonly threads: readonly Omit<RecordedThread, 'table'>[];
}

/** Four are in use. */
const MOST_NESTED = 16;

/** ASCII only: everything else as \uXXXX, so that any reader of bytes can read it. */
export function encodeHeader(header: SnapshotHeader): Uint8Array {
  const { pausedMs, timeline, bareRoot, ...always } = header;
  const fields = {
    ...always,
    ...(pausedMs > 0 ? { pausedMs } : {}),
    ...(bareRoot === null ? {} : { bareRoot }),
    ...(timeline.length > 0 ? { timeline: timeline.map(inMicroseconds) } : {}),
  };
  const text = JSON.stringify(fields).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** @throws SluiceError 'io' naming the first field that is missing or of the wrong type */
export function decodeHeader(bytes: Uint8Array): SnapshotHeader {
  const root = fieldsOf('header', parsed(bytes));
  const target = root.object('target');
  const calibration = root.object('calibration');
  return {
    target: {
      pid: target.number('pid'),
      mainClass: target.text('mainClass'),
      javaVersion: target.text('javaVersion'),
      vmName: target.text('vmName'),
      commandLine: target.text('commandLine'),
    },
    roots: root.texts('roots'),
    scheme: root.oneOf('scheme', ['lazy', 'eager', 'everything']),
    clock: root.oneOf('clock', CLOCKS),
    filter: root.has('filter') ? filterOf(root) : null,
    switches: root.has('switches') ? root.objects('switches').map(switchOf) : [],
    followThreads: root.has('followThreads') && root.boolean('followThreads'),
    countTrivial: root.has('countTrivial') && root.boolean('countTrivial'),
    calibration: {
      innerNs: calibration.number('innerNs'),
      outerNs: calibration.number('outerNs'),
      spreadNs: calibration.number('spreadNs'),
      countNs: calibration.has('countNs') ? calibration.number('countNs') : 0,
      countSpreadNs: calibration.has('countSpreadNs') ? calibration.number('countSpreadNs') : 0,
      pausedPairNs: calibration.has('pausedPairNs') ? calibration.number('pausedPairNs') : 0,
      pausedSpreadNs: calibration.has('pausedSpreadNs') ? calibration.number('pausedSpreadNs') : 0,
      starvedPairNs: calibration.has('starvedPairNs') ? calibration.number('starvedPairNs') : 0,
      starvedSpreadNs: calibration.has('starvedSpreadNs') ? calibration.number('starvedSpreadNs') : 0,
      stepNs: calibration.has('stepNs') ? calibration.number('stepNs') : 0,
      compilingShare: calibration.has('compilingShare') ? calibration.number('compilingShare') : 0,
      ...(calibration.has('contextNs') ? { contextNs: calibration.number('contextNs') } : {}),
    },
    bareRoot: root.has('bareRoot') ? bareRootOf(root) : null,
    complete: root.boolean('complete'),
    losses: root.has('losses') ? root.texts('losses') : [],
    droppedEvents: root.number('droppedEvents'),
    instrumentedMethods: root.number('instrumentedMethods'),
    instrumentation: root.has('instrumentation') ? costOf(root) : null,
    startedAtMs: root.number('startedAtMs'),
    durationMs: root.number('durationMs'),
    pausedMs: root.has('pausedMs') ? root.number('pausedMs') : 0,
    timeline: root.has('timeline') ? timelineOf(root) : [],
    methods: root.objects('methods').map(methodOf),
    threads: root.objects('threads').map((thread) => ({
      id: thread.number('id'),
      name: thread.text('name'),
      virtual: thread.boolean('virtual'),
    })),
    notes: root.texts('notes'),
    refusals: root.texts('refusals'),
  };
}

function bareRootOf(root: Fields): BareRoot {
  const bare = root.object('bareRoot');
  return { passes: bare.number('passes'), meanNs: bare.number('meanNs') };
}

function filterOf(root: Fields): RecordedFilter | null {
  const filter = root.objectOrNull('filter');
  return filter === null
    ? null
    : {
        includes: filter.texts('includes'),
        excludes: filter.texts('excludes'),
        includeCore: filter.boolean('includeCore'),
      };
}

function switchOf(entry: Fields): MethodSwitch {
  return {
    atMs: entry.number('atMs'),
    on: entry.boolean('on'),
    pattern: entry.text('pattern'),
    methods: entry.number('methods'),
  };
}

function timelineOf(root: Fields): readonly TimelineSample[] {
  const samples = root.objects('timeline').map(sampleOf);
  if (samples.length >= MAX_SAMPLES) throw damaged(`its timeline has ${samples.length} samples`);
  samples.forEach((sample, i) => {
    const isBehind = sample.toMs > sample.fromMs && sample.fromMs >= (i > 0 ? samples[i - 1].toMs : 0);
    if (!isBehind || Object.values(sample).some((value: number) => value < 0))
      throw damaged(`sample ${i} of its timeline is impossible: ${JSON.stringify(sample)}`);
  });
  return samples;
}

function sampleOf(sample: Fields): TimelineSample {
  return {
    fromMs: sample.number('fromMs'),
    toMs: sample.number('toMs'),
    events: sample.number('events'),
    hotSwaps: sample.number('hotSwaps'),
    swapMs: sample.number('swapMs'),
    waitedMs: sample.number('waitedMs'),
    coreWaitMs: sample.number('coreWaitMs'),
    classLoads: sample.number('classLoads'),
    classLoadMs: sample.number('classLoadMs'),
    compilingMs: sample.number('compilingMs'),
    pausedMs: sample.number('pausedMs'),
  };
}

/** Sums of times are finer than what was measured: they would fill the file with digits. */
function inMicroseconds(sample: TimelineSample): Record<string, number> {
  return Object.fromEntries(
    Object.entries(sample).map(([name, value]) => [name, Math.round((value as number) * 1000) / 1000]),
  );
}

function costOf(root: Fields): InstrumentationCost | null {
  const cost = root.objectOrNull('instrumentation');
  return cost === null
    ? null
    : {
        classes: cost.number('classes'),
        hotSwaps: cost.number('hotSwaps'),
        swapMs: cost.number('swapMs'),
        analysisMs: cost.number('analysisMs'),
      };
}

function methodOf(method: Fields): MethodInfo {
  const id = method.number('id');
  if (!Number.isInteger(id) || id < FIRST_METHOD_ID || id >= METHOD_ID_LIMIT) {
    throw damaged(`${method.path}.id is ${id}; ${FIRST_METHOD_ID} to ${METHOD_ID_LIMIT - 1} are allowed`);
  }
  return {
    id: id as MethodId,
    className: method.text('className'),
    name: method.text('name'),
    descriptor: method.text('descriptor'),
    root: method.boolean('root'),
    ...(method.has('reason') ? { reason: method.oneOf('reason', REACH_REASONS) } : {}),
    ...(method.has('refused') && method.boolean('refused') ? { refused: true } : {}),
  };
}

function parsed(bytes: Uint8Array): unknown {
  if (nestingOf(bytes) > MOST_NESTED)
    throw damaged(`its header is nested more than ${MOST_NESTED} levels deep`);
  let text = '';
  for (let at = 0; at < bytes.length; at += 4096) {
    text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (thrown) {
    throw damaged(`the header is not JSON: ${messageOf(thrown)}`);
  }
}

/** How deep objects and lists lie within each other: a parser takes memory for each level. */
function nestingOf(json: Uint8Array): number {
  const [quote, backslash, list, listEnd, object, objectEnd] = [...'"\\[]{}'].map((c) => c.charCodeAt(0));
  let inText = false;
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === quote) inText = !inText;
    else if (inText && byte === backslash) at++;
    else if (inText) continue;
    else if (byte === list || byte === object) deepest = Math.max(deepest, ++depth);
    else if (byte === listEnd || byte === objectEnd) depth--;
  }
  return deepest;
}

/** Typed access to the fields of a JSON object from outside. */
interface Fields {
  readonly path: string;
  has(name: string): boolean;
  number(name: string): number;
  text(name: string): string;
  boolean(name: string): boolean;
  oneOf<T extends string>(name: string, allowed: readonly T[]): T;
  texts(name: string): string[];
  object(name: string): Fields;
  objectOrNull(name: string): Fields | null;
  objects(name: string): Fields[];
}

function fieldsOf(path: string, value: unknown): Fields {
  if (typeof value !== 'object' || value === null) throw damaged(`${path} is no object`);
  const get = (name: string): unknown => (value as Record<string, unknown>)[name];
  const expected = (name: string, what: string): SluiceError =>
    damaged(`${path}.${name} is ${JSON.stringify(get(name))}; ${what} is needed`);
  const list = (name: string): readonly unknown[] => {
    const items = get(name);
    if (!Array.isArray(items)) throw expected(name, 'a list');
    return items as unknown[];
  };
  return {
    path,
    has: (name) => get(name) !== undefined,
    number(name) {
      const found = get(name);
      if (!Number.isFinite(found)) throw expected(name, 'a number');
      return found as number;
    },
    text(name) {
      const found = get(name);
      if (typeof found !== 'string') throw expected(name, 'a text');
      return found;
    },
    boolean(name) {
      const found = get(name);
      if (typeof found !== 'boolean') throw expected(name, 'true or false');
      return found;
    },
    oneOf(name, allowed) {
      const found = allowed.find((word) => word === get(name));
      if (found === undefined) throw expected(name, allowed.join(' or '));
      return found;
    },
    texts: (name) =>
      list(name).map((item) => {
        if (typeof item !== 'string') throw expected(name, 'a list of texts');
        return item;
      }),
    object: (name) => fieldsOf(`${path}.${name}`, get(name)),
    objectOrNull: (name) => (get(name) === null ? null : fieldsOf(`${path}.${name}`, get(name))),
    objects: (name) => list(name).map((item, i) => fieldsOf(`${path}.${name}[${i}]`, item)),
  };
}

export function damaged(found: string): SluiceError {
  return new SluiceError(
    'io',
    `The recording is damaged: ${found}.`,
    'Take the file from its source again, or record again.',
  );
}
