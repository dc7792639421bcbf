import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
} from 'react';
import { useApp, useSetting } from '../../state/app/appContext.ts';
import { runCommand } from '../../state/commands/commands.ts';
import { FLAME_INVERTED } from '../../state/flameInverted.ts';
import type { Results } from '../../state/results.ts';
import type { FlameKind } from '../../worker/views/flameFrame.ts';
import { keyName } from '../../widgets/keyName.ts';
import { useFocusWhenLost } from '../../widgets/useFocusWhenLost.ts';
import { useMethodLabels } from '../table/useMethodLabels.ts';
import { flameAction } from './flameKeys.ts';
import { FlameKey } from './FlameKey.tsx';
import { FLAME_DIRECTIONS } from './flameSettings.ts';
import type { FlameHit } from './flameStage.ts';
import { FrameStatus } from './FrameStatus.tsx';
import { FrameTooltip } from './FrameTooltip.tsx';
import { useFlameStage } from './useFlameStage.ts';
import { ZoomTrail } from './ZoomTrail.tsx';
import './FlameGraph.css';

/** By key, and by one notch of a wheel. */
const KEY_ZOOM = 1.6;
const KEY_PAN = 0.25;
/** Per px of a wheel's way. */
const WHEEL_ZOOM = 0.0025;
/** A pointer that moves less means a click. */
const DRAG_PX = 4;

type Pointed = Pick<FlameHit, 'generation' | 'node' | 'frames'>;

const NOTHING: Pointed = { generation: 0, node: 0, frames: 1 };

/** Boxes as wide as their time, callees upon or below their callers, or classes and methods in their packages, with keyboard and selection. */
export function FlameGraphView({ view, results }: { readonly view: FlameKind; readonly results: Results }) {
  const app = useApp();
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const labels = useMethodLabels(results);
  const stage = useFlameStage(view, results, labels, { scroller, content, canvas });
  const [direction, directions] = useSetting(FLAME_DIRECTIONS[view]);
  const [pointer, setPointer] = useState<{ readonly x: number; readonly y: number } | null>(null);
  const drag = useRef<{ x: number; y: number; isDrag: boolean } | null>(null);
  const pointed = useRef('');
  const statusId = useId();
  useFocusWhenLost(scroller);
  const [isInverted] = useSetting(FLAME_INVERTED);
  useEffect(() => results.ask(view, { kind: 'invert', isInverted }), [view, results, isInverted]);

  const point = ({ generation, node, frames }: Pointed): void => {
    const at = node === 0 ? '' : `${generation} ${node}`;
    if (at === pointed.current) return;
    pointed.current = at;
    results.ask(view, { kind: 'point', generation, node, frames });
  };
  const leave = (): void => {
    setPointer(null);
    point(NOTHING);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const action = flameAction(keyName(event), direction);
    if (!action || !stage.current) return;
    if (event.target !== scroller.current) return;
    event.preventDefault();
    setPointer(null);
    const { current } = stage;
    switch (action) {
      case 'zoomIn':
        return current.zoom(KEY_ZOOM);
      case 'zoomOut':
        return current.zoom(1 / KEY_ZOOM);
      case 'panLeft':
        return current.pan(-KEY_PAN, true);
      case 'panRight':
        return current.pan(KEY_PAN, true);
      case 'pageUp':
        return scroller.current?.scrollBy({ top: -0.8 * scroller.current.clientHeight });
      case 'pageDown':
        return scroller.current?.scrollBy({ top: 0.8 * scroller.current.clientHeight });
      case 'turn':
        return directions.set(direction === 'flame' ? 'icicle' : 'flame');
      case 'copyName':
      case 'switchOff':
      case 'invertFlameGraph':
        runCommand(app, action);
        return;
      default:
        results.ask(view, { kind: 'act', action });
    }
  };

  // Not by React: it listens without the right to prevent what the browser does with Ctrl and the wheel.
  useEffect(() => {
    const element = scroller.current;
    const onWheel = (event: WheelEvent): void => {
      if (!stage.current) return;
      const sideways = event.shiftKey ? event.deltaY : event.deltaX;
      if (event.ctrlKey || event.metaKey) {
        stage.current.zoom(Math.exp(-event.deltaY * WHEEL_ZOOM), event.clientX);
      } else if (sideways !== 0) stage.current.panPx(sideways);
      else return;
      event.preventDefault();
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [stage]);

  const onPointerMove = (event: PointerEvent): void => {
    const { clientX, clientY, buttons } = event;
    const from = drag.current;
    if (from && buttons === 1) {
      if (!from.isDrag && Math.hypot(clientX - from.x, clientY - from.y) < DRAG_PX) return;
      if (!from.isDrag) scroller.current?.setPointerCapture(event.pointerId);
      from.isDrag = true;
      stage.current?.panPx(from.x - clientX);
      scroller.current?.scrollBy({ top: from.y - clientY });
      [from.x, from.y] = [clientX, clientY];
      return leave();
    }
    const hit = stage.current?.hit(clientX, clientY);
    point(hit ?? NOTHING);
    setPointer(hit && hit.level > 0 ? { x: clientX, y: clientY } : null);
  };
  const askAt = (event: MouseEvent, kind: 'select' | 'zoom'): number => {
    const hit = stage.current?.hit(event.clientX, event.clientY);
    if (hit) results.ask(view, { kind, generation: hit.generation, node: hit.node });
    return hit?.level ?? -1;
  };
  const onClick = (event: MouseEvent): void => {
    const wasDrag = drag.current?.isDrag ?? false;
    drag.current = null;
    if (!wasDrag) askAt(event, 'zoom');
  };
  const onDoubleClick = (event: MouseEvent): void => {
    const hit = stage.current?.hit(event.clientX, event.clientY);
    if (hit) stage.current?.scrollToLevel(hit.level);
    else results.ask(view, { kind: 'act', action: 'zoomAll' });
  };

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
        onPointerDown={({ button, clientX, clientY }) => {
          drag.current = button === 0 ? { x: clientX, y: clientY, isDrag: false } : null;
        }}
        onPointerMove={onPointerMove}
        onPointerLeave={leave}
        onClick={onClick}
        onDoubleClick={onDoubleClick}
        onContextMenu={(event) => {
          // By key there is no place: it is about what is selected.
          if (event.clientX !== 0 || event.clientY !== 0) askAt(event, 'select');
          leave();
        }}
      >
        <div ref={content} className="flameContent">
          <canvas ref={canvas} className="flameCanvas" aria-hidden="true" />
        </div>
      </div>
      {pointer ? (
        <FrameTooltip view={view} results={results} labels={labels} x={pointer.x} y={pointer.y} />
      ) : null}
      <FlameKey view={view} results={results} />
      <FrameStatus id={statusId} view={view} results={results} labels={labels} />
    </div>
  );
}
