import { area, line, scaleLinear } from 'd3';
import { useId, type KeyboardEvent, type PointerEvent } from 'react';
import {
  curveValueText,
  type Curve,
  type CurveLine,
  type Explanation,
} from '../../../shared/monitor/curves.ts';
import type { MonitorSample } from '../../../shared/monitor/monitorSample.ts';
import { curveText } from '../../../shared/monitor/monitorText.ts';
import type { CommandId } from '../../state/commands/command.ts';
import { useTokenPx } from '../../widgets/useTokenPx.ts';
import { useWidth } from '../../widgets/useWidth.ts';
import { CommandButton } from '../CommandButton.tsx';
import { agoText, agoTicks, nearest, shownTime, topOf, type ShownTime } from './curveScale.ts';

/** What is run to know why a curve is as it is. */
const EXPLAINING: Readonly<Record<Explanation, CommandId>> = {
  samples: 'runningNow',
  heap: 'heap',
  threads: 'threadsNow',
};
const HEIGHT = 104;
const TOP = 6;
const RIGHT = 8;
/** Of its labels, in --font-size-label. */
const LEFT_LABELS = 6.2;
/** A label of the time needs so much. */
const TICK_PX = 72;

interface CurveChartProps {
  readonly curve: Curve;
  readonly samples: readonly MonitorSample[];
  /** The sample that all curves tell; null: the last one. */
  readonly chosenAtMs: number | null;
  readonly onChoose: (atMs: number | null) => void;
}

/**
 * Some numbers of a JVM in the course of time. The pointer, or arrow keys, go from sample to sample; what all curves say of it stands
 * above each. Beside it is what explains it.
 */
export function CurveChart({ curve, samples, chosenAtMs, onChoose }: CurveChartProps) {
  const title = useId();
  const chosen = chosenAtMs === null ? -1 : nearest(samples, chosenAtMs);
  const shown = samples.at(chosen);
  return (
    <section className="curve" aria-labelledby={title}>
      <header className="curveHeader">
        <h3 id={title}>{curve.title}</h3>
        <CurveKey curve={curve} sample={shown} />
        <CommandButton command={EXPLAINING[curve.explainedBy]} />
      </header>
      <CurvePicture
        curve={curve}
        samples={samples}
        chosen={chosen}
        label={`${curve.title}: ${curveText(curve, shown)}`}
        onChoose={onChoose}
      />
    </section>
  );
}

function CurveKey({
  curve: { lines, unit },
  sample,
}: {
  readonly curve: Curve;
  readonly sample: MonitorSample | undefined;
}) {
  return (
    <ul className="curveKey">
      {lines.map(({ name, of }, i) => (
        <li key={name}>
          <svg className={`curveLine curveLine-${i}`} width="16" height="8" aria-hidden="true">
            <path d="M0,4H16" />
          </svg>
          {name} <b>{curveValueText(sample ? of(sample) : null, unit)}</b>
        </li>
      ))}
    </ul>
  );
}

interface CurvePictureProps {
  readonly curve: Curve;
  readonly samples: readonly MonitorSample[];
  /** -1: none is. */
  readonly chosen: number;
  readonly label: string;
  readonly onChoose: (atMs: number | null) => void;
}

function CurvePicture({ curve: { lines, unit }, samples, chosen, label, onChoose }: CurvePictureProps) {
  const [frame, width] = useWidth(240);
  const labelPx = useTokenPx('--font-size-label');
  const left = LEFT_LABELS * labelPx;
  const time = shownTime(samples);
  const x = scaleLinear([time.fromMs, time.toMs], [left, width - RIGHT]);
  const top = topOf(samples, lines, unit);
  const y = scaleLinear([0, top], [HEIGHT, TOP]);

  const onPointerMove = ({ nativeEvent }: PointerEvent): void => {
    const at = nativeEvent.offsetX < left ? -1 : nearest(samples, x.invert(nativeEvent.offsetX));
    onChoose(at < 0 ? null : samples[at].atMs);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const last = samples.length - 1;
    const from = chosen < 0 ? last : chosen;
    const to = { ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: last, Escape: -1 }[event.key];
    if (to === undefined || last < 0) return;
    event.preventDefault();
    onChoose(to < 0 && event.key === 'Escape' ? null : samples[Math.max(0, Math.min(to, last))].atMs);
  };
  return (
    <div ref={frame}>
      <svg
        className="curvePicture"
        width={width}
        height={HEIGHT + labelPx + 4}
        role="img"
        tabIndex={0}
        aria-label={label}
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onPointerLeave={() => onChoose(null)}
      >
        {[top, top / 2, 0].map((value) => (
          <g key={value}>
            <line className="curveGrid" x1={left} x2={width - RIGHT} y1={y(value)} y2={y(value)} />
            <text x={left - 6} y={y(value) + labelPx / 3} textAnchor="end">
              {value === 0 ? '0' : curveValueText(value, unit)}
            </text>
          </g>
        ))}
        {samples.length > 0 ? (
          <TimeLabels time={time} x={x} width={width - left} y={HEIGHT + labelPx} />
        ) : null}
        {lines.map((one, i) => (
          <CurvePath key={one.name} of={one} index={i} samples={samples} x={x} y={y} />
        ))}
        {chosen >= 0 ? (
          <line
            className="curveChosen"
            x1={x(samples[chosen].atMs)}
            x2={x(samples[chosen].atMs)}
            y1={TOP}
            y2={HEIGHT}
          />
        ) : null}
      </svg>
    </div>
  );
}

type Scale = (value: number) => number;

interface CurvePathProps {
  readonly of: CurveLine;
  readonly index: number;
  readonly samples: readonly MonitorSample[];
  readonly x: Scale;
  readonly y: Scale;
}

/** The first line of a curve has its area below it. What is not known in between is passed over. */
function CurvePath({ of: { of }, index, samples, x, y }: CurvePathProps) {
  const points = samples.flatMap((sample): [number, number][] => {
    const value = of(sample);
    return value === null ? [] : [[x(sample.atMs), y(value)]];
  });
  return (
    <g className={`curveLine curveLine-${index}`}>
      {index === 0 ? <path className="curveArea" d={area().y0(y(0))(points) ?? ''} /> : null}
      <path d={line()(points) ?? ''} />
    </g>
  );
}

interface TimeLabelsProps {
  readonly time: ShownTime;
  readonly x: Scale;
  readonly y: number;
  readonly width: number;
}

function TimeLabels({ time, x, y, width }: TimeLabelsProps) {
  return agoTicks(time, Math.max(1, Math.floor(width / TICK_PX))).map((agoMs) => (
    <text key={agoMs} x={x(time.toMs - agoMs)} y={y} textAnchor={agoMs === 0 ? 'end' : 'middle'}>
      {agoText(agoMs)}
    </text>
  ));
}
