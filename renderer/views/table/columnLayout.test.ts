import { describe, expect, it } from 'vitest';
import { FURTHER_COLUMNS } from '../../worker/table/furtherColumns.ts';
import { columnKind } from './columns.ts';
import { columnLayout, indentPx, type ColumnPx } from './columnLayout.ts';

const CHOSEN = (['total', 'self', 'selfError', 'calls'] as const).map(columnKind);

/** "total self calls, 405 px of names": with % where there are shares. */
function picture(tablePx: number, given: ColumnPx = {}): string {
  const { columns, hasShares, namePx } = columnLayout(CHOSEN, true, tablePx, given);
  return `${columns.map(({ id }) => id).join(' ')}${hasShares ? ' %' : ''}, ${namePx} px of names`;
}

describe('a table', () => {
  it.each([
    [1_400, 'total self selfError calls %, 520 px of names'],
    [1_000, 'total self selfError calls %, 440 px of names'],
    [800, 'total self calls %, 352 px of names'],
    [700, 'total self calls, 308 px of names'],
    [500, 'total self calls, 300 px of names'],
    [390, 'total self calls, 234 px of names'],
  ])('%i px wide leaves names their room: %s', (tablePx, expected) =>
    expect(picture(tablePx)).toBe(expected),
  );

  it('does without what grew in the last minute where names have no room', () => {
    const columns = (['total', 'calls', 'trend'] as const).map(columnKind);
    const shown = (tablePx: number): string =>
      columnLayout(columns, true, tablePx, {})
        .columns.map(({ id }) => id)
        .join(' ');
    expect([shown(800), shown(600)]).toEqual(['total calls trend', 'total calls']);
  });

  it('keeps what the user has given', () => {
    expect(picture(800, { selfError: 60 })).toBe('total self selfError calls, 352 px of names');
    expect(
      columnLayout(CHOSEN, true, 1_400, { self: 333 })
        .widths.split(' ')
        .filter((one) => one === '333px'),
    ).toHaveLength(1);
  });

  it('has wide bars of invocations without times, but where names need the room', () => {
    const callsPx = (further: number, tablePx: number): string => {
      const columns = ['calls' as const, ...FURTHER_COLUMNS.slice(0, further)].map(columnKind);
      return columnLayout(columns, false, tablePx, {}).widths.split(' ')[2];
    };
    expect([0, 2, 4, 6].map((further) => callsPx(further, 1_372))).toEqual([
      '412px',
      '412px',
      '317px',
      '221px',
    ]);
  });

  it('is never so narrow that it scrolls at 720 px, where a window of 1440 is at 200 %', () => {
    expect(columnLayout(CHOSEN, true, 705, {}).leastPx).toBeLessThanOrEqual(705);
  });
});

describe('a row', () => {
  it.each([
    [10, 520, 14],
    [20, 520, 12],
    [20, 450, 8],
    [20, 315, 2],
    [60, 300, 2],
  ])('%i levels deep, of %i px, is indented %i px a level', (levels, namePx, px) => {
    expect(indentPx(levels, namePx)).toBe(px);
  });

  it('stays where it is while the depth in view changes a little', () => {
    for (const levels of [11, 14, 17, 20]) expect(indentPx(levels, 520)).toBe(12);
  });

  it('has 240 px for its name as deep as rows are indented', () => {
    for (const namePx of [315, 450, 520])
      expect(namePx - 26 - 20 * indentPx(20, namePx)).toBeGreaterThanOrEqual(240);
  });
});
