import { describe, expect, it } from 'vitest';
import type { MethodId } from '../base/ids.ts';
import { SiteIds } from './siteIds.ts';
import { USUAL_LAYOUT } from '../events/objectLayout.ts';

const A = 16 as MethodId;
const B = 17 as MethodId;

const site = (made: string): { made: string; line: number; isArray: boolean } => ({
  made,
  line: 1,
  isArray: false,
});

describe('SiteIds', () => {
  it('gives a site the same number each time, in later recordings too', () => {
    const ids = new SiteIds(USUAL_LAYOUT);
    const numbers = (): (number | null)[] => [
      ids.numberOf(A, 0, site('x.Cart')),
      ids.numberOf(A, 1, site('x.Cart')),
      ids.numberOf(B, 0, site('x.Item')),
    ];
    expect(numbers()).toEqual([0, 1, 2]);
    ids.startRecording(false);
    expect(numbers()).toEqual([0, 1, 2]);
    expect(ids.sitesOf(A).map(({ number }) => number)).toEqual([0, 1]);
  });

  it('keeps what a site was when other code makes something else there', () => {
    const ids = new SiteIds(USUAL_LAYOUT);
    ids.numberOf(A, 0, site('x.Cart'));
    expect(ids.numberOf(A, 0, site('x.Item'))).toBe(1);
    expect(ids.numberOf(A, 0, site('x.Cart'))).toBe(0);
    expect(ids.sitesOf(A).map(({ number, made }) => `${number} ${made}`)).toEqual(['0 x.Cart', '1 x.Item']);
  });

  it('counts what it has no number for, and begins anew where most are used up or methods have other ids', () => {
    const ids = new SiteIds(USUAL_LAYOUT, 2);
    expect([0, 1, 2].map((ordinal) => ids.numberOf(A, ordinal, site('x.Cart')))).toEqual([0, 1, null]);
    expect(ids.refused).toBe(1);
    ids.startRecording(false);
    expect([ids.refused, ids.numberOf(B, 0, site('x.Item'))]).toEqual([0, 0]);
    ids.startRecording(true);
    expect(ids.sitesOf(B)).toEqual([]);
  });
});
