import { FIRST_METHOD_ID, METHOD_ID_LIMIT, type MethodId } from '../../base/ids.ts';
import type { ObjectLayout } from '../../events/objectLayout.ts';
import { REACH_REASONS } from '../../messages/reachReason.ts';
import type { BareRoot } from '../passSummary.ts';
import type { InstrumentationCost } from '../options/instrumentation.ts';
import { damaged } from '../format/damaged.ts';
import { jsonBytes, jsonFields, type Fields } from '../format/jsonFields.ts';
import type { MethodInfo } from '../../naming/methodInfo.ts';
import type { MethodSwitch } from '../methodSwitch.ts';
import {
  eachOption,
  OPTION_ROWS,
  optionFields,
  type OptionValue,
  partsText,
} from '../options/chosenOptions.ts';
import type { OptionKey, RecordedOptions, RecordingOption } from '../options/options.ts';
import type { RecordedThread, Snapshot } from '../snapshot.ts';
import type { ThreadCpu } from '../threadCpu.ts';
import { sampledTimesOf } from '../sampledPhase.ts';
import { COUNTERS, MAX_SAMPLES, type TimelineSample } from '../timeline.ts';

/** What the JSON section of a recording holds: all but the columns. Those of the threads follow in the order of `threads`. */
export interface SnapshotHeader extends Omit<Snapshot, 'threads' | 'dataSets' | 'skipped'> {
  readonly threads: readonly Omit<RecordedThread, 'table'>[];
}

/** All arguments and the environment of a program have 2 MiB by default, in the system's account. */
const MAX_COMMAND_CHARS = 1 << 22;

export function encodeHeader(header: SnapshotHeader): Uint8Array {
  const { pausedMs, timeline, bareRoot, unknownFields, ...always } = header;
  const fields = {
    ...unknownFields,
    ...always,
    ...eachOption(() => undefined), // some stand within an object
    ...optionFields(header),
    ...Object.fromEntries(asBefore(header).map((key) => [key, undefined])),
    ...(pausedMs > 0 ? { pausedMs } : {}),
    ...(bareRoot === null ? {} : { bareRoot }),
    ...(timeline.length > 0 ? { timeline: timeline.map(inMicroseconds) } : {}),
  };
  return jsonBytes(fields);
}

/** Options that are as in files from before there were such: these are written as then. */
function asBefore(chosen: RecordedOptions): readonly OptionKey[] {
  return OPTION_ROWS.filter(([key, { missing, always }]) => always !== true && chosen[key] === missing).map(
    ([key]) => key,
  );
}

/** @throws SluiceError 'io' naming the first field that is missing or of the wrong type */
export function decodeHeader(bytes: Uint8Array): SnapshotHeader {
  const root = jsonFields(bytes, 'header');
  const target = root.object('target');
  const calibration = root.object('calibration');
  const header: SnapshotHeader = {
    target: {
      pid: target.number('pid'),
      mainClass: target.text('mainClass'),
      javaVersion: target.text('javaVersion'),
      vmName: target.text('vmName'),
      commandLine: target.text('commandLine', MAX_COMMAND_CHARS),
      ...(target.has('processors') ? { processors: target.number('processors') } : {}),
      ...(target.has('collector') ? { collector: target.text('collector') } : {}),
      ...(target.has('ownPackages') ? { ownPackages: target.texts('ownPackages') } : {}),
      ...(target.has('classPath') ? { classPath: target.texts('classPath') } : {}),
    },
    roots: root.texts('roots'),
    ...optionsOf(root),
    switches: root.has('switches') ? root.objects('switches').map(switchOf) : [],
    calibration: {
      ...calibration.numbers('innerNs', 'outerNs', 'spreadNs'),
      ...calibration.numbersOrZero('countNs', 'countSpreadNs', 'pausedPairNs', 'pausedSpreadNs'),
      ...calibration.numbersOrZero('starvedPairNs', 'starvedSpreadNs', 'stepNs', 'compilingShare'),
      ...(calibration.has('contextNs') ? { contextNs: calibration.number('contextNs') } : {}),
    },
    bareRoot: root.has('bareRoot') ? bareRootOf(root) : null,
    ...(root.has('bareSamples') ? { bareSamples: sampledTimesOf(root.object('bareSamples')) } : {}),
    complete: root.boolean('complete'),
    losses: root.has('losses') ? root.texts('losses') : [],
    droppedEvents: root.number('droppedEvents'),
    instrumentedMethods: root.number('instrumentedMethods'),
    instrumentation: root.has('instrumentation') ? costOf(root) : null,
    startedAtMs: root.number('startedAtMs'),
    durationMs: root.number('durationMs'),
    pausedMs: root.has('pausedMs') ? root.number('pausedMs') : 0,
    timeline: root.has('timeline') ? timelineOf(root) : [],
    ...(root.has('groups') ? { groups: root.texts('groups') } : {}),
    methods: methodsOf(root),
    threads: root.objects('threads').map((thread) => ({
      id: thread.number('id'),
      name: thread.text('name'),
      virtual: thread.boolean('virtual'),
      ...(thread.has('group') ? { group: thread.text('group') } : {}),
      ...(thread.has('longestRootCallNs') ? { longestRootCallNs: thread.number('longestRootCallNs') } : {}),
      ...(thread.has('cpu') ? { cpu: cpuOf(thread.object('cpu')) } : {}),
    })),
    ...(root.has('layout') ? { layout: layoutOf(root) } : {}),
    notes: root.texts('notes'),
    refusals: root.texts('refusals'),
  };
  const unknownFields = root.unasked();
  return Object.keys(unknownFields).length === 0 ? header : { ...header, unknownFields };
}

function layoutOf(root: Fields): ObjectLayout {
  return root
    .object('layout')
    .numbers('alignmentBytes', 'referenceBytes', 'arrayBaseBytes', 'wideArrayBaseBytes');
}

function cpuOf(cpu: Fields): ThreadCpu {
  return cpu.numbers('ranNs', 'readyNs');
}

function bareRootOf(root: Fields): BareRoot {
  return root.object('bareRoot').numbers('passes', 'meanNs');
}

function optionsOf(root: Fields): RecordedOptions {
  return eachOption((option, key) => {
    const isWithin = option.within !== undefined && root.isKnown(option.within);
    const fields = isWithin ? root.object(option.within) : root;
    const isKnown = fields.isKnown(key) && isWithin === (option.within !== undefined);
    return isKnown || option.missing === undefined ? optionOf(fields, key, option) : option.missing;
  }) as RecordedOptions;
}

function optionOf(fields: Fields, key: string, option: RecordingOption): OptionValue {
  switch (option.kind) {
    case 'patterns':
      return fields.texts(key);
    case 'switch':
      return fields.boolean(key);
    case 'set':
      return fields.oneThat(key, option.isChoice, partsText(option));
    case 'choice':
      return fields.oneOf(key, [...Object.keys(option.choices), ...(option.imported ?? [])]);
  }
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
  return sample.numbers('fromMs', 'toMs', ...COUNTERS);
}

/** Sums of times are finer than what was measured: they would fill the file with digits. */
function inMicroseconds(sample: TimelineSample): Record<string, number> {
  return Object.fromEntries(
    Object.entries(sample).map(([name, value]) => [name, Math.round((value as number) * 1000) / 1000]),
  );
}

function costOf(root: Fields): InstrumentationCost | null {
  const cost = root.objectOrNull('instrumentation');
  return cost && cost.numbers('classes', 'hotSwaps', 'swapMs', 'analysisMs');
}

function methodsOf(root: Fields): readonly MethodInfo[] {
  const ids = new Set<MethodId>();
  return root.objects('methods').map((fields) => {
    const method = methodOf(fields);
    if (ids.has(method.id)) throw damaged(`${fields.path}.id is ${method.id}, which another method has`);
    ids.add(method.id);
    return method;
  });
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
