import { packageName, simpleName } from '../../shared/naming/methodNames.ts';
import { formatTime } from '../../shared/naming/formatNumbers.ts';
import type { DataSet } from '../../shared/recording/dataSets/dataSet.ts';
import { textsNamed, valuesNamed } from '../../shared/recording/dataSets/dataSetParts.ts';
import type { AppState } from './appState.ts';
import type { AskedMethod } from './methodSources.ts';

/** What is known of one line of a source. */
export interface LineHit {
  /** 0 to 1: its part of the hits of its file. */
  readonly share: number;
  readonly text: string;
  readonly hint: string;
}

/** Lines of one file by their numbers. */
export type LineHits = ReadonlyMap<number, LineHit>;

export const NO_HITS: LineHits = new Map();

/** What is known of the lines of a method's source: the one that a frame of a stack is at, samples by line, or the region that is timed. */
export function lineHitsOf(
  { screen, session, recording }: Pick<AppState, 'screen' | 'session' | 'recording'>,
  { className, line = 0 }: AskedMethod,
): LineHits {
  if (line > 0) return new Map([[line, { share: 0, text: '▸', hint: 'The frame is at this line' }]]);
  if (screen === 'recording' && recording)
    return sampledLines(
      recording.dataSets.find(({ id }) => id === 'lines'),
      className,
    );
  const region = screen === 'session' ? session?.status.measurement.region : null;
  if (!region?.request.lines || !isSameFile(region.method.split('::')[0], className)) return NO_HITS;
  const { lines } = region.request;
  const { passes, meanNs } = region.summary;
  const hint = `The timed region: ${passes} passes, ${formatTime(meanNs)} each in the mean`;
  const hits = new Map<number, LineHit>();
  for (let line = lines.first; line <= lines.last; line++)
    hits.set(line, { share: 1, text: line === lines.first ? formatTime(meanNs) : '', hint });
  return hits;
}

/**
 * Samples by line of the file that a class is compiled from
 *
 *     Shop::order(int) 12   3 self, 5 total        12   3
 *     Shop$Item::price() 40 1 self, 1 total        40   1
 */
function sampledLines(set: DataSet | undefined, className: string): LineHits {
  const [methods, lines] = ['method', 'line'].map((id) => textsNamed(set, id) ?? []);
  const [self, total] = ['samples', 'totalSamples'].map((id) => valuesNamed(set, id) ?? []);
  const sums = new Map<number, { self: number; total: number }>();
  for (const [row, method] of methods.entries()) {
    if (!isSameFile(method.slice(0, method.indexOf('::')), className)) continue;
    const line = Number(lines[row]);
    const sum = sums.get(line) ?? { self: 0, total: 0 };
    sum.self += self[row];
    sum.total += total[row];
    sums.set(line, sum);
  }
  const most = Math.max(1, ...[...sums.values()].map((sum) => sum.total));
  return new Map(
    [...sums].map(([line, sum]) => [
      line,
      {
        share: sum.total / most,
        text: sum.self > 0 ? String(sum.self) : `(${sum.total})`,
        hint: `${sum.self} samples in this line, ${sum.total} with what it calls`,
      },
    ]),
  );
}

/** com.acme.Shop and com.acme.Shop$Item are in Shop.java. */
function isSameFile(a: string, b: string): boolean {
  const outer = (name: string): string => simpleName(name).split('$')[0];
  return packageName(a) === packageName(b) && outer(a) === outer(b);
}
