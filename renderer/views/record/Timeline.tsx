import { area, bisector, curveStepAfter, scaleLinear } from 'd3';
import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { eventsPerSecond, type TimelineSample } from '../../../shared/recording/timeline.ts';
import { leftOutText, sampleText, timelineText } from '../../../shared/report/timelineText.ts';
import { useApp } from '../../state/app/appContext.ts';
import { useAtom } from '../../state/atom.ts';
import type { SettingKind } from '../../state/settings.ts';
import { Spoken } from '../../widgets/Spoken.tsx';
import { useTokenPx } from '../../widgets/useTokenPx.ts';
import { useWidth } from '../../widgets/useWidth.ts';
import './Timeline.css';

const RIGHT = 16;
const LEFT_OUT = 'left out of the times';
const CHARGED = 'part of the times';
/** What came between, each with its share of a sample; what is counted is seen even when it took less than 1 ms. */
const LANES: readonly {
  readonly name: string;
  readonly kind: string;
  readonly ms: (s: TimelineSample) => number;
  readonly hint: string;
}[] = [
  {
    name: 'Hot swaps',
    kind: 'swap',
    ms: ({ swapMs, hotSwaps }) => Math.max(swapMs, hotSwaps),
    hint: `They stop all threads: ${CHARGED}, but for threads that wait for the swap`,
  },
  {
    name: 'JIT compilers',
    kind: 'compile',
    ms: ({ compilingMs }) => compilingMs,
    hint: `Until code is compiled again after a hot swap, it runs slower: ${CHARGED}`,
  },
  {
    name: 'Waits for Sluice',
    kind: 'wait',
    ms: ({ waitedMs }) => waitedMs,
    hint: `At first invocations, at class loads, and for room for events: ${LEFT_OUT}`,
  },
  {
    name: 'Class loads',
    kind: 'load',
    ms: ({ classLoadMs, classLoads }) => Math.max(classLoadMs, classLoads),
    hint: `Threads, recorded or not, that stood still until a class had its probes: ${LEFT_OUT}`,
  },
  {
    name: 'Waits for a core',
    kind: 'core',
    ms: ({ coreWaitMs }) => coreWaitMs,
    hint: `Of recorded threads that were ready to run: ${LEFT_OUT}`,
  },
  { name: 'Pauses', kind: 'pause', ms: ({ pausedMs }) => pausedMs, hint: `Of the recording: ${LEFT_OUT}` },
];
/** Names of lanes are written in --font-size-label: room for the longest, as in Timeline.css. */
const LEFT_LABELS = 10.2;
const RATE_HEIGHT = 24;
const WHOLE = 'Event rate and interruptions. Taller: a larger share of the interval.';
/** Whether the user wants to see the timeline: the room is the tree's until then. */
const UNFOLDED: SettingKind<boolean> = {
  name: 'timeline',
  version: 1,
  initial: false,
  read: (stored) => (typeof stored === 'boolean' ? stored : null),
};

interface TimelineProps {
  readonly samples: readonly TimelineSample[];
}

/**
 * How the recording went: events per second, and above them what came between. The pointer, or arrow keys,
 * go from sample to sample; what happened in it is said above. As high without samples as with them.
 */
export function Timeline({ samples }: TimelineProps) {
  const unfolded = useAtom(useApp().settings.of(UNFOLDED));
  if (!unfolded) return null;
  return (
    <section className="timeline" aria-label="Timeline">
      <TimelineChart samples={samples} />
    </section>
  );
}

/** Among the numbers of the recording: shows the timeline, or takes it away. Its tool-tip says what is in it. */
export function TimelineFold({ samples }: TimelineProps) {
  const setting = useApp().settings.of(UNFOLDED);
  const unfolded = useAtom(setting);
  return (
    <div className="recordingNumber">
      <dt aria-hidden="true">Timeline</dt>
      <dd>
        <button
          type="button"
          className="recordingNumbersLink"
          aria-label={unfolded ? 'Hide timeline' : 'Show timeline'}
          aria-expanded={unfolded}
          title={leftOutText(samples)}
          onClick={() => setting.set(!unfolded)}
        >
          {unfolded ? 'Hide' : 'Show'}
        </button>
      </dd>
    </div>
  );
}

function TimelineChart({ samples }: { readonly samples: readonly TimelineSample[] }) {
  const [frame, width] = useWidth(320);
  const labelPx = useTokenPx('--font-size-label');
  const left = LEFT_LABELS * labelPx;
  const laneHeight = labelPx + 2;
  const rateTop = LANES.length * laneHeight + 2;
  const rateFloor = rateTop + RATE_HEIGHT;
  const [chosen, setChosen] = useState<number | null>(null);
  const shown = chosen === null ? undefined : samples.at(Math.min(chosen, samples.length - 1));
  const fromMs = samples.at(0)?.fromMs ?? 0;
  const x = scaleLinear([fromMs, samples.at(-1)?.toMs ?? fromMs + 1000], [left, width - RIGHT]);
  const most = samples.reduce((rate, sample) => Math.max(rate, eventsPerSecond(sample)), 1);
  const y = scaleLinear([0, most], [rateFloor, rateTop]);
  const readout = shown ? sampleText(shown) : WHOLE;

  const onPointerMove = ({ nativeEvent }: PointerEvent): void => {
    const at = bisector(({ toMs }: TimelineSample) => toMs).right(samples, x.invert(nativeEvent.offsetX));
    setChosen(nativeEvent.offsetX < left || at >= samples.length ? null : at);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const last = samples.length - 1;
    const from = chosen ?? last + 1;
    const to = { ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: last }[event.key];
    if (to === undefined || last < 0) return;
    setChosen(Math.max(0, Math.min(to, last)));
    event.preventDefault();
  };
  return (
    <figure>
      <figcaption className="timelineReadout">{readout}</figcaption>
      <div ref={frame}>
        <svg
          width={width}
          height={rateFloor + laneHeight + 1}
          role="img"
          tabIndex={0}
          aria-label={timelineText(samples)}
          onKeyDown={onKeyDown}
          onPointerMove={onPointerMove}
          onPointerLeave={() => setChosen(null)}
        >
          {shown ? (
            <rect
              className="timelineShown"
              x={x(shown.fromMs)}
              width={Math.max(2, x(shown.toMs) - x(shown.fromMs))}
              height={rateFloor}
            />
          ) : null}
          {LANES.map(({ name, kind, ms, hint }, lane) => {
            const floor = (lane + 1) * laneHeight;
            return (
              <g key={kind} className={`timelineLane timelineLane-${kind}`}>
                <title>{hint}</title>
                <text x={left - 8} y={floor - 1.5} textAnchor="end">
                  {name}
                </text>
                <line x1={left} x2={width - RIGHT} y1={floor - 0.5} y2={floor - 0.5} />
                <path d={marksPath(samples, ms, x, floor, laneHeight)} />
              </g>
            );
          })}
          <text x={left - 8} y={rateFloor - 2} textAnchor="end">
            Events/s
          </text>
          <path className="timelineRate" d={ratePath(samples, x, y, rateFloor) ?? ''} />
          <line className="timelineFloor" x1={left} x2={width - RIGHT} y1={rateFloor} y2={rateFloor} />
          {samples.length > 0
            ? x.ticks(Math.max(2, Math.round(width / 160))).map((ms) => (
                <text key={ms} x={x(ms)} y={rateFloor + labelPx + 1} textAnchor="middle">
                  {ms / 1000} s
                </text>
              ))
            : null}
        </svg>
      </div>
      <Spoken when={String(chosen)} text={readout} />
    </figure>
  );
}

type Scale = (value: number) => number;

/** A bar for each sample that has some; its height is the share of the sample's time, and can always be seen. */
function marksPath(
  samples: readonly TimelineSample[],
  msOf: (sample: TimelineSample) => number,
  x: Scale,
  floor: number,
  laneHeight: number,
): string {
  const bars: string[] = [];
  for (const sample of samples) {
    const ms = msOf(sample);
    if (ms === 0) continue;
    const left = x(sample.fromMs);
    const share = Math.min(1, ms / (sample.toMs - sample.fromMs));
    const height = 3 + share * (laneHeight - 5);
    bars.push(`M${left},${floor}h${Math.max(2, x(sample.toMs) - left)}v${-height}H${left}z`);
  }
  return bars.join('');
}

function ratePath(samples: readonly TimelineSample[], x: Scale, y: Scale, floor: number): string | null {
  const last = samples.at(-1);
  if (!last) return null;
  const steps = area<readonly [number, number]>(
    ([ms]) => x(ms),
    floor,
    ([, rate]) => y(rate),
  ).curve(curveStepAfter);
  return steps([
    ...samples.map((sample) => [sample.fromMs, eventsPerSecond(sample)] as const),
    [last.toMs, eventsPerSecond(last)],
  ]);
}
