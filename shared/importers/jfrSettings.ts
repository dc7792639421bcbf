import type { JfrChunk } from '../jfr/jfrChunk.ts';
import type { JfrField } from '../jfr/jfrMetadata.ts';
import type { JfrValue } from '../jfr/jfrValues.ts';
import { amountOf } from './jfrTrees.ts';

const SETTING = 'jdk.ActiveSetting';
const UNIT_NS: Readonly<Record<string, number>> = { ns: 1, us: 1e3, ms: 1e6, s: 1e9 };

/** A time that an event type was set to: "10 ms". @returns null: the chunk does not say */
export function settingNs(chunk: JfrChunk, eventName: string, setting: string): number | null {
  const type = chunk.typeNamed(eventName);
  for (const event of chunk.events(({ name }) => name === SETTING)) {
    const { fields } = chunk.read(event);
    if (Number(fields.get('id')) !== type?.id || chunk.textOf(fields.get('name')) !== setting) continue;
    const [, value, unit] = /^(\d+)\s*(ns|us|ms|s)$/.exec(chunk.textOf(fields.get('value')) ?? '') ?? [];
    if (unit !== undefined) return Number(value) * UNIT_NS[unit];
  }
  return null;
}

/** A time span as its field's annotation says: in ticks of the chunk's clock, or in ns. */
export function spanNs(chunk: JfrChunk, { annotations }: JfrField, value: JfrValue): number | null {
  const span = amountOf(value);
  if (span === undefined) return null;
  return annotations.get('jdk.jfr.Timespan') === 'TICKS' ? chunk.spanNs(span) : span;
}
