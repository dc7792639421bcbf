import { shareColumns, countColumns, levelColumns, type Window } from '../jvmEvents/trackColumns.ts';
import { levelText } from '../jvmEvents/eventText.ts';
import { THREAD_STATES } from '../jvmEvents/eventKinds.ts';
import { timelineOf, type Timeline, type Track } from '../jvmEvents/tracks.ts';
import { formatCount, formatCountOf, formatTime, SEPARATOR } from '../naming/formatNumbers.ts';
import { shownName } from '../naming/shownName.ts';
import type { Snapshot } from '../recording/snapshot.ts';

const COLUMNS = 60;
/** Of a share or a level, from none to all. */
const BARS = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/** The state that had most of a column. */
const LETTERS = { running: 'r', blocked: 'B', waiting: 'w', parked: 'p', sleeping: 's' } as const;

/**
 * What the JVM told, as tracks
 *
 *     Timeline of 10.0 s, 167 ms a column; threads: r running, B blocked, w waiting, p parked, s sleeping
 *       Collections  3        12.1 ms  |     ▁      ▁     ▁      |
 *       Heap in Use  to 64 MB          |▁▂▃▁▂▃▁▂▃▁▂▃▁▂▃▁▂▃▁▂▃▁▂▃|
 *       main                           |rrrrrrrrBBBBrrrrrrrrrrr |
 *
 * @param top at most so many tracks of threads, those that did most; null: all
 */
export function* trackLines(
  { dataSets, durationMs }: Pick<Snapshot, 'dataSets' | 'durationMs'>,
  top: number | null,
): Generator<string> {
  const timeline = timelineOf(dataSets, durationMs);
  if (timeline.tracks.length === 0) {
    yield 'Timeline: the recording has no events and no samples.';
    return;
  }
  const { fromNs } = rangeOf(timeline);
  const window: Window = { fromNs, toNs: Math.max(timeline.endNs, fromNs + 1), columns: COLUMNS };
  const spanNs = window.toNs - window.fromNs;
  const letters = THREAD_STATES.map((state) => `${LETTERS[state]} ${state}`).join(', ');
  yield `Timeline of ${formatTime(spanNs)}, ${formatTime(spanNs / COLUMNS)} a column; threads: ${letters}`;
  const threads = timeline.tracks.filter(({ kind }) => kind === 'thread');
  const shown = timeline.tracks.filter(
    (track) => track.kind !== 'thread' || threads.indexOf(track) < (top ?? threads.length),
  );
  const heads = shown.map((track) => [shownName(track.title), ...factsOf(track)]);
  const widths = [0, 1, 2].map((at) => Math.max(...heads.map((head) => head.at(at)?.length ?? 0)));
  for (const [i, track] of shown.entries()) {
    const [title, many = '', time = ''] = heads[i];
    const head = `${title.padEnd(widths[0])}  ${many.padStart(widths[1])}  ${time.padStart(widths[2])}`;
    yield `  ${head}  |${picture(track, window)}|`;
  }
  const more = threads.length - shown.filter(({ kind }) => kind === 'thread').length;
  if (more > 0)
    yield `  and ${formatCountOf(more, 'more thread', undefined, SEPARATOR)}: --top ${threads.length} shows all`;
  yield '';
}

function rangeOf({ tracks }: Timeline): { readonly fromNs: number } {
  const firsts = tracks.flatMap((track) =>
    track.kind === 'level'
      ? [track.atNs[0]]
      : track.kind === 'thread'
        ? track.states.map(({ spans }) => spans.startNs[0])
        : [track.spans.startNs[0]],
  );
  return { fromNs: firsts.reduce((least, ns) => Math.min(least, ns), 0) };
}

/** How many, and how long together; of a level its most. */
function factsOf(track: Track): readonly string[] {
  if (track.kind === 'level') return [`to ${levelText(track.unit, track.most)}`];
  if (track.kind === 'thread') return [];
  const { startNs, sumBeforeNs } = track.spans;
  const ns = sumBeforeNs[startNs.length];
  return [formatCount(startNs.length, SEPARATOR), ...(ns > 0 ? [formatTime(ns)] : [])];
}

function picture(track: Track, window: Window): string {
  const values = new Float32Array(window.columns);
  if (track.kind === 'thread') return threadPicture(track.states, window);
  if (track.kind === 'level') {
    levelColumns(track, window, values);
    return Array.from(values, (value) => bar((value || 0) / (track.most || 1), value > 0)).join('');
  }
  shareColumns(track.spans, window, values);
  const counts = new Float32Array(window.columns);
  countColumns(track.spans, window, counts);
  return Array.from(values, (share, column) => bar(share, share > 0 || counts[column] > 0)).join('');
}

/** What there is of something can be seen. */
function bar(share: number, isThere: boolean): string {
  return BARS[Math.max(isThere ? 1 : 0, Math.min(8, Math.round(share * 8)))];
}

function threadPicture(states: Extract<Track, { kind: 'thread' }>['states'], window: Window): string {
  const letters = new Array<string>(window.columns).fill(' ');
  const most = new Float32Array(window.columns);
  const shares = new Float32Array(window.columns);
  for (const { state, spans } of states) {
    shareColumns(spans, window, shares);
    for (let column = 0; column < window.columns; column++) {
      if (shares[column] <= most[column]) continue;
      most[column] = shares[column];
      letters[column] = LETTERS[state];
    }
  }
  return letters.join('');
}
