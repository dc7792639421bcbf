import { errorOfBoth } from '../cct/errorSums.ts';
import type { MeasuredRows, MeasuredSides } from './measuredRows.ts';
import { sampledErrorNs } from './sampledError.ts';

/** How far a metric may be off: bounds, in its unit. */
export interface MetricError {
  /** Its field in JSON, beside that of the metric; null: it has none of its own. */
  readonly id: string | null;
  /** row -> bound; null: no field tells it, or the rows do not. */
  readonly of: (rows: MeasuredRows) => ArrayLike<number> | null;
  /** The same of B - A, where A is divided by perA and B by perB, both above 0; null: there is none. */
  readonly ofChange: (sides: MeasuredSides) => ((row: number, perA: number, perB: number) => number) | null;
}

type Column = (rows: MeasuredRows) => Float64Array;

/** Exact, or told by the JVM: it has no part in the errors of charged times. */
export const NO_ERROR: MetricError = { id: null, of: () => null, ofChange: () => null };

/** Of self times that probes or a sampling clock have charged. */
export const CHARGED_SELF_ERROR: MetricError = {
  id: 'errorNs',
  of: ({ errorNs }) => errorNs,
  ofChange({ a, b }) {
    return (row, perA, perB) => errorOfBoth(a, b, a.errorNs[row] / perA, b.errorNs[row] / perB);
  },
};

/** Of total times, which of any rows only a comparison tells. */
export const CHARGED_TOTAL_ERROR: MetricError = {
  ...NO_ERROR,
  ofChange({ totalErrorNs }) {
    return (row, perA, perB) => totalErrorNs[row] / Math.min(perA, perB);
  },
};

/** Of what is counted by whole blocks: too many on either side, never too few. @param bounds a metric of its own */
export function blockError(bounds: Column): MetricError {
  return {
    ...NO_ERROR,
    ofChange({ a, b }) {
      const [ofA, ofB] = [bounds(a), bounds(b)];
      return (row, perA, perB) => Math.max(ofA[row] / perA, ofB[row] / perB);
    },
  };
}

/** Of times that samples of the bare program tell. */
export function sampledError(id: string, times: Column): MetricError {
  return {
    id,
    of: (rows) => (rows.nsPerSample === undefined ? null : times(rows).map((ns) => sampledErrorNs(ns, rows))),
    ofChange({ a, b }) {
      if (a.nsPerSample === undefined || b.nsPerSample === undefined) return null;
      const [weightA, weightB, ofA, ofB] = [a.nsPerSample, b.nsPerSample, times(a), times(b)];
      return (row, perA, perB) =>
        Math.hypot(
          sampledErrorNs(ofA[row] / perA, { nsPerSample: weightA / perA }),
          sampledErrorNs(ofB[row] / perB, { nsPerSample: weightB / perB }),
        );
    },
  };
}
