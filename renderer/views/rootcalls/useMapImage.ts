import type { RefObject } from 'react';
import { SluiceError } from '../../../shared/base/errors.ts';
import { formatTime } from '../../../shared/naming/formatNumbers.ts';
import type { Results } from '../../state/results.ts';
import { imageOf } from '../../widgets/imageSheet.ts';
import { svgPicture } from '../../widgets/svgPicture.ts';
import { useViewImage } from '../useViewImage.ts';

/** A map is drawn anew, as sharp as a screen of high resolution. */
const RATIO = 2;

/** Offers the map of root calls as an image, with what its colours mean. @param facts what it says of all root calls */
export function useMapImage(
  results: Results,
  frame: RefObject<HTMLElement | null>,
  facts: string,
  limitNs: number,
): void {
  useViewImage(results, 'Root Calls', async (name) => {
    const svg = frame.current?.querySelector('svg');
    if (!frame.current || !svg)
      throw new SluiceError('busy', 'The map is not drawn yet.', 'Copy it again in a moment.');
    const [width, height] = [svg.width.baseVal.value, svg.height.baseVal.value];
    const limit = formatTime(limitNs);
    return imageOf(frame.current, {
      title: name,
      facts,
      keyTitle: 'By beginning and duration; a stronger colour has more calls',
      key:
        limitNs < Infinity
          ? [
              { text: `up to ${limit}`, token: '--accent' },
              { text: `longer than ${limit}`, token: '--change-more' },
            ]
          : [{ text: 'root calls', token: '--accent' }],
      picture: await svgPicture(svg),
      shown: { x: 0, y: 0, width, height },
      ...{ widthPx: width, heightPx: height, ratio: RATIO },
    });
  });
}
