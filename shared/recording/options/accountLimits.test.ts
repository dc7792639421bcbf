import { describe, expect, it } from 'vitest';
import type { CctTable } from '../../cct/cctTable.ts';
import { LIVE_BYTES, LIVE_OBJECTS, NOTHING_LIVES } from '../../cct/liveTable.ts';
import type { MethodId } from '../../base/ids.ts';
import { BYTES, OBJECTS } from '../../cct/madeColumns.ts';
import { isExceeded, parseAccountLimit } from './accountLimits.ts';
import { accountUses } from '../sets/accountUse.ts';
import { accountsOf } from './accounts.ts';

const ACCOUNTS = accountsOf(['app=app.**', 'xml=xml.**']);

describe('limits of accounts', () => {
  it.each([
    ['live:app=1MB', 'live app 1000000 bytes'],
    ['made:xml=4KiB', 'made xml 4096 bytes'],
    ['live:app=2KB', 'live app 2000 bytes'],
    [' live:xml=500 ', 'live xml 500 objects'],
  ])('%s', (text, expected) => {
    const { of, account, value, unit } = parseAccountLimit(text, ACCOUNTS);
    expect(`${of} ${account} ${value} ${unit}`).toBe(expected);
  });

  it.each([
    ['app=1MB', 'The limit app=1MB is not understood.'],
    ['live:srv=1MB', 'there is no account srv.'],
    ['live:app=1TB', 'the unit TB is not known: B, kB, KB, MB'],
  ])('refuses %s', (text, expected) => {
    expect(() => parseAccountLimit(text, ACCOUNTS)).toThrow(expected);
  });

  it('are exceeded by what is sure of an estimate only', () => {
    const limit = parseAccountLimit('live:app=1MB', ACCOUNTS);
    const use = { liveObjects: 5, liveBytes: 1_200_000, liveError: 0, objects: 9, bytes: 9_000_000 };
    expect(isExceeded(limit, use)).toBe(true);
    expect(isExceeded(limit, { ...use, liveError: 50_000 })).toBe(true);
    expect(isExceeded(limit, { ...use, liveError: 150_000 })).toBe(false);
    expect(isExceeded(parseAccountLimit('made:app=9', ACCOUNTS), use)).toBe(false);
    expect(isExceeded(parseAccountLimit('made:app=8', ACCOUNTS), use)).toBe(true);
  });
});

describe('what accounts hold', () => {
  //  app.A  1 object of 10 live     on app
  //   └ util.U  2                   on app: the nearest account
  //      └ xml.X  4                 on xml
  //  util.U  8                      on nobody's
  const table: CctTable = {
    length: 5,
    method: Int32Array.of(-1, 16, 17, 18, 17),
    parent: Int32Array.of(-1, 0, 1, 2, 0),
    calls: new Float64Array(5),
    selfNs: new Float64Array(5),
    counted: new Uint8Array(5),
    more: new Map([
      [OBJECTS, Float64Array.of(0, 10, 20, 40, 80)],
      [BYTES, Float64Array.of(0, 160, 320, 640, 1280)],
      [LIVE_OBJECTS, Float64Array.of(0, 1, 2, 4, 8)],
      [LIVE_BYTES, Float64Array.of(0, 16, 32, 64, 128)],
    ]),
    live: { ...NOTHING_LIVES, length: 3, node: Int32Array.of(1, 2, 3), variance: Float64Array.of(9, 16, 4) },
  };
  const methods = ['app.A', 'util.U', 'xml.X'].map((className, i) => ({
    ...{ className, id: (16 + i) as MethodId, name: 'run', descriptor: '()V', root: false },
  }));

  it('is that of their contexts, in all threads, and so is its error', () => {
    const uses = accountUses([table, table], ACCOUNTS, methods);
    expect(Object.fromEntries(uses)).toEqual({
      app: { liveObjects: 6, liveBytes: 96, objects: 60, bytes: 960, liveError: Math.sqrt(50) },
      xml: { liveObjects: 8, liveBytes: 128, objects: 80, bytes: 1280, liveError: Math.sqrt(8) },
    });
  });
});
