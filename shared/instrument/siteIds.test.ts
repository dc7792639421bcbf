import { describe, expect, it } from 'vitest';
import type { MethodId } from '../base/ids.ts';
import { SITE_LIMIT, TOOL_SITE_LIMIT } from '../events/madeWord.ts';
import { SiteIds, type SiteOfClass } from './siteIds.ts';
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

  describe('of a place whose class is known only when it runs', () => {
    const found = (more: object = {}): SiteOfClass => ({
      ...{ place: 0, site: SITE_LIMIT - 1, className: 'x.Cart', bytes: 24 },
      ...more,
    });
    const withPlace = (): SiteIds => {
      const ids = new SiteIds(USUAL_LAYOUT);
      ids.numberOf(A, -1, { ...site(''), isPlace: true });
      return ids;
    };
    const madeIn = (ids: SiteIds): string[] => ids.sitesOf(A).map(({ number, made }) => `${number} ${made}`);

    it('has the number of the agent, in this recording', () => {
      const ids = withPlace();
      expect(ids.found(found())).toBe(A);
      expect(madeIn(ids)).toEqual(['0 ', `${SITE_LIMIT - 1} x.Cart`]);
      ids.startRecording(false);
      expect(madeIn(ids)).toEqual(['0 ']);
      expect(ids.found(found({ className: '[Lx.Cart;' }))).toBe(A);
      expect(madeIn(ids)).toEqual(['0 ', `${SITE_LIMIT - 1} x.Cart[]`]);
    });

    it('is taken once, however often it is told, and not where no place has its number', () => {
      const ids = withPlace();
      ids.found(found());
      for (let again = 0; again < 3; again++) expect(ids.found(found())).toBe(null);
      expect(ids.found(found({ place: 7, site: SITE_LIMIT - 2 }))).toBe(null);
      expect(madeIn(ids)).toHaveLength(2);
    });

    it.each([0, TOOL_SITE_LIMIT - 1, SITE_LIMIT])(
      'is refused with the number %d, which is not the agent’s',
      (number) => {
        const ids = withPlace();
        expect(() => ids.found(found({ site: number }))).toThrow(`The agent gave the number ${number}`);
        expect(madeIn(ids)).toHaveLength(1);
      },
    );
  });
});
