import {
  useRef,
  useState,
  type HTMLAttributes,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import type { Results } from '../../state/results.ts';
import type { FlameKind } from '../../worker/views/flameFrame.ts';
import type { FlameHit, FlameStage } from './flameStage.ts';

/** A pointer that moves less means a click. */
const DRAG_PX = 4;

type Pointed = Pick<FlameHit, 'generation' | 'node' | 'frames'>;

const NOTHING: Pointed = { generation: 0, node: 0, frames: 1 };

interface Drag {
  x: number;
  y: number;
  isDrag: boolean;
}

interface FlamePointer {
  /** Where the pointer is upon a box; null: it is upon none. */
  readonly at: { readonly x: number; readonly y: number } | null;
  /** As if it were upon none, until it moves. */
  readonly hide: () => void;
  readonly handlers: Pick<
    HTMLAttributes<HTMLElement>,
    'onPointerDown' | 'onPointerMove' | 'onPointerLeave' | 'onClick' | 'onDoubleClick' | 'onContextMenu'
  >;
}

/** What the pointer does in a flame graph: it points at boxes, moves what is in view, zooms and selects. */
export function useFlamePointer(
  view: FlameKind,
  results: Results,
  stage: RefObject<FlameStage | null>,
  scroller: RefObject<HTMLElement | null>,
): FlamePointer {
  const [at, setAt] = useState<FlamePointer['at']>(null);
  const drag = useRef<Drag | null>(null);
  const pointed = useRef('');
  const point = ({ generation, node, frames }: Pointed): void => {
    const key = node === 0 ? '' : `${generation} ${node}`;
    if (key === pointed.current) return;
    pointed.current = key;
    results.ask(view, { kind: 'point', generation, node, frames });
  };
  const leave = (): void => {
    setAt(null);
    point(NOTHING);
  };
  const follow = (from: Drag, { clientX, clientY, pointerId }: PointerEvent): void => {
    if (!from.isDrag && Math.hypot(clientX - from.x, clientY - from.y) < DRAG_PX) return;
    if (!from.isDrag) scroller.current?.setPointerCapture(pointerId);
    from.isDrag = true;
    stage.current?.panPx(from.x - clientX);
    scroller.current?.scrollBy({ top: from.y - clientY });
    [from.x, from.y] = [clientX, clientY];
    leave();
  };
  const askAt = ({ clientX, clientY }: MouseEvent, kind: 'select' | 'zoom'): void => {
    const hit = stage.current?.hit(clientX, clientY);
    if (hit) results.ask(view, { kind, generation: hit.generation, node: hit.node });
  };
  const handlers: FlamePointer['handlers'] = {
    onPointerDown({ button, clientX, clientY }) {
      drag.current = button === 0 ? { x: clientX, y: clientY, isDrag: false } : null;
    },
    onPointerMove(event) {
      const { clientX, clientY, buttons } = event;
      if (drag.current && buttons === 1) return follow(drag.current, event);
      const hit = stage.current?.hit(clientX, clientY);
      point(hit ?? NOTHING);
      setAt(hit && hit.level > 0 ? { x: clientX, y: clientY } : null);
    },
    onPointerLeave: leave,
    onClick(event) {
      const wasDrag = drag.current?.isDrag ?? false;
      drag.current = null;
      if (!wasDrag) askAt(event, 'zoom');
    },
    onDoubleClick({ clientX, clientY }) {
      const hit = stage.current?.hit(clientX, clientY);
      if (hit) stage.current?.scrollToLevel(hit.level);
      else results.ask(view, { kind: 'act', action: 'zoomAll' });
    },
    onContextMenu(event) {
      // By key there is no place: it is about what is selected.
      if (event.clientX !== 0 || event.clientY !== 0) askAt(event, 'select');
      leave();
    },
  };
  return { at, hide: () => setAt(null), handlers };
}
