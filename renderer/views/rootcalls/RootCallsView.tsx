import { useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { SLOW_CALLS } from '../../../shared/cct/rootCallRouter.ts';
import { formatCount, formatCountOf, formatTime } from '../../../shared/naming/formatNumbers.ts';
import type { DataSet } from '../../../shared/recording/dataSets/dataSet.ts';
import { useApp } from '../../state/app/appContext.ts';
import { useAtom } from '../../state/atom.ts';
import type { Results } from '../../state/results.ts';
import { Button } from '../../widgets/Button.tsx';
import { useWidth } from '../../widgets/useWidth.ts';
import { DataSetView } from '../datasets/DataSetView.tsx';
import {
  alignedRange,
  callsOver,
  durationCells,
  limitsOf,
  limitUpTo,
  partsWithin,
  typedLimit,
  wholeRange,
  widestGap,
  type DurationRange,
} from './durationMap.ts';
import { RootCallMap } from './RootCallMap.tsx';
import { RootCallRange } from './RootCallRange.tsx';
import './RootCallsView.css';

interface RootCallsViewProps {
  /** ROOT_CALLS_SET: the same as text. */
  readonly summary: DataSet;
  /** ROOT_CALL_DURATIONS_SET */
  readonly durations: DataSet;
  /** The limit that the recording has told root calls apart by; 0: it has not. */
  readonly recordedNs: number;
  readonly results: Results;
  /** To the call tree. */
  readonly onTree: () => void;
}

/**
 * How long root calls lasted, as a map. A limit, moved by the slider or a click in it, divides the slow ones from the others. A range
 * of time and duration, dragged in it or moved by its sliders, counts those within. Below, the same as a table.
 */
export function RootCallsView({ summary, durations, recordedNs, results, onTree }: RootCallsViewProps) {
  const app = useApp();
  const labelId = useId();
  const [frame, width] = useWidth(320);
  const cells = useMemo(() => durationCells(durations), [durations]);
  const limits = useMemo(() => limitsOf(cells), [cells]);
  const [chosenNs, setChosenNs] = useState<number | null>(null);
  const [chosenRange, setRange] = useState<DurationRange | null>(null);
  const firstEdge = useRef<HTMLInputElement>(null);
  const selectButton = useRef<HTMLButtonElement>(null);
  /** By a button, which goes with it: the focus goes to what comes in its place. */
  const changeRange = (next: DurationRange | null): void => {
    flushSync(() => setRange(next));
    (next === null ? selectButton : firstEdge).current?.focus();
  };
  const groups = useAtom(results.moment, (moment) => moment?.groups);
  const usual = useMemo(
    () => (recordedNs > 0 ? limitUpTo(limits, recordedNs) : widestGap(cells, limits)),
    [cells, limits, recordedNs],
  );
  const place = chosenNs === null ? Math.max(0, usual) : limitUpTo(limits, chosenNs);
  const limitNs = limits.at(place) ?? Infinity;
  // Of a recording that goes on, slots become wider.
  const range = useMemo(() => chosenRange && alignedRange(cells, chosenRange), [cells, chosenRange]);
  const parts = useMemo(() => (range === null ? summary : partsWithin(summary, range)), [summary, range]);
  const all = useMemo(() => callsOver(cells, 0), [cells]);
  const slow = callsOver(cells, limitNs);
  const typed = limits.length === 0 ? '' : typedLimit(limitNs);
  const whyNoLimit = limits.length === 0 ? 'All root calls lasted as long.' : '';
  const text = `${formatCount(slow)} of ${formatCountOf(all, 'root call')} lasted longer than ${formatTime(limitNs)}`;
  return (
    <>
      <figure className="rootCalls" aria-labelledby={labelId}>
        <figcaption id={labelId} className="rootCallsCaption">
          {percentilesText(summary)}
        </figcaption>
        <div ref={frame}>
          <RootCallMap
            cells={cells}
            limitNs={limitNs}
            range={range}
            width={width}
            onPoint={setChosenNs}
            onRange={setRange}
          />
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
              onChange={(event) => setChosenNs(limits[Number(event.currentTarget.value)])}
            />
          </label>
          <span>{limits.length === 0 ? whyNoLimit : text}</span>
          {recordedNs > 0 && groups?.includes(SLOW_CALLS) ? (
            <Button
              hint="The call tree of the root calls that were recorded as slow"
              onClick={() => {
                results.choose('all', [SLOW_CALLS]);
                onTree();
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
          {range === null ? (
            <Button
              ref={selectButton}
              kind="quiet"
              hint="Counts root calls of a range of time and duration; a drag over the map chooses one too"
              onClick={() => changeRange(wholeRange(cells))}
            >
              Select a range
            </Button>
          ) : null}
        </div>
        {range === null ? null : (
          <RootCallRange
            cells={cells}
            range={range}
            firstEdge={firstEdge}
            onRange={setRange}
            onClear={() => changeRange(null)}
            onLimit={setChosenNs}
          />
        )}
      </figure>
      <DataSetView set={parts} />
    </>
  );
}

/** Of all root calls, which are the first row. */
function percentilesText({ values }: DataSet): string {
  const valueOf = (id: string): number => values.find((column) => column.id === id)?.values.at(0) ?? NaN;
  const within = [50, 90, 99].map((percent) => `${percent} % within ${formatTime(valueOf(`p${percent}`))}`);
  return `${formatCountOf(valueOf('calls'), 'root call')}: ${within.join(', ')}; the longest ${formatTime(valueOf('longest'))}`;
}
