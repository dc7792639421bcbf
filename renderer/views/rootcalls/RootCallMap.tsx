import { scaleLinear, scaleLog } from 'd3';
import { useMemo, useRef, useState, type PointerEvent, type SVGAttributes } from 'react';
import { formatTime } from '../../../shared/naming/formatNumbers.ts';
import {
  alignedRange,
  cellRows,
  extentOf,
  shadeOf,
  type DurationCell,
  type DurationRange,
} from './durationMap.ts';
import { MapCells } from './MapCells.tsx';

const HEIGHT = 240;
const MARGIN = { top: 8, right: 16, bottom: 22, left: 72 };
/** One slow call among thousands is what the map is for: it is not thinner. */
const LEAST_CELL_PX = 5;
/** Around a cell, so that its colour is seen. */
const CELL_EDGE_PX = 2;
/** A pointer that is no farther from where it was pressed has clicked. */
const DRAG_PX = 4;

interface RootCallMapProps {
  readonly cells: readonly DurationCell[];
  /** Infinity: there is no limit that divides them. */
  readonly limitNs: number;
  /** null: none is chosen. */
  readonly range: DurationRange | null;
  readonly width: number;
  /** A duration is pointed at. */
  readonly onPoint: (ns: number) => void;
  /** A range is chosen by dragging. */
  readonly onRange: (range: DurationRange) => void;
}

/**
 * A row for each duration, by the logarithm, a column for each time of beginning: a cell is the darker the more calls it has, by
 * the logarithm. Another limit colours rows, O(durations), and makes no cell anew. A click chooses a limit, a drag a range, a key a cell.
 */
export function RootCallMap({ cells, limitNs, range, width, onPoint, onRange }: RootCallMapProps) {
  const { x, y } = useMemo(() => scalesOf(cells, width), [cells, width]);
  const rows = useMemo(() => drawnRows(cells, x, y), [cells, x, y]);
  const limitY = y(limitNs);
  const { dragged, handlers } = useRangeDrag(cells, { x, y }, onPoint, onRange);
  const drawn = dragged ?? range;
  return (
    <MapCells cells={cells} onLimit={onPoint}>
      {(chosen) => (
        <svg className="rootCallsMap" width={width} height={HEIGHT} aria-hidden {...handlers}>
          {y
            .ticks(4)
            .filter(isPowerOfTen)
            .map((ns) => (
              <g key={ns} className="rootCallsTick">
                <line x1={MARGIN.left} x2={width - MARGIN.right} y1={y(ns)} y2={y(ns)} />
                <text x={MARGIN.left - 8} y={y(ns)} dy="0.32em" textAnchor="end">
                  {formatTime(ns)}
                </text>
              </g>
            ))}
          {x.ticks(6).map((ns) => (
            <text key={ns} className="rootCallsTick" x={x(ns)} y={HEIGHT - 6} textAnchor="middle">
              {formatTime(ns)}
            </text>
          ))}
          {rows.map(({ atLeastNs, drawn }) => (
            <g
              key={atLeastNs}
              className={atLeastNs >= limitNs ? 'rootCallsRow rootCallsRow-slow' : 'rootCallsRow'}
            >
              {drawn}
            </g>
          ))}
          {limitNs < Infinity ? (
            <line
              className="rootCallsLimit"
              x1={MARGIN.left}
              x2={width - MARGIN.right}
              y1={limitY}
              y2={limitY}
            />
          ) : null}
          {drawn === null ? null : <RangeFrame className="rootCallsRange" range={drawn} x={x} y={y} />}
          {chosen === null ? null : (
            <RangeFrame className="rootCallsCell" range={chosen} edgePx={CELL_EDGE_PX} x={x} y={y} />
          )}
        </svg>
      )}
    </MapCells>
  );
}

interface RangeDrag {
  /** null: none is dragged. */
  readonly dragged: DurationRange | null;
  readonly handlers: Pick<
    SVGAttributes<SVGSVGElement>,
    'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel'
  >;
}

/** A click points at a duration, a drag chooses a range. */
function useRangeDrag(
  cells: readonly DurationCell[],
  { x, y }: Scales,
  onPoint: (ns: number) => void,
  onRange: (range: DurationRange) => void,
): RangeDrag {
  const pressed = useRef<Place | null>(null);
  const [dragged, setDragged] = useState<DurationRange | null>(null);
  const onPointerDown = (event: PointerEvent<SVGSVGElement>): void => {
    if (event.button !== 0) return;
    pressed.current = placeOf(event);
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  /** null: it is a click. */
  const rangeBetween = (from: Place, to: Place): DurationRange | null => {
    if (Math.hypot(to.x - from.x, to.y - from.y) <= DRAG_PX) return null;
    const [leftX, rightX] = [from.x, to.x].sort((a, b) => a - b);
    const [topY, bottomY] = [from.y, to.y].sort((a, b) => a - b);
    const corners = {
      ...{ fromNs: x.invert(leftX), toNs: x.invert(rightX) },
      ...{ atLeastNs: y.invert(bottomY), lessThanNs: y.invert(topY) },
    };
    return alignedRange(cells, corners);
  };
  const onPointerMove = (event: PointerEvent<SVGSVGElement>): void => {
    if (pressed.current !== null) setDragged(rangeBetween(pressed.current, placeOf(event)));
  };
  const onPointerUp = (event: PointerEvent<SVGSVGElement>): void => {
    if (pressed.current === null) return;
    // Not what was drawn last: that may be of an earlier move.
    const to = placeOf(event);
    const chosen = rangeBetween(pressed.current, to);
    if (chosen === null) onPoint(y.invert(to.y));
    else onRange(chosen);
    giveUp();
  };
  const giveUp = (): void => {
    pressed.current = null;
    setDragged(null);
  };
  return { dragged, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: giveUp } };
}

interface RangeFrameProps extends Scales {
  readonly className: string;
  readonly range: DurationRange;
  /** So far outside of the range. */
  readonly edgePx?: number;
}

function RangeFrame({ className, range, edgePx = 0, x, y }: RangeFrameProps) {
  const [left, right] = [range.fromNs, range.toNs].map((ns) => x(ns));
  const [top, bottom] = [range.lessThanNs, range.atLeastNs].map((ns) => y(ns));
  return (
    <rect
      className={className}
      x={left - edgePx}
      width={Math.max(LEAST_CELL_PX, right - left) + 2 * edgePx}
      y={top - edgePx}
      height={Math.max(LEAST_CELL_PX, bottom - top) + 2 * edgePx}
    />
  );
}

/** In px from the left and upper edge of the map. */
interface Place {
  readonly x: number;
  readonly y: number;
}

function placeOf({ clientX, clientY, currentTarget }: PointerEvent<SVGSVGElement>): Place {
  const { left, top } = currentTarget.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

type Scales = ReturnType<typeof scalesOf>;

/** Clamped both ways: a drag may end outside of the map, and the logarithm has no 0. */
function scalesOf(cells: readonly DurationCell[], width: number) {
  const { toNs, leastNs, mostNs } = extentOf(cells);
  return {
    x: scaleLinear([0, toNs], [MARGIN.left, width - MARGIN.right]).clamp(true),
    y: scaleLog([leastNs, mostNs], [HEIGHT - MARGIN.bottom, MARGIN.top]).clamp(true),
  };
}

function drawnRows(cells: readonly DurationCell[], x: Scales['x'], y: Scales['y']) {
  const { mostCalls } = extentOf(cells);
  const placeOf = new Map(cells.map((cell, place) => [cell, place]));
  return cellRows(cells).map((row) => ({
    atLeastNs: row[0].atLeastNs,
    drawn: row.map((cell) => {
      const top = y(cell.lessThanNs);
      return (
        <rect
          key={cell.fromNs}
          x={x(cell.fromNs)}
          width={Math.max(LEAST_CELL_PX, x(cell.toNs) - x(cell.fromNs))}
          y={top}
          height={Math.max(LEAST_CELL_PX, y(cell.atLeastNs) - top)}
          fillOpacity={shadeOf(cell.calls, mostCalls)}
          data-cell={placeOf.get(cell)}
        />
      );
    }),
  }));
}

function isPowerOfTen(ns: number): boolean {
  return Math.abs(Math.log10(ns) - Math.round(Math.log10(ns))) < 1e-9;
}
