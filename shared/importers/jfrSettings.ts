import type { JfrChunk, JfrEvent } from '../jfr/jfrChunk.ts';
import type { JfrField } from '../jfr/jfrMetadata.ts';
import type { JfrValue } from '../jfr/jfrValues.ts';
import { amountOf } from './jfrFields.ts';

/** Of a setting of an event type: what its recording asked for. */
export const SETTING = 'jdk.ActiveSetting';
const RECORDING = 'jdk.ActiveRecording';
const UNIT_NS: Readonly<Record<string, number>> = { ns: 1, us: 1e3, ms: 1e6, s: 1e9 };
/** async-profiler's events whose interval is a time; that of others is a number of happenings, as cache misses. */
const BY_TIME = ['cpu', 'itimer', 'ctimer', 'wall', 'cpu-clock', 'task-clock'];
const WALL = 'wall';
/** Where async-profiler's interval is 0: its own. Source: its docs/ProfilerOptions.md, -i. */
const OWN_INTERVAL_NS = { cpu: 10_000_000, wall: 50_000_000 };
const SETTING_BYTES = 200;

const ENABLED = 'enabled';

/** The settings of event types that a chunk tells: "10 ms" for the period of jdk.ExecutionSample. */
export class JfrSettings {
  /** type id, setting -> value; the first counts, but for types that another recording has enabled */
  readonly #values = new Map<string, string>();

  add(chunk: JfrChunk, event: JfrEvent): void {
    const { fields } = chunk.read(event);
    const name = chunk.textOf(fields.get('name')) ?? '';
    const value = chunk.textOf(fields.get('value'));
    if (value === null || name.length > MOST_SETTING_CHARS || value.length > MOST_SETTING_CHARS) return;
    const key = keyOf(Number(fields.get('id')), name);
    const isOn = name === ENABLED && value === 'true';
    if (this.#values.has(key) && !isOn) return;
    chunk.account.take(SETTING_BYTES + 2 * (key.length + value.length));
    this.#values.set(key, value);
  }

  /** Whether a chunk says that an event type was recorded, thus that none of it is none. */
  isEnabled(chunk: JfrChunk, eventName: string): boolean {
    return this.#text(chunk, eventName, ENABLED) === 'true';
  }

  /** A time that an event type was set to. @returns null: the chunk does not say */
  ns(chunk: JfrChunk, eventName: string, setting: string): number | null {
    const [, value, unit] = /^(\d+)\s*(ns|us|ms|s)$/.exec(this.#text(chunk, eventName, setting) ?? '') ?? [];
    return unit === undefined ? null : Number(value) * UNIT_NS[unit];
  }

  /**
   * What a sample of async-profiler stands for, by the clock of threads or by the wall. It writes bare ns.
   *
   *     event  interval  wall      by threads  by the wall
   *     cpu    1000000   -         1 ms        -
   *     wall   0         -         -           50 ms, its own
   *     cpu    0         20000000  10 ms       20 ms
   *
   * @returns null: it does not say, or its interval is no time
   */
  intervalNs(chunk: JfrChunk, samples: string, by: 'cpu' | 'wall'): number | null {
    const wall = whole(this.#text(chunk, samples, WALL));
    if (by === 'wall' && wall !== null && wall >= 0) return wall || OWN_INTERVAL_NS.wall;
    const event = this.#text(chunk, RECORDING, 'event') ?? '';
    const interval = whole(this.#text(chunk, samples, 'interval'));
    const isOfWall = event === WALL;
    if (interval === null || !BY_TIME.includes(event) || isOfWall !== (by === 'wall')) return null;
    return interval || OWN_INTERVAL_NS[by];
  }

  /** Whether all samples of async-profiler are by the wall: those before version 4 are of the same type. */
  isOfWall(chunk: JfrChunk): boolean {
    return this.#text(chunk, RECORDING, 'event') === WALL;
  }

  /** Whether async-profiler's states tell which clock took a sample: from version 3 on. */
  tellsClock(chunk: JfrChunk): boolean {
    return parseInt(this.#text(chunk, RECORDING, 'version') ?? '', 10) >= 3;
  }

  #text(chunk: JfrChunk, eventName: string, setting: string): string | undefined {
    const type = chunk.typeNamed(eventName);
    return type === undefined ? undefined : this.#values.get(keyOf(type.id, setting));
  }
}

/** Those that are read are short. */
const MOST_SETTING_CHARS = 200;

function keyOf(typeId: number, setting: string): string {
  return `${typeId} ${setting}`;
}

function whole(text: string | undefined): number | null {
  return /^\d{1,15}$/.test(text ?? '') ? Number(text) : null;
}

/** A time span as its field's annotation says: in ticks of the chunk's clock, or in ns. */
export function spanNs(chunk: JfrChunk, { annotations }: JfrField, value: JfrValue): number | null {
  const span = amountOf(value);
  if (span === undefined) return null;
  return annotations.get('jdk.jfr.Timespan') === 'TICKS' ? chunk.spanNs(span) : span;
}
