import { exportNotes } from './exportNotes.ts';
import { visibleText } from '../naming/visibleText.ts';
import { frameNamer } from './frameNames.ts';
import type { ExportedRecording, ExportedThread } from './exportedRecording.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import type { MetricUnit } from '../metrics/metricUnit.ts';
import { sumsBelow, TIME, weightsOf, type ExportedWeight } from './exportedWeight.ts';
import { gatheredJson } from '../report/gathered.ts';

/** Of its own units those that say what ours do. */
const UNITS: Readonly<Partial<Record<MetricUnit, string>>> = { ns: 'nanoseconds', bytes: 'bytes' };

/**
 * A speedscope file (https://www.speedscope.app/file-format-schema.json): for each thread a profile of its times in
 * nanoseconds, one of its exact calls, and one of each further metric. speedscope shows one value at a time; the user switches
 * profiles.
 *
 * Profiles are evented: frames open and close, each takes its own value first and those of its callees after. So the size
 * grows with the nodes and not with the lengths of their stacks. The order in time is not recorded: "Time Order" shows
 * callees by size.
 */
export function speedscopeFile(recording: ExportedRecording): Generator<string> {
  return gatheredJson(parts(recording));
}

function* parts(recording: ExportedRecording): Generator<string> {
  const { snapshot, threads, methods } = recording;
  const frames = new Map<number, number>(); // MethodId -> index of frame
  for (const { rows } of threads) {
    for (const method of rows.method) if (!frames.has(method)) frames.set(method, frames.size);
  }
  const nameOf = frameNamer(methods);
  yield '{"$schema":"https://www.speedscope.app/file-format-schema.json",\n';
  yield `"exporter":"Sluice","name":${JSON.stringify(exportNotes(recording).join(' '))},"activeProfileIndex":0,\n`;
  yield '"shared":{"frames":[';
  let separator = '';
  for (const method of frames.keys()) {
    yield `${separator}{"name":${JSON.stringify(nameOf(method))}}`;
    separator = ',\n';
  }
  yield ']},\n"profiles":[';
  separator = '';
  for (const thread of threads) {
    for (const weight of weightsOf(recording)) {
      yield separator;
      yield* profile(thread, weight, frames, snapshot.clock);
      separator = ',\n';
    }
  }
  yield ']}\n';
}

function* profile(
  { name, rows }: ExportedThread,
  weight: ExportedWeight,
  frames: ReadonlyMap<number, number>,
  clock: Snapshot['clock'],
): Generator<string> {
  const { name: of, unit } = weight;
  const values = weight.valuesOf(rows);
  const sums = sumsBelow(values, rows.depth);
  const title = `${visibleText(name)}: ${of}${weight === TIME ? ` (clock ${clock})` : ''}`;
  const endValue = values.reduce((sum, value) => sum + value, 0);
  yield `{"type":"evented","name":${JSON.stringify(title)},"unit":"${UNITS[unit] ?? 'none'}","startValue":0,"endValue":${endValue},"events":[`;
  const open: number[] = []; // depth -> index of frame
  let at = 0;
  let separator = '';
  for (let row = 0; row < rows.length; row++) {
    if (sums[row] === 0) continue; // nothing to draw, here and below
    while (open.length > rows.depth[row]) yield `,{"type":"C","at":${at},"frame":${open.pop()}}`;
    const frame = frames.get(rows.method[row]) ?? 0;
    open.push(frame);
    yield `${separator}{"type":"O","at":${at},"frame":${frame}}`;
    separator = ',';
    at += values[row];
  }
  while (open.length > 0) yield `,{"type":"C","at":${at},"frame":${open.pop()}}`;
  yield ']}';
}
