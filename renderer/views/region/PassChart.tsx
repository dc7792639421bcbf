import { scaleLog, scaleSymlog } from 'd3';
import { useState, type KeyboardEvent } from 'react';
import { formatCount, formatPercent, formatTime } from '../../../shared/model/formatNumbers.ts';
import type { PassBar, PassSummary } from '../../../shared/model/passSummary.ts';
import { Spoken } from '../../widgets/Spoken.tsx';
import { useWidth } from '../../widgets/useWidth.ts';

const HEIGHT = 300;
const MARGIN = { top: 34, right: 16, bottom: 26, left: 64 };
/** Labels of percentiles closer than this stand on rows of their own. */
const LABEL_WIDTH = 84;

/**
 * How many passes took how long, both scales logarithmic: a single slow pass among millions is seen. Arrow keys, or the pointer,
 * go from bar to bar; what the bar stands for is said below.
 */
export function PassChart({ summary }: { readonly summary: PassSummary }) {
  const { bars, percentiles, timed } = summary;
  const [frame, width] = useWidth(320);
  const [chosen, setChosen] = useState<number | null>(null);
  const shown = chosen !== null && chosen < bars.length ? chosen : null;
  const x = scaleLog([bars[0].fromNs, bars[bars.length - 1].toNs], [MARGIN.left, width - MARGIN.right]);
  const most = Math.max(...bars.map(({ passes }) => passes));
  const y = scaleSymlog([0, most], [HEIGHT - MARGIN.bottom, MARGIN.top]);
  const floor = HEIGHT - MARGIN.bottom;
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
          height={HEIGHT}
          role="img"
          tabIndex={0}
          aria-label={`Histogram of ${formatCount(timed)} passes from ${formatTime(summary.minNs)} to ${formatTime(summary.maxNs)}; arrow keys go from bar to bar`}
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
          {rowsOf(percentiles.map(({ ns }) => x(Math.max(1, ns)))).map((row, i) => (
            <g key={percentiles[i].percent} className="passChartMark">
              <line
                x1={x(Math.max(1, percentiles[i].ns))}
                x2={x(Math.max(1, percentiles[i].ns))}
                y1={MARGIN.top - 6 - row * 13}
                y2={floor}
              />
              <text {...labelPlace(x(Math.max(1, percentiles[i].ns)), width)} y={MARGIN.top - 10 - row * 13}>
                {percentiles[i].percent} %
              </text>
            </g>
          ))}
        </svg>
      </div>
      <figcaption className="passChartReadout">{readout}</figcaption>
      <Spoken when={String(shown)} text={readout} />
    </figure>
  );
}

function barText({ fromNs, toNs, passes }: PassBar, timed: number): string {
  const share = formatPercent(passes, timed);
  return `${formatTime(fromNs)} to ${formatTime(toNs)}: ${formatCount(passes)} passes, ${share}`;
}

function labelPlace(x: number, width: number): { readonly x: number; readonly textAnchor: 'start' | 'end' } {
  return x > width - LABEL_WIDTH ? { x: x - 4, textAnchor: 'end' } : { x: x + 4, textAnchor: 'start' };
}

/** The row of each label, from below, so that none covers its left neighbour; two rows are enough for four labels. */
function rowsOf(places: readonly number[]): readonly number[] {
  const rows: number[] = [];
  places.forEach((place, i) => {
    const isClose = i > 0 && place - places[i - 1] < LABEL_WIDTH / 2;
    rows.push(isClose ? (rows[i - 1] + 1) % 2 : 0);
  });
  return rows;
}

function powersOfTen(from: number, to: number): readonly number[] {
  const found: number[] = [];
  for (let power = from; power <= to; power *= 10) found.push(power);
  return found;
}

/** 1, 2 and 5 of each decade where there are few decades, else only 1. */
function timeTicks([from, to]: readonly number[]): readonly number[] {
  const steps = to / from > 3000 ? [1] : [1, 2, 5];
  return powersOfTen(10 ** Math.floor(Math.log10(from) + 1e-9), to * 1.0001)
    .flatMap((power) => steps.map((step) => step * power))
    .filter((ns) => ns >= from * 0.999 && ns <= to * 1.001);
}
