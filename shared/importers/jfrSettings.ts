import type { JfrChunk, JfrEvent } from '../jfr/jfrChunk.ts';
import type { JfrField } from '../jfr/jfrMetadata.ts';
import type { JfrValue } from '../jfr/jfrValues.ts';
import { amountOf } from './jfrTrees.ts';

/** Of a setting of an event type: what its recording asked for. */
export const SETTING = 'jdk.ActiveSetting';
const UNIT_NS: Readonly<Record<string, number>> = { ns: 1, us: 1e3, ms: 1e6, s: 1e9 };

/** The settings of event types that a chunk tells: "10 ms" for the period of jdk.ExecutionSample. */
export class JfrSettings {
  /** type id, setting -> value; the first counts */
  readonly #values = new Map<string, string>();

  add(chunk: JfrChunk, event: JfrEvent): void {
    const { fields } = chunk.read(event);
    const key = keyOf(Number(fields.get('id')), chunk.textOf(fields.get('name')) ?? '');
    const value = chunk.textOf(fields.get('value'));
    if (value !== null && !this.#values.has(key)) this.#values.set(key, value);
  }

  /** A time that an event type was set to. @returns null: the chunk does not say */
  ns(chunk: JfrChunk, eventName: string, setting: string): number | null {
    const type = chunk.typeNamed(eventName);
    const text = type === undefined ? undefined : this.#values.get(keyOf(type.id, setting));
    const [, value, unit] = /^(\d+)\s*(ns|us|ms|s)$/.exec(text ?? '') ?? [];
    return unit === undefined ? null : Number(value) * UNIT_NS[unit];
  }
}

function keyOf(typeId: number, setting: string): string {
  return `${typeId} ${setting}`;
}

/** A time span as its field's annotation says: in ticks of the chunk's clock, or in ns. */
export function spanNs(chunk: JfrChunk, { annotations }: JfrField, value: JfrValue): number | null {
  const span = amountOf(value);
  if (span === undefined) return null;
  return annotations.get('jdk.jfr.Timespan') === 'TICKS' ? chunk.spanNs(span) : span;
}
