import { useId, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { THREAD_STATES } from '../../../shared/jvmEvents/eventKinds.ts';
import { rangeText, type TimeRange } from '../../../shared/jvmEvents/narrowedRecording.ts';
import { timelineOf } from '../../../shared/jvmEvents/tracks.ts';
import { useApp } from '../../state/app/appContext.ts';
import type { SluiceApp } from '../../state/app/sluiceApp.ts';
import type { RecordingView } from '../../state/appState.ts';
import { Button } from '../../widgets/Button.tsx';
import { keyName } from '../../widgets/keyName.ts';
import { Spoken } from '../../widgets/Spoken.tsx';
import { useZoomWheel } from '../../widgets/useZoomWheel.ts';
import { EVENT_TOKEN, LEVEL_TOKEN, stateToken } from './timelinePalette.ts';
import { RangeTrail } from './RangeTrail.tsx';
import type { TimelineStage } from './timelineStage.ts';
import { TimelineTooltip } from './TimelineTooltip.tsx';
import { useTimelinePointer } from './useTimelinePointer.ts';
import { useTimelineStage } from './useTimelineStage.ts';
import './TimelineView.css';

const KEY_ZOOM = 1.6;
const KEY_PAN = 0.2;
/** Of a notch of the wheel, 100 px in most browsers. */
const WHEEL_ZOOM = 0.002;
const HELP =
  'Drag over the times, or with Shift anywhere, narrows all views. Ctrl and the wheel zoom. Arrows: tracks and time; . and , walk from event to event.';

const KEY: readonly { readonly text: string; readonly token: string }[] = [
  { text: 'event', token: EVENT_TOKEN },
  { text: 'level', token: LEVEL_TOKEN },
  ...THREAD_STATES.map((state) => ({ text: state, token: stateToken(state) })),
];

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
  const [said, setSaid] = useState('');
  const [dragged, setDragged] = useState<TimeRange | null>(null);
  const { dataSets, summary, narrowed } = recording;
  const timeline = useMemo(() => timelineOf(dataSets, summary.durationMs), [dataSets, summary.durationMs]);
  const stage = useTimelineStage(timeline, dragged ?? narrowed?.range ?? null, { scroller, content, canvas });
  useZoomWheel(scroller, stage, WHEEL_ZOOM);
  const pointer = useTimelinePointer(stage, scroller, dragged, setDragged);
  const { pointed } = pointer;

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
    const action = keyActions(current, app, setSaid, narrowToView)[keyName(event)];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    pointer.forget();
    action();
  };

  return (
    <>
      <RangeTrail narrowed={narrowed} />
      <TimelineTools stage={stage} onNarrow={narrowToView} />
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
          {...pointer.handlers}
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

/** What keys do, by the names of keyName(). */
function keyActions(
  stage: TimelineStage,
  app: SluiceApp,
  say: (text: string) => void,
  narrowToView: () => void,
): Readonly<Record<string, () => void>> {
  return {
    '+': () => stage.zoom(KEY_ZOOM),
    '-': () => stage.zoom(1 / KEY_ZOOM),
    ArrowRight: () => stage.pan(KEY_PAN),
    ArrowLeft: () => stage.pan(-KEY_PAN),
    ArrowDown: () => say(stage.stepTrack(1)),
    ArrowUp: () => say(stage.stepTrack(-1)),
    '.': () => say(stage.stepEvent(1)),
    ',': () => say(stage.stepEvent(-1)),
    Home: () => stage.showAll(),
    '0': () => stage.showAll(),
    Enter: narrowToView,
    Escape: () => app.files.narrow(null),
  };
}

interface TimelineToolsProps {
  readonly stage: RefObject<TimelineStage | null>;
  readonly onNarrow: () => void;
}

/** The same as by keys, and what the colours mean. */
function TimelineTools({ stage, onNarrow }: TimelineToolsProps) {
  return (
    <div className="recordViewTools" role="toolbar" aria-label="Timeline tools">
      <div className="timelineTools">
        <Button hint="All views show what happened in the time that is in view (Enter)" onClick={onNarrow}>
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
              <span className="timelineKeyColor" style={{ background: `var(${token})` }} aria-hidden="true" />
              {text}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
