import { formatBytes, formatCount, formatTime } from '../naming/formatNumbers.ts';
import { visibleText } from '../naming/visibleText.ts';
import type { EventColumns } from './eventSet.ts';
import { levelAt, spanAt } from './trackColumns.ts';
import type { LevelTrack, Spans, Timeline, Track } from './tracks.ts';

/**
 * What a track has at a time, in lines: what it is, then its facts. Null: nothing, within `reachNs`.
 *
 *     blocked: demo.Cart
 *     at 1.50 s, for 31.0 ms
 *     by worker-2
 *     in demo.Shop.order
 */
export function eventText(
  { events }: Pick<Timeline, 'events'>,
  track: Track,
  ns: number,
  reachNs: number,
): readonly string[] | null {
  if (track.kind === 'level') return levelLines(track, ns);
  const found = track.kind === 'thread' ? stateAt(track.states, ns, reachNs) : null;
  const spans = track.kind === 'thread' ? found?.spans : track.spans;
  const place = spans === undefined ? -1 : spanAt(spans, ns, reachNs);
  if (spans === undefined || place < 0) return null;
  const row = spans.rows?.[place];
  if (row !== undefined && events !== null) return rowLines(events, row);
  const [startNs, endNs] = [spans.startNs[place], spans.endNs[place]];
  return [`${found?.state ?? track.title}, by samples`, timeText(startNs, endNs - startNs)];
}

/** The state whose span is there, or is nearest. */
function stateAt(
  states: Extract<Track, { kind: 'thread' }>['states'],
  ns: number,
  reachNs: number,
): { readonly state: string; readonly spans: Spans } | null {
  let nearest = null;
  let least = Infinity;
  for (const one of states) {
    const { startNs, endNs } = one.spans;
    const place = spanAt(one.spans, ns, reachNs);
    if (place < 0) continue;
    const away = Math.max(startNs[place] - ns, ns - endNs[place], 0);
    if (away < least) [nearest, least] = [one, away];
  }
  return nearest;
}

function rowLines(events: EventColumns, row: number): readonly string[] {
  const { kind, what, thread, other, at, startNs, durationNs, bytes, bytesBefore } = events;
  const [after, before] = [bytes[row], bytesBefore[row]];
  const size = Number.isNaN(after)
    ? []
    : [
        Number.isNaN(before)
          ? formatBytes(after)
          : `${formatBytes(before)} before, ${formatBytes(after)} after`,
      ];
  const named = (word: string, text: string): string[] =>
    text === '' ? [] : [`${word} ${visibleText(text)}`];
  return [
    [kind[row], ...(what[row] === '' ? [] : [visibleText(what[row])])].join(': '),
    timeText(startNs[row], durationNs[row]),
    ...size,
    ...named('by', other[row]),
    ...named('in', at[row]),
    ...named('thread', thread[row]),
  ];
}

function timeText(startNs: number, durationNs: number): string {
  const at = `at ${formatTime(Math.max(0, startNs))}`;
  return durationNs > 0 ? `${at}, for ${formatTime(durationNs)}` : at;
}

function levelLines(track: LevelTrack, ns: number): readonly string[] | null {
  const place = levelAt(track, ns);
  if (place < 0) return null;
  return [`${track.title}: ${levelText(track.unit, track.values[place])}`, timeText(track.atNs[place], 0)];
}

/** What the full height of a track stands for: 1.2 GiB; '' of one without a scale. */
export function scaleText(track: Track): string {
  return track.kind === 'level' && track.most > 0 ? levelText(track.unit, track.most) : '';
}

export function levelText(unit: LevelTrack['unit'], value: number): string {
  if (unit === 'bytes') return formatBytes(value);
  return unit === 'percent' ? `${Math.round(value)} %` : formatCount(value);
}
