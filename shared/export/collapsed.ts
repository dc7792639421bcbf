import { SELF_TIME, type Metric } from '../metrics/metric.ts';
import { visibleText } from '../naming/visibleText.ts';
import { frameNamer } from './frameNames.ts';
import type { ExportedRecording } from './exportedRecording.ts';
import { gathered } from '../report/gathered.ts';
import { foldDeepRows } from './threadRows.ts';

/** Every line spells its stack out: a recursion of 100,000 levels would take gigabytes. */
export const COLLAPSED_LEVELS = 1_000;

/** What collapsed stacks say of a recording. */
export interface CollapsedStacks {
  /** Of each context alone: times in whole ns, exact calls, or what else was measured. Without a clock calls stand for times. */
  readonly metric: Metric;
  /** Innermost first and the thread last: flame graphs of it are upside down, the same methods merged. */
  readonly isInverted: boolean;
}

/**
 * Collapsed stacks, as flamegraph.pl, speedscope, Firefox Profiler and Perfetto read them: a line for each context,
 * `thread;frame;frame SP value`, outermost first. The values carry no unit, so a file holds one kind of them.
 * https://github.com/brendangregg/FlameGraph#2-fold-stacks
 */
export function collapsedStacks(recording: ExportedRecording, stacks: CollapsedStacks): Generator<string> {
  return gathered(lines(recording, stacks));
}

function* lines(recording: ExportedRecording, { metric, isInverted }: CollapsedStacks): Generator<string> {
  const nameOf = frameNamer(recording.methods);
  for (const { name, rows: allRows } of recording.threads) {
    const rows = foldDeepRows(allRows, COLLAPSED_LEVELS);
    const column =
      rows.further.get(metric.id) ?? (metric === SELF_TIME && recording.isTimed ? rows.selfNs : rows.calls);
    const stacks = [frame(visibleText(name))]; // of the callers of the rows at depth 0, 1, ...
    for (let row = 0; row < rows.length; row++) {
      const callers = stacks[rows.depth[row]];
      const callee = frame(nameOf(rows.method[row]));
      const stack = isInverted ? `${callee};${callers}` : `${callers};${callee}`;
      stacks[rows.depth[row] + 1] = stack;
      if (column[row] > 0) yield `${stack} ${column[row]}\n`;
    }
  }
}

/**
 * No frame may end a frame. Names of methods and classes have no semicolon (JVMS §4.2.2), names of threads and those of other tools may.
 * @param name visible
 */
function frame(name: string): string {
  return name.replaceAll(';', '\\u003b');
}
