import { scaleLog, scaleSymlog } from 'd3';
import { useState, type KeyboardEvent } from 'react';
import {
  formatCount,
  formatCountOf,
  formatPercent,
  formatTime,
} from '../../../shared/naming/formatNumbers.ts';
import type { PassBar, PassSummary } from '../../../shared/recording/passSummary.ts';
import { Spoken } from '../../widgets/Spoken.tsx';
import { useWidth } from '../../widgets/useWidth.ts';

/** A share of the width: as high as it is looked at best, within bounds. */
const HEIGHT = { share: 0.28, leastPx: 300, mostPx: 560 };
/** Half of the time at the right edge has room beside the chart. */
const MARGIN = { top: 54, right: 30, bottom: 28, left: 64 };
/** Room for the label of a percentile on both sides of its line. */
const LABEL_WIDTH = 84;
const LABEL_ROW = 15;

/**
 * How many passes took how long, both scales logarithmic: a single slow pass among millions is seen. Arrow keys, or the pointer,
 * go from bar to bar; what the bar stands for is said below.
 */
export function PassChart({ summary }: { readonly summary: PassSummary }) {
  const { bars, percentiles, timed } = summary;
  const [frame, width] = useWidth(320);
  const height = Math.round(Math.min(HEIGHT.mostPx, Math.max(HEIGHT.leastPx, HEIGHT.share * width)));
  const [chosen, setChosen] = useState<number | null>(null);
  const shown = chosen !== null && chosen < bars.length ? chosen : null;
  const x = scaleLog(timeRange(bars), [MARGIN.left, width - MARGIN.right]);
  const most = Math.max(...bars.map(({ passes }) => passes));
  const y = scaleSymlog([0, most], [height - MARGIN.bottom, MARGIN.top]);
  const floor = height - MARGIN.bottom;
  const readout =
    shown === null ? 'Passes by their time; both scales are logarithmic.' : barText(bars[shown], timed);

  const onKeyDown = (event: KeyboardEvent): void => {
    const from = shown ?? -1;
    const to = { ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: bars.length - 1 }[event.key];
    if (to === undefined) return;
    setChosen(Math.max(0, Math.min(to, bars.length - 1)));
    event.preventDefault();
  };
  return (
    <figure className="passChart">
      <div ref={frame} className="passChartFrame">
        <svg
          width={width}
          height={height}
          role="img"
          tabIndex={0}
          aria-label={`Histogram of ${formatCountOf(timed, 'pass', 'passes')} from ${formatTime(summary.minNs)} to ${formatTime(summary.maxNs)}; arrow keys go from bar to bar`}
          onKeyDown={onKeyDown}
          onPointerLeave={() => setChosen(null)}
        >
          {powersOfTen(1, most).map((count) => (
            <g key={count} className="passChartTick">
              <line x1={MARGIN.left} x2={width - MARGIN.right} y1={y(count)} y2={y(count)} />
              <text x={MARGIN.left - 8} y={y(count)} dy="0.32em" textAnchor="end">
                {formatCount(count)}
              </text>
            </g>
          ))}
          {bars.map((bar, i) => (
            <g key={bar.fromNs} onPointerEnter={() => setChosen(i)}>
              <rect
                className={i === shown ? 'passChartGrip-shown' : 'passChartGrip'}
                x={x(bar.fromNs)}
                y={MARGIN.top}
                width={x(bar.toNs) - x(bar.fromNs)}
                height={floor - MARGIN.top}
              />
              <rect
                className={i === shown ? 'passChartBar passChartBar-shown' : 'passChartBar'}
                x={x(bar.fromNs) + 0.5}
                y={y(bar.passes)}
                width={Math.max(1, x(bar.toNs) - x(bar.fromNs) - 1)}
                height={floor - y(bar.passes)}
              />
            </g>
          ))}
          <line className="passChartFloor" x1={MARGIN.left} x2={width - MARGIN.right} y1={floor} y2={floor} />
          {timeTicks(x.domain()).map((ns) => (
            <text key={ns} className="passChartTime" x={x(ns)} y={floor + 18} textAnchor="middle">
              {formatTime(ns)}
            </text>
          ))}
          <PercentileMarks percentiles={percentiles} x={x} width={width} floor={floor} />
        </svg>
      </div>
      <figcaption className="passChartReadout">{readout}</figcaption>
      <Spoken when={String(shown)} text={readout} />
    </figure>
  );
}

interface PercentileMarksProps {
  readonly percentiles: PassSummary['percentiles'];
  readonly x: (ns: number) => number;
  readonly width: number;
  /** Where the bars stand, px from above. */
  readonly floor: number;
}

/** A line at the time of each percentile, with its label. */
function PercentileMarks({ percentiles, x, width, floor }: PercentileMarksProps) {
  const places = markPlaces(
    percentiles.map(({ ns }) => x(Math.max(1, ns))),
    width,
  );
  return places.map(({ place, isLeft, row }, i) => {
    const top = MARGIN.top - row * LABEL_ROW;
    return (
      <g key={percentiles[i].percent} className="passChartMark">
        <line x1={place} x2={place} y1={top - 14} y2={floor} />
        <text x={isLeft ? place - 4 : place + 4} y={top - 6} textAnchor={isLeft ? 'end' : 'start'}>
          {percentiles[i].percent} %
        </text>
      </g>
    );
  });
}

function barText({ fromNs, toNs, passes }: PassBar, timed: number): string {
  const share = formatPercent(passes, timed);
  return `${formatTime(fromNs)} to ${formatTime(toNs)}: ${formatCountOf(passes, 'pass', 'passes')}, ${share}`;
}

/** Where the label of each line stands, so that no line goes through it: beside its own, or above those of the next ones. */
function markPlaces(places: readonly number[], width: number) {
  const isClose = (i: number): boolean => places[i + 1] - places[i] < LABEL_WIDTH / 2;
  return places.map((place, i) => {
    const isLeft = place > width - LABEL_WIDTH || (isClose(i) && !isClose(i - 1));
    let row = 0;
    while (!isLeft && isClose(i + row)) row++;
    return { place, isLeft, row };
  });
}

function powersOfTen(from: number, to: number): readonly number[] {
  const found: number[] = [];
  for (let power = from; power <= to; power *= 10) found.push(power);
  return found;
}

/** A decade at least: a few passes that take nearly the same are a narrow bar, with times on both sides of it. */
function timeRange(bars: readonly PassBar[]): [number, number] {
  const [fromNs, toNs] = [bars[0].fromNs, bars[bars.length - 1].toNs];
  const wider = Math.sqrt(Math.max(1, (10 * fromNs) / toNs));
  return [fromNs / wider, toNs * wider];
}

/** 1, 2 and 5 of each decade where there are few decades, else only 1. */
function timeTicks([from, to]: readonly number[]): readonly number[] {
  const steps = to / from > 3000 ? [1] : [1, 2, 5];
  return powersOfTen(10 ** Math.floor(Math.log10(from) + 1e-9), to * 1.0001)
    .flatMap((power) => steps.map((step) => step * power))
    .filter((ns) => ns >= from * 0.999 && ns <= to * 1.001);
}
