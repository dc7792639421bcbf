import type { Ref } from 'react';
import { bucketFromNs } from '../../../shared/cct/rootDurations.ts';
import {
  formatCount,
  formatCountOf,
  formatPercent,
  formatTime,
} from '../../../shared/naming/formatNumbers.ts';
import { Button } from '../../widgets/Button.tsx';
import {
  alignedRange,
  bucketOf,
  callsWithin,
  slotNsOf,
  wholeRange,
  type DurationCell,
  type DurationRange,
} from './durationMap.ts';

interface RootCallRangeProps {
  readonly cells: readonly DurationCell[];
  /** It is aligned. */
  readonly range: DurationRange;
  readonly firstEdge: Ref<HTMLInputElement>;
  readonly onRange: (range: DurationRange) => void;
  readonly onClear: () => void;
  /** Its shortest duration is to be the limit. */
  readonly onLimit: (ns: number) => void;
}

/** A range of the map in words, with a slider for each of its four edges. */
export function RootCallRange({ cells, range, firstEdge, onRange, onClear, onLimit }: RootCallRangeProps) {
  const all = wholeRange(cells);
  const slotNs = slotNsOf(cells);
  const calls = callsWithin(cells, range);
  const allCalls = callsWithin(cells, all);
  const change = (edge: Partial<DurationRange>): void => onRange(alignedRange(cells, { ...range, ...edge }));
  const counted = `${formatCount(calls)} of ${formatCountOf(allCalls, 'root call')}`;
  const lastSlot = Math.round(all.toNs / slotNs);
  const [shortest, longest] = [all.atLeastNs, all.lessThanNs].map((ns) => Math.round(bucketOf(ns)));
  return (
    <div className="rootCallsLimitRow" role="group" aria-label="Range of root calls">
      <Edge
        ref={firstEdge}
        {...{
          label: 'Begun from',
          ns: range.fromNs,
          value: range.fromNs / slotNs,
          min: 0,
          max: lastSlot - 1,
        }}
        counted={counted}
        onChange={(slot) => change({ fromNs: slot * slotNs })}
      />
      <Edge
        {...{ label: 'to', ns: range.toNs, value: range.toNs / slotNs, min: 1, max: lastSlot }}
        counted={counted}
        onChange={(slot) =>
          change({ toNs: slot * slotNs, fromNs: Math.min(range.fromNs, (slot - 1) * slotNs) })
        }
      />
      <Edge
        {...{ label: 'Lasted from', ns: range.atLeastNs, value: bucketOf(range.atLeastNs) }}
        {...{ min: shortest, max: longest - 1 }}
        counted={counted}
        onChange={(bucket) => change({ atLeastNs: bucketFromNs(bucket) })}
      />
      <Edge
        {...{ label: 'up to', ns: range.lessThanNs, value: bucketOf(range.lessThanNs) }}
        {...{ min: shortest + 1, max: longest }}
        counted={counted}
        onChange={(bucket) =>
          change({
            lessThanNs: bucketFromNs(bucket),
            atLeastNs: Math.min(range.atLeastNs, bucketFromNs(bucket - 1)),
          })
        }
      />
      <span className="rootCallsRangeText">
        {`${counted} (${formatPercent(calls, allCalls)}) began ${formatTime(range.fromNs)} to ${formatTime(range.toNs)} after the first one and lasted ${formatTime(range.atLeastNs)} to ${formatTime(range.lessThanNs)}`}
      </span>
      <Button
        hint="Root calls that last as long as these, or longer, are the slow ones"
        onClick={() => onLimit(range.atLeastNs)}
      >
        Limit at the shortest
      </Button>
      <Button kind="quiet" hint="All root calls again" onClick={onClear}>
        Clear range
      </Button>
    </div>
  );
}

interface EdgeProps {
  readonly ref?: Ref<HTMLInputElement>;
  readonly label: string;
  readonly ns: number;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** What the range has, for who moves it without seeing it: the text beside would be said each second of a recording. */
  readonly counted: string;
  readonly onChange: (value: number) => void;
}

function Edge({ ref, label, ns, value, min, max, counted, onChange }: EdgeProps) {
  return (
    <label>
      {label}{' '}
      <input
        ref={ref}
        className="rootCallsEdge"
        type="range"
        {...{ min, max, value: Math.round(value) }}
        aria-valuetext={`${formatTime(ns)}; ${counted}`}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
    </label>
  );
}
