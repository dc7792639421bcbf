import { useRef, useState, type HTMLAttributes, type PointerEvent, type RefObject } from 'react';
import type { TimeRange } from '../../../shared/jvmEvents/narrowedRecording.ts';
import { useApp } from '../../state/app/appContext.ts';
import type { TimelineStage } from './timelineStage.ts';

/** A pointer that moves less has clicked. */
const DRAG_PX = 4;

interface Pointed {
  readonly x: number;
  readonly y: number;
  readonly lines: readonly string[];
}

interface Drag {
  x: number;
  y: number;
  isDrag: boolean;
  /** Where a range begins; null: the drag moves what is in view. */
  readonly fromNs: number | null;
}

interface TimelinePointer {
  /** null: the pointer is at nothing. */
  readonly pointed: Pointed | null;
  readonly forget: () => void;
  readonly handlers: Pick<
    HTMLAttributes<HTMLElement>,
    'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerLeave'
  >;
}

/**
 * What the pointer does: it points, moves what is in view, or chooses the range that all views are narrowed to.
 * @param dragged the range that is being chosen
 */
export function useTimelinePointer(
  stage: RefObject<TimelineStage | null>,
  scroller: RefObject<HTMLElement | null>,
  dragged: TimeRange | null,
  setDragged: (range: TimeRange | null) => void,
): TimelinePointer {
  const app = useApp();
  const drag = useRef<Drag | null>(null);
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const forget = (): void => setPointed(null);
  const follow = (current: TimelineStage, from: Drag, event: PointerEvent): void => {
    const { clientX, clientY } = event;
    if (!from.isDrag && Math.hypot(clientX - from.x, clientY - from.y) < DRAG_PX) return;
    if (!from.isDrag) scroller.current?.setPointerCapture(event.pointerId);
    from.isDrag = true;
    forget();
    if (from.fromNs !== null) {
      const { ns } = current.hit(clientX, clientY);
      setDragged({ fromNs: Math.min(from.fromNs, ns), toNs: Math.max(from.fromNs, ns) });
      return;
    }
    current.panPx(from.x - clientX);
    scroller.current?.scrollBy({ top: from.y - clientY });
    [from.x, from.y] = [clientX, clientY];
  };
  const handlers: TimelinePointer['handlers'] = {
    onPointerDown({ button, clientX, clientY, shiftKey }) {
      const hit = stage.current?.hit(clientX, clientY);
      const fromNs = hit && (hit.isOnRuler || shiftKey) ? hit.ns : null;
      drag.current = button === 0 ? { x: clientX, y: clientY, isDrag: false, fromNs } : null;
    },
    onPointerMove(event) {
      const { current } = stage;
      if (!current) return;
      if (drag.current && event.buttons === 1) return follow(current, drag.current, event);
      const { clientX, clientY } = event;
      const lines = current.textAt(current.hit(clientX, clientY));
      setPointed(lines && { x: clientX, y: clientY, lines });
    },
    onPointerUp() {
      drag.current = null;
      if (dragged && dragged.toNs > dragged.fromNs) app.files.narrow(dragged);
      setDragged(null);
    },
    onPointerLeave: forget,
  };
  return { pointed, forget, handlers };
}
