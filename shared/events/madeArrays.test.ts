import fc from 'fast-check';
import { expect, it } from 'vitest';
import { arrayShape, madeArrays } from './madeArrays.ts';
import { elementBytesOf, MADE_KIND, siteCode } from './madeWord.ts';
import { arrayBytes, USUAL_LAYOUT } from './objectLayout.ts';

const layouts = [
  USUAL_LAYOUT,
  { ...USUAL_LAYOUT, arrayBaseBytes: 12 },
  { alignmentBytes: 8, referenceBytes: 8, arrayBaseBytes: 20, wideArrayBaseBytes: 24 },
  { ...USUAL_LAYOUT, alignmentBytes: 256 },
];
const arrays = Object.values(MADE_KIND).filter((kind) => kind !== MADE_KIND.object);

it('adds up to what each array takes alone, in every layout', () => {
  const lengths = fc.array(fc.integer({ min: 0, max: 1023 }), { maxLength: 128 });
  fc.assert(
    fc.property(fc.constantFrom(...layouts), fc.constantFrom(...arrays), lengths, (layout, kind, all) => {
      const code = siteCode(7, kind);
      const shape = arrayShape(layout, code);
      // As SluiceProbe.oneArray has it.
      const leftOver = all.map((n) => ((shape & 0xff) + (n << (shape >>> 16))) & (shape >>> 8) & 0xff);
      const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
      const told = madeArrays(layout, code, all.length, sum(all) * 2 ** 17 + sum(leftOver));
      const elementBytes = elementBytesOf(kind) || layout.referenceBytes;
      expect(told).toEqual({
        elements: sum(all),
        bytes: sum(all.map((n) => arrayBytes(layout, elementBytes, n))),
      });
    }),
  );
});
