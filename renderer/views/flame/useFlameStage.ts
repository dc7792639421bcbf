import { useEffect, useRef, type RefObject } from 'react';
import type { ColoredMethod } from '../../../shared/rows/packageColors.ts';
import { useApp, useSetting } from '../../state/app/appContext.ts';
import { ownRowsOf } from '../../state/commands/myCode.ts';
import type { Results } from '../../state/results.ts';
import type { MethodLabels } from '../table/methodLabels.ts';
import type { FlameKind } from '../../worker/views/flameFrame.ts';
import { watchTheme } from '../../theme/watchTheme.ts';
import { FlamePainter } from './flamePainter.ts';
import { readPalette } from './flamePalette.ts';
import { chosenColors, FLAME_COLORING, FLAME_DIRECTIONS } from './flameSettings.ts';
import { FlameStage, type FlameElements } from './flameStage.ts';

const NO_METHOD_KNOWN: ColoredMethod = { className: '', name: '' };

type FlameRefs = { readonly [K in keyof FlameElements]: RefObject<FlameElements[K] | null> };

/** The stage of a flame graph: it draws each picture as it comes, in the colours of the theme and the direction chosen. */
export function useFlameStage(
  view: FlameKind,
  results: Results,
  labels: MethodLabels,
  { scroller, content, canvas }: FlameRefs,
): RefObject<FlameStage | null> {
  const stage = useRef<FlameStage | null>(null);
  const { settings } = useApp();
  const [direction] = useSetting(FLAME_DIRECTIONS[view]);

  useEffect(() => {
    const elements = { scroller: scroller.current, content: content.current, canvas: canvas.current };
    if (!elements.scroller || !elements.content || !elements.canvas) return;
    const host = elements.scroller;
    const methodOf = (method: number): ColoredMethod => results.methods.get(method) ?? NO_METHOD_KNOWN;
    const painter = new FlamePainter(elements.canvas, labels, methodOf, readPalette(host));
    const made = new FlameStage(
      (ask) => results.ask(view, ask),
      elements as FlameElements,
      painter,
      settings.of(FLAME_DIRECTIONS[view]).get(),
    );
    const coloring = settings.of(FLAME_COLORING);
    stage.current = made;
    const picture = results.picture(view);
    const mark = (): void => {
      painter.own = ownRowsOf(results);
      made.redraw();
    };
    const show = (): void => {
      const shown = picture.get();
      if (!shown) return;
      painter.colorsTell = chosenColors(coloring.get(), shown.colors);
      made.show(shown);
    };
    mark();
    show();
    const unsubscribe = [
      picture.subscribe(show),
      coloring.subscribe(show),
      results.ownPackages.subscribe(mark),
      results.history.subscribe(mark),
    ];
    const restyle = (): void => {
      painter.palette = readPalette(host);
      made.restyled();
    };
    const unwatch = watchTheme(restyle);
    return () => {
      for (const end of unsubscribe) end();
      unwatch();
      made.close();
      stage.current = null;
    };
  }, [view, results, labels, settings, scroller, content, canvas]);

  useEffect(() => {
    if (stage.current && stage.current.direction !== direction) stage.current.direction = direction;
  }, [direction]);
  return stage;
}
