import type { RefObject } from 'react';
import { SluiceError } from '../../../shared/base/errors.ts';
import { METRIC_PAIRS } from '../../../shared/metrics/metric.ts';
import { useApp } from '../../state/app/appContext.ts';
import { ownRowsOf } from '../../state/commands/myCode.ts';
import { FLAME_INVERTED } from '../../state/flameInverted.ts';
import type { Results } from '../../state/results.ts';
import { imageOf } from '../../widgets/imageSheet.ts';
import type { FlameKind, FlamePicture } from '../../worker/views/flameFrame.ts';
import { FULL_NAMES } from '../table/tableSettings.ts';
import { useViewImage } from '../useViewImage.ts';
import { chosenColors, FLAME_COLORING, FLAME_DIRECTIONS } from './flameSettings.ts';
import type { FlameStage } from './flameStage.ts';
import { keyItems } from './keyItems.ts';

const TITLES = { flame: 'Flame Graph', icicle: 'Icicle' } as const;

/** Offers what is seen of a flame graph as an image, with what its widths and colours mean. */
export function useFlameImage(
  view: FlameKind,
  results: Results,
  stage: RefObject<FlameStage | null>,
  canvas: RefObject<HTMLCanvasElement | null>,
): void {
  const { settings } = useApp();
  const title = view === 'packages' ? 'Packages' : 'Flame Graph';
  useViewImage(results, title, async (name) => {
    const [picture, drawn] = [results.picture(view).get(), canvas.current];
    if (!picture || !drawn?.parentElement || !stage.current)
      throw new SluiceError('busy', 'The graph is not drawn yet.', 'Copy it again in a moment.');
    const { fromPx, toPx } = stage.current.filledPx;
    const ratio = drawn.width / drawn.clientWidth;
    const colors = chosenColors(settings.of(FLAME_COLORING).get(), picture.colors);
    const isFull = settings.of(FULL_NAMES).get();
    const key = keyItems(picture, results, colors, isFull, ownRowsOf(results));
    const shape = view === 'packages' ? 'Packages' : TITLES[settings.of(FLAME_DIRECTIONS[view]).get()];
    const isInverted = view === 'flame' && settings.of(FLAME_INVERTED).get();
    return imageOf(drawn.parentElement, {
      title: name,
      facts: `${shape}${isInverted ? ', inverted' : ''}: frames are as wide as their ${valueTitle(picture)}`,
      keyTitle: key.title,
      key: key.items.map(({ text, token }) => ({ text, token: token || '--text', isBar: token === '' })),
      picture: drawn,
      shown: { x: 0, y: fromPx * ratio, width: drawn.width, height: (toPx - fromPx) * ratio },
      ...{ widthPx: drawn.clientWidth, heightPx: toPx - fromPx, ratio },
    });
  });
}

function valueTitle({ value, timed }: FlamePicture): string {
  const further = METRIC_PAIRS.find(({ id }) => id === value);
  return further?.title ?? (timed ? 'time' : 'invocations');
}
