import { Profile } from 'pprof-format';
import { describe, expect, it } from 'vitest';
import { ensure } from '../base/assert.ts';
import { exampleSnapshot } from '../testing/exampleSnapshot.ts';
import { exportedRecording } from './exportedRecording.ts';
import { pprofProfile } from './pprof.ts';

/**
 * What servers that store profiles (Pyroscope, Parca) and pprof itself need of a file, beyond that it can be decoded:
 * they name a profile by its period and sample types, and place it by its time and length.
 */
function insisted(bytes: Uint8Array): Record<string, unknown> {
  const profile = Profile.decode(bytes);
  const { strings } = profile.stringTable;
  const text = (index: number | bigint): string => {
    expect(Number(index)).toBeLessThan(strings.length);
    return strings[Number(index)];
  };
  const typeOf = ({ type, unit }: { type: number | bigint; unit: number | bigint }): string =>
    `${text(type)}/${text(unit)}`;
  expect(strings[0]).toBe('');
  expect(new Set(strings).size).toBe(strings.length);

  const sampleTypes = profile.sampleType.map(typeOf);
  expect(sampleTypes.length).toBeGreaterThan(0);
  expect(sampleTypes.join()).not.toMatch(/^\/|\/,|\/$|,\//); // no type without a name or a unit
  expect(profile.periodType, 'period_type').toBeDefined();
  const periodType = typeOf(profile.periodType ?? { type: 0, unit: 0 });
  expect(sampleTypes, 'period_type is one of the sample types').toContain(periodType);
  expect(Number(profile.period), 'period').toBeGreaterThan(0);
  const defaultType = text(profile.defaultSampleType);
  expect(sampleTypes.map((type) => type.split('/')[0])).toContain(defaultType);

  const functionIds = profile.function.map(({ id }) => Number(id));
  const locationIds = profile.location.map(({ id }) => Number(id));
  for (const ids of [functionIds, locationIds]) {
    expect(ids).not.toContain(0);
    expect(new Set(ids).size).toBe(ids.length);
  }
  for (const { name } of profile.function) expect(text(name)).not.toBe('');
  for (const { line } of profile.location) {
    expect(line.length).toBeGreaterThan(0); // a location without an address needs one
    for (const { functionId } of line) expect(functionIds).toContain(Number(functionId));
  }
  for (const { locationId, value, label } of profile.sample) {
    expect(value).toHaveLength(sampleTypes.length);
    expect(locationId.length).toBeGreaterThan(0);
    for (const id of locationId) expect(locationIds).toContain(Number(id));
    for (const { key } of label) expect(text(key)).not.toBe('');
  }
  return {
    sampleTypes,
    defaultType,
    period: `${String(profile.period)} ${periodType}`,
    timeMs: Number(profile.timeNanos) / 1e6,
    durationMs: Number(profile.durationNanos) / 1e6,
    samples: profile.sample.length,
  };
}

const bytesOf = (snapshot: ReturnType<typeof exampleSnapshot>): Uint8Array =>
  Buffer.concat([...pprofProfile(exportedRecording(snapshot, { share: 0.1, topNodes: null }))]);

it('stacks of a pprof profile begin with the leaf', () => {
  const {
    sample,
    location,
    function: functions,
    stringTable,
  } = Profile.decode(bytesOf(exampleSnapshot('main: 0>A 10>B 100<B 101<A')));
  const names = (ids: readonly (number | bigint)[]): string[] =>
    ids.map((id) => {
      const { line } = ensure(
        location.find((each) => each.id === id),
        'location',
      );
      const { name } = ensure(
        functions.find((each) => each.id === line[0].functionId),
        'function',
      );
      return stringTable.strings[Number(name)];
    });
  expect(sample.map(({ locationId }) => names(locationId))).toEqual([
    ['demo.Demo.A()'],
    ['demo.Demo.B()', 'demo.Demo.A()'],
  ]);
});

describe('a pprof profile has all that servers insist on', () => {
  it('with times', () => {
    const timed = exampleSnapshot('main: 0>A 10>B 30<B 31>C 32<C 100<A\npool: 0>B 9<B');
    expect(insisted(bytesOf(timed))).toEqual({
      sampleTypes: ['calls/count', 'error/nanoseconds', 'wall/nanoseconds'],
      defaultType: 'wall',
      period: '1 wall/nanoseconds',
      timeMs: 1_760_000_000_000,
      durationMs: 2_500,
      samples: 4,
    });
  });

  it('with calls alone', () => {
    const counts = exampleSnapshot('main: >A >B <B <A', { clock: 'none' });
    expect(insisted(bytesOf(counts))).toMatchObject({
      sampleTypes: ['calls/count'],
      defaultType: 'calls',
      period: '1 calls/count',
      samples: 2,
    });
  });
});
