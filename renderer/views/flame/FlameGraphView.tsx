import { useEffect, useId, useRef } from 'react';
import { useSetting } from '../../state/app/appContext.ts';
import { FLAME_INVERTED } from '../../state/flameInverted.ts';
import type { Results } from '../../state/results.ts';
import type { FlameKind } from '../../worker/views/flameFrame.ts';
import { useFocusWhenLost } from '../../widgets/useFocusWhenLost.ts';
import { useZoomWheel } from '../../widgets/useZoomWheel.ts';
import { useMethodLabels } from '../table/useMethodLabels.ts';
import { FlameKey } from './FlameKey.tsx';
import { FLAME_DIRECTIONS } from './flameSettings.ts';
import { FrameStatus } from './FrameStatus.tsx';
import { FrameTooltip } from './FrameTooltip.tsx';
import { useFlameImage } from './useFlameImage.ts';
import { useFlameKeys } from './useFlameKeys.ts';
import { useFlamePointer } from './useFlamePointer.ts';
import { useFlameStage } from './useFlameStage.ts';
import { ZoomTrail } from './ZoomTrail.tsx';
import './FlameGraph.css';

/** Per px of a wheel's way. */
const WHEEL_ZOOM = 0.0025;

/** Boxes as wide as their time, callees upon or below their callers, or classes and methods in their packages, with keyboard and selection. */
export function FlameGraphView({ view, results }: { readonly view: FlameKind; readonly results: Results }) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const labels = useMethodLabels(results);
  const stage = useFlameStage(view, results, labels, { scroller, content, canvas });
  const [direction] = useSetting(FLAME_DIRECTIONS[view]);
  useZoomWheel(scroller, stage, WHEEL_ZOOM);
  const pointer = useFlamePointer(view, results, stage, scroller);
  const onKeyDown = useFlameKeys(view, results, stage, scroller, pointer.hide);
  useFlameImage(view, results, stage, canvas);
  const statusId = useId();
  useFocusWhenLost(scroller);
  const [isInverted] = useSetting(FLAME_INVERTED);
  useEffect(() => results.ask(view, { kind: 'invert', isInverted }), [view, results, isInverted]);

  return (
    <div className="flameGraph">
      <ZoomTrail view={view} results={results} labels={labels} />
      <div
        ref={scroller}
        className="flameScroller"
        role="application"
        aria-roledescription={
          view === 'packages' ? 'frames' : direction === 'flame' ? 'flame graph' : 'icicle'
        }
        aria-label={view === 'packages' ? 'Packages' : direction === 'flame' ? 'Flame Graph' : 'Icicle'}
        aria-describedby={statusId}
        data-selects="method"
        tabIndex={0}
        onScroll={() => stage.current?.scrolled()}
        onKeyDown={onKeyDown}
        onFocus={() => stage.current?.redraw()}
        onBlur={() => stage.current?.redraw()}
        {...pointer.handlers}
      >
        <div ref={content} className="flameContent">
          <canvas ref={canvas} className="flameCanvas" aria-hidden="true" />
        </div>
      </div>
      {pointer.at ? <FrameTooltip view={view} results={results} labels={labels} {...pointer.at} /> : null}
      <FlameKey view={view} results={results} />
      <FrameStatus id={statusId} view={view} results={results} labels={labels} />
    </div>
  );
}
