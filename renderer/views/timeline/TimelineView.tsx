import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { THREAD_STATES } from '../../../shared/jvmEvents/eventKinds.ts';
import { rangeText, type TimeRange } from '../../../shared/jvmEvents/narrowedRecording.ts';
import { timelineOf } from '../../../shared/jvmEvents/tracks.ts';
import { useApp } from '../../state/app/appContext.ts';
import type { RecordingView } from '../../state/appState.ts';
import { Button } from '../../widgets/Button.tsx';
import { keyName } from '../../widgets/keyName.ts';
import { Spoken } from '../../widgets/Spoken.tsx';
import { EVENT_TOKEN, LEVEL_TOKEN, stateToken } from './timelinePalette.ts';
import { RangeTrail } from './RangeTrail.tsx';
import { TimelineTooltip } from './TimelineTooltip.tsx';
import { useTimelineStage } from './useTimelineStage.ts';
import './TimelineView.css';

const KEY_ZOOM = 1.6;
const KEY_PAN = 0.2;
/** Of a notch of the wheel, 100 px in most browsers. */
const WHEEL_ZOOM = 0.002;
/** A pointer that moves less has clicked. */
const DRAG_PX = 4;
const HELP =
  'Drag over the times, or with Shift anywhere, narrows all views. Ctrl and the wheel zoom. Arrows: tracks and time; . and , walk from event to event.';

const KEY: readonly { readonly text: string; readonly token: string }[] = [
  { text: 'event', token: EVENT_TOKEN },
  { text: 'level', token: LEVEL_TOKEN },
  ...THREAD_STATES.map((state) => ({ text: state, token: stateToken(state) })),
];

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

/**
 * What the JVM told and what its threads did, as tracks above each other. A range of the time that is chosen here holds in
 * all views of the recording.
 */
export function TimelineView({ recording }: { readonly recording: RecordingView }) {
  const app = useApp();
  const statusId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const drag = useRef<Drag | null>(null);
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const [said, setSaid] = useState('');
  const [dragged, setDragged] = useState<TimeRange | null>(null);
  const { dataSets, summary, narrowed } = recording;
  const timeline = useMemo(() => timelineOf(dataSets, summary.durationMs), [dataSets, summary.durationMs]);
  const range = dragged ?? narrowed?.range ?? null;
  const stage = useTimelineStage(timeline, range, { scroller, content, canvas });

  const narrowToView = (): void => {
    const shown = stage.current;
    if (!shown) return;
    const isWhole = shown.window.fromNs <= shown.whole.fromNs && shown.window.toNs >= shown.whole.toNs;
    app.files.narrow(isWhole ? null : { ...shown.window });
    setSaid(isWhole ? 'All views show the whole recording.' : `All views show ${rangeText(shown.window)}.`);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const { current } = stage;
    if (!current || event.target !== scroller.current) return;
    const actions: Readonly<Record<string, () => void>> = {
      '+': () => current.zoom(KEY_ZOOM),
      '-': () => current.zoom(1 / KEY_ZOOM),
      ArrowRight: () => current.pan(KEY_PAN),
      ArrowLeft: () => current.pan(-KEY_PAN),
      ArrowDown: () => setSaid(current.stepTrack(1)),
      ArrowUp: () => setSaid(current.stepTrack(-1)),
      '.': () => setSaid(current.stepEvent(1)),
      ',': () => setSaid(current.stepEvent(-1)),
      Home: () => current.showAll(),
      '0': () => current.showAll(),
      Enter: narrowToView,
      Escape: () => app.files.narrow(null),
    };
    const action = actions[keyName(event)];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    setPointed(null);
    action();
  };

  // Not by React: it listens without the right to prevent what the browser does with Ctrl and the wheel.
  useEffect(() => {
    const element = scroller.current;
    const onWheel = (event: WheelEvent): void => {
      if (!stage.current) return;
      const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
      if (event.ctrlKey || event.metaKey)
        stage.current.zoom(Math.exp(-event.deltaY * WHEEL_ZOOM), event.clientX);
      else if (sideways !== 0) stage.current.panPx(sideways);
      else return;
      event.preventDefault();
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [stage]);

  const onPointerMove = ({ clientX, clientY, buttons, pointerId }: PointerEvent): void => {
    const { current } = stage;
    const from = drag.current;
    if (!current) return;
    if (from && buttons === 1) {
      if (!from.isDrag && Math.hypot(clientX - from.x, clientY - from.y) < DRAG_PX) return;
      if (!from.isDrag) scroller.current?.setPointerCapture(pointerId);
      from.isDrag = true;
      setPointed(null);
      if (from.fromNs !== null) {
        const { ns } = current.hit(clientX, clientY);
        setDragged({ fromNs: Math.min(from.fromNs, ns), toNs: Math.max(from.fromNs, ns) });
        return;
      }
      current.panPx(from.x - clientX);
      scroller.current?.scrollBy({ top: from.y - clientY });
      [from.x, from.y] = [clientX, clientY];
      return;
    }
    const lines = current.textAt(current.hit(clientX, clientY));
    setPointed(lines && { x: clientX, y: clientY, lines });
  };
  const onPointerUp = (): void => {
    drag.current = null;
    if (dragged && dragged.toNs > dragged.fromNs) app.files.narrow(dragged);
    setDragged(null);
  };

  return (
    <>
      <RangeTrail narrowed={narrowed} />
      <div className="recordViewTools" role="toolbar" aria-label="Timeline tools">
        <div className="timelineTools">
          <Button
            hint="All views show what happened in the time that is in view (Enter)"
            onClick={narrowToView}
          >
            Narrow to View
          </Button>
          <Button hint="Larger (+)" label="Zoom in" onClick={() => stage.current?.zoom(KEY_ZOOM)}>
            +
          </Button>
          <Button hint="Smaller (-)" label="Zoom out" onClick={() => stage.current?.zoom(1 / KEY_ZOOM)}>
            −
          </Button>
          <Button hint="The whole time (Home)" onClick={() => stage.current?.showAll()}>
            Whole Time
          </Button>
          <ul className="timelineKey" aria-label="Colours">
            {KEY.map(({ text, token }) => (
              <li key={text}>
                <span
                  className="timelineKeyColor"
                  style={{ background: `var(${token})` }}
                  aria-hidden="true"
                />
                {text}
              </li>
            ))}
          </ul>
        </div>
      </div>
      <div className="timelineView">
        <div
          ref={scroller}
          className="timelineScroller"
          role="application"
          aria-roledescription="timeline"
          aria-label={`Timeline, ${timeline.tracks.length} tracks`}
          aria-describedby={statusId}
          tabIndex={0}
          onScroll={() => stage.current?.redraw()}
          onKeyDown={onKeyDown}
          onPointerDown={({ button, clientX, clientY, shiftKey }) => {
            const hit = stage.current?.hit(clientX, clientY);
            const fromNs = hit && (hit.isOnRuler || shiftKey) ? hit.ns : null;
            drag.current = button === 0 ? { x: clientX, y: clientY, isDrag: false, fromNs } : null;
          }}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerUp}
          onPointerLeave={() => setPointed(null)}
        >
          <div ref={content}>
            <canvas ref={canvas} className="timelineCanvas" aria-hidden="true" />
          </div>
        </div>
        {pointed && !dragged ? <TimelineTooltip {...pointed} /> : null}
        <div className="timelineStatus">
          {dragged ? (
            rangeText(dragged)
          ) : (
            <span className={pointed || said ? undefined : 'muted'}>
              {pointed?.lines.join(' · ') ?? (said || HELP)}
            </span>
          )}
        </div>
        <Spoken id={statusId} when={said} text={said || HELP} />
      </div>
    </>
  );
}
