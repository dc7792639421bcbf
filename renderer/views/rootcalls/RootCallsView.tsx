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
  type DurationCell,
  type DurationRange,
} from './durationMap.ts';
import { MapMenu } from './MapMenu.tsx';
import { RootCallMap } from './RootCallMap.tsx';
import { RootCallRange } from './RootCallRange.tsx';
import { useMapImage } from './useMapImage.ts';
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
  const labelId = useId();
  const [frame, width] = useWidth(320);
  const cells = useMemo(() => durationCells(durations), [durations]);
  const limit = useLimit(cells, recordedNs);
  useMapImage(results, frame, percentilesText(summary), limit.ns);
  const [chosenRange, setRange] = useState<DurationRange | null>(null);
  const firstEdge = useRef<HTMLInputElement>(null);
  const selectButton = useRef<HTMLButtonElement>(null);
  /** By a button, which goes with it: the focus goes to what comes in its place. */
  const changeRange = (next: DurationRange | null): void => {
    flushSync(() => setRange(next));
    (next === null ? selectButton : firstEdge).current?.focus();
  };
  // Of a recording that goes on, slots become wider.
  const range = useMemo(() => chosenRange && alignedRange(cells, chosenRange), [cells, chosenRange]);
  const parts = useMemo(() => (range === null ? summary : partsWithin(summary, range)), [summary, range]);
  return (
    <>
      <figure className="rootCalls" aria-labelledby={labelId}>
        <figcaption id={labelId} className="rootCallsCaption">
          {percentilesText(summary)}
        </figcaption>
        <MapMenu ref={frame}>
          <RootCallMap
            cells={cells}
            limitNs={limit.ns}
            range={range}
            width={width}
            onPoint={limit.choose}
            onRange={setRange}
          />
        </MapMenu>
        <div className="rootCallsLimitRow">
          <LimitSlider cells={cells} limit={limit} />
          {recordedNs > 0 ? <SlowCallsButton results={results} onTree={onTree} /> : null}
          <CopyLimitButton limit={limit} />
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
            onLimit={limit.choose}
          />
        )}
      </figure>
      <DataSetView set={parts} />
    </>
  );
}

/** The duration that divides slow root calls from the others: one of those between two calls. */
interface Limit {
  /** From the shortest. Empty: all root calls lasted as long, and nothing divides them. */
  readonly all: readonly number[];
  /** Among all. */
  readonly place: number;
  /** Infinity: there is none. */
  readonly ns: number;
  readonly choose: (ns: number) => void;
}

/** At first the recorded one, else the widest gap. @param recordedNs 0: the recording has none */
function useLimit(cells: readonly DurationCell[], recordedNs: number): Limit {
  const all = useMemo(() => limitsOf(cells), [cells]);
  const [chosenNs, setChosenNs] = useState<number | null>(null);
  const usual = useMemo(
    () => (recordedNs > 0 ? limitUpTo(all, recordedNs) : widestGap(cells, all)),
    [cells, all, recordedNs],
  );
  const place = chosenNs === null ? Math.max(0, usual) : limitUpTo(all, chosenNs);
  return { all, place, ns: all.at(place) ?? Infinity, choose: setChosenNs };
}

const NO_LIMIT = 'All root calls lasted as long.';

/** Moves the limit, and says how many calls are slower. */
function LimitSlider({ cells, limit }: { readonly cells: readonly DurationCell[]; readonly limit: Limit }) {
  const { all: limits, place, ns, choose } = limit;
  const all = useMemo(() => callsOver(cells, 0), [cells]);
  const text =
    limits.length === 0
      ? NO_LIMIT
      : `${formatCount(callsOver(cells, ns))} of ${formatCountOf(all, 'root call')} lasted longer than ${formatTime(ns)}`;
  return (
    <>
      <label>
        Limit{' '}
        <input
          type="range"
          min={0}
          max={Math.max(0, limits.length - 1)}
          value={place}
          disabled={limits.length === 0}
          aria-valuetext={text}
          onChange={(event) => choose(limits[Number(event.currentTarget.value)])}
        />
      </label>
      <span>{text}</span>
    </>
  );
}

/** To the tree of slow root calls, where the recording has one. */
function SlowCallsButton({ results, onTree }: Pick<RootCallsViewProps, 'results' | 'onTree'>) {
  const groups = useAtom(results.moment, (moment) => moment?.groups);
  return groups?.includes(SLOW_CALLS) ? (
    <Button
      hint="The call tree of the root calls that were recorded as slow"
      onClick={() => {
        results.choose('all', [SLOW_CALLS]);
        onTree();
      }}
    >
      Show slow root calls
    </Button>
  ) : null;
}

/** The limit as an option of the command line. */
function CopyLimitButton({ limit }: { readonly limit: Limit }) {
  const app = useApp();
  const hasLimit = limit.all.length > 0;
  const typed = hasLimit ? typedLimit(limit.ns) : '';
  return (
    <Button
      kind="quiet"
      hint="Record again with this option: slow root calls then have a tree of their own"
      whyNot={hasLimit ? '' : NO_LIMIT}
      onClick={() => void app.copyText(`--slow-calls ${typed}`)}
    >
      {hasLimit ? `Copy --slow-calls ${typed}` : 'Copy --slow-calls'}
    </Button>
  );
}

/** Of all root calls, which are the first row. */
function percentilesText({ values }: DataSet): string {
  const valueOf = (id: string): number => values.find((column) => column.id === id)?.values.at(0) ?? NaN;
  const within = [50, 90, 99].map((percent) => `${percent} % within ${formatTime(valueOf(`p${percent}`))}`);
  return `${formatCountOf(valueOf('calls'), 'root call')}: ${within.join(', ')}; the longest ${formatTime(valueOf('longest'))}`;
}
