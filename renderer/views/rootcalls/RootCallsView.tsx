import { scaleLinear, scaleLog } from 'd3';
import { useId, useMemo, useState, type PointerEvent } from 'react';
import { SLOW_CALLS } from '../../../shared/cct/rootCallRouter.ts';
import { formatCount, formatCountOf, formatTime } from '../../../shared/naming/formatNumbers.ts';
import type { DataSet } from '../../../shared/recording/dataSet.ts';
import { useApp } from '../../state/appContext.ts';
import { useAtom } from '../../state/atom.ts';
import type { Results } from '../../state/results.ts';
import { Button } from '../../widgets/Button.tsx';
import { useWidth } from '../../widgets/useWidth.ts';
import { DataSetView } from '../datasets/DataSetView.tsx';
import { callsOver, durationCells, limitsOf, nearestLimit, typedLimit, widestGap } from './durationMap.ts';
import './RootCallsView.css';

const HEIGHT = 240;
const MARGIN = { top: 8, right: 16, bottom: 22, left: 72 };
/** The lightest cell is seen on the surface. */
const LEAST_SHADE = 0.5;
const LEAST_NS = 1;
/** One slow call among thousands is what the map is for: it is not thinner. */
const LEAST_CELL_PX = 5;

interface RootCallsViewProps {
  /** ROOT_CALLS_SET: the same as text. */
  readonly summary: DataSet;
  /** ROOT_CALL_DURATIONS_SET */
  readonly durations: DataSet;
  /** The limit that the recording has told root calls apart by; 0: it has not. */
  readonly recordedNs: number;
  readonly results: Results;
}

/**
 * How long root calls lasted, by the time of their beginning: a cell is the darker the more calls it has, by the logarithm. A limit,
 * moved by the slider or a click in the map, divides the slow ones from the others. Below, the same as a table.
 */
export function RootCallsView({ summary, durations, recordedNs, results }: RootCallsViewProps) {
  const app = useApp();
  const labelId = useId();
  const [frame, width] = useWidth(320);
  const cells = useMemo(() => durationCells(durations), [durations]);
  const limits = useMemo(() => limitsOf(cells), [cells]);
  const [chosen, setChosen] = useState<number | null>(null);
  const groups = useAtom(results.moment, (moment) => moment?.groups);
  const usual = recordedNs > 0 ? nearestLimit(limits, recordedNs) : widestGap(cells, limits);
  const place = chosen ?? Math.max(0, usual);
  const limitNs = limits.at(place) ?? Infinity;
  const all = callsOver(cells, 0);
  const slow = callsOver(cells, limitNs);
  const typed = limits.length === 0 ? '' : typedLimit(limitNs);
  const whyNoLimit = limits.length === 0 ? 'All root calls lasted as long.' : '';
  const x = scaleLinear(
    [0, Math.max(1, ...cells.map(({ toNs }) => toNs))],
    [MARGIN.left, width - MARGIN.right],
  );
  const y = scaleLog(
    [
      Math.max(LEAST_NS, Math.min(...cells.map(({ atLeastNs }) => atLeastNs))),
      Math.max(2 * LEAST_NS, ...cells.map(({ lessThanNs }) => lessThanNs)),
    ],
    [HEIGHT - MARGIN.bottom, MARGIN.top],
  );
  const yOf = (ns: number): number => y(Math.max(y.domain()[0], ns));
  const most = Math.max(...cells.map(({ calls }) => calls));
  const shadeOf = (calls: number): number =>
    LEAST_SHADE + (1 - LEAST_SHADE) * (most > 1 ? Math.log(calls) / Math.log(most) : 1);
  const choose = (event: PointerEvent<SVGSVGElement>): void => {
    const pointedNs = y.invert(event.clientY - event.currentTarget.getBoundingClientRect().top);
    if (limits.length > 0) setChosen(nearestLimit(limits, pointedNs));
  };
  const text = `${formatCount(slow)} of ${formatCountOf(all, 'root call')} lasted longer than ${formatTime(limitNs)}`;
  return (
    <>
      <figure className="rootCalls" aria-labelledby={labelId}>
        <figcaption id={labelId} className="rootCallsCaption">
          {percentilesText(summary)}
        </figcaption>
        <div ref={frame}>
          <svg width={width} height={HEIGHT} aria-hidden onPointerDown={choose}>
            {y
              .ticks(4)
              .filter(isPowerOfTen)
              .map((ns) => (
                <g key={ns} className="rootCallsTick">
                  <line x1={MARGIN.left} x2={width - MARGIN.right} y1={yOf(ns)} y2={yOf(ns)} />
                  <text x={MARGIN.left - 8} y={yOf(ns)} dy="0.32em" textAnchor="end">
                    {formatTime(ns)}
                  </text>
                </g>
              ))}
            {x.ticks(6).map((ns) => (
              <text key={ns} className="rootCallsTick" x={x(ns)} y={HEIGHT - 6} textAnchor="middle">
                {formatTime(ns)}
              </text>
            ))}
            {cells.map((cell) => (
              <rect
                key={`${cell.fromNs} ${cell.atLeastNs}`}
                className={cell.atLeastNs >= limitNs ? 'rootCallsCell rootCallsCell-slow' : 'rootCallsCell'}
                x={x(cell.fromNs)}
                width={Math.max(LEAST_CELL_PX, x(cell.toNs) - x(cell.fromNs))}
                y={yOf(cell.lessThanNs)}
                height={Math.max(LEAST_CELL_PX, yOf(cell.atLeastNs) - yOf(cell.lessThanNs))}
                fillOpacity={shadeOf(cell.calls)}
              >
                <title>{`${formatCountOf(cell.calls, 'root call')} of ${formatTime(cell.atLeastNs)} to ${formatTime(cell.lessThanNs)}, begun ${formatTime(cell.fromNs)} after the first one`}</title>
              </rect>
            ))}
            {limits.length > 0 ? (
              <line
                className="rootCallsLimit"
                x1={MARGIN.left}
                x2={width - MARGIN.right}
                y1={yOf(limitNs)}
                y2={yOf(limitNs)}
              />
            ) : null}
          </svg>
        </div>
        <div className="rootCallsLimitRow">
          <label>
            Limit{' '}
            <input
              type="range"
              min={0}
              max={Math.max(0, limits.length - 1)}
              value={place}
              disabled={limits.length === 0}
              aria-valuetext={limits.length === 0 ? whyNoLimit : text}
              onChange={(event) => setChosen(Number(event.currentTarget.value))}
            />
          </label>
          <span>{limits.length === 0 ? whyNoLimit : text}</span>
          {recordedNs > 0 && groups?.includes(SLOW_CALLS) ? (
            <Button
              hint="The call tree of the root calls that were recorded as slow"
              onClick={() => {
                results.choose('all', [SLOW_CALLS]);
                app.files.showTab('tree');
              }}
            >
              Show slow root calls
            </Button>
          ) : null}
          <Button
            kind="quiet"
            hint="Record again with this option: slow root calls then have a tree of their own"
            whyNot={whyNoLimit}
            onClick={() => void app.copyText(`--slow-calls ${typed}`)}
          >
            {typed === '' ? 'Copy --slow-calls' : `Copy --slow-calls ${typed}`}
          </Button>
        </div>
      </figure>
      <DataSetView set={summary} />
    </>
  );
}

/** Of all root calls, which are the first row. */
function percentilesText({ values }: DataSet): string {
  const valueOf = (id: string): number => values.find((column) => column.id === id)?.values.at(0) ?? NaN;
  const within = [50, 90, 99].map((percent) => `${percent} % within ${formatTime(valueOf(`p${percent}`))}`);
  return `${formatCountOf(valueOf('calls'), 'root call')}: ${within.join(', ')}; the longest ${formatTime(valueOf('longest'))}`;
}

function isPowerOfTen(ns: number): boolean {
  return Math.abs(Math.log10(ns) - Math.round(Math.log10(ns))) < 1e-9;
}
