/** Pictures of a recording that goes on come four times a second: a step has several. */
export const STEP_MS = 2_000;
/** The last minute. */
export const TREND_STEPS = 30;
/** Several times the rows of a picture, which are those in view and some pages around them. A row takes half a kilobyte. */
const MOST_ROWS = 1_024;
/** One value more than there are steps between. */
const VALUES = TREND_STEPS + 1;

/** What a row has grown by in each step that is over, the last one last; at most TREND_STEPS of them. */
export type RowTrend = readonly number[];

interface TrackedRow {
  /** Step modulo VALUES -> the last value in it. */
  readonly values: Float64Array;
  /** Steps that have a value: all from the one to the other. */
  firstStep: number;
  lastStep: number;
  /** As it was made last, for rows that are drawn again within a step. */
  trend: { readonly step: number; readonly growths: RowTrend } | null;
}

/**
 * How the numbers of rows grow while a recording goes on, of rows that pictures have. A row begins when it comes near the view. What it grows by
 * while it is away from there is shared out evenly. Those that were away longest are forgotten when there are too many.
 */
export class RowTrends {
  #of = '';
  #step = 0;
  readonly #rows = new Map<number, TrackedRow>();

  /** Whose trends are kept. */
  get size(): number {
    return this.#rows.size;
  }

  clear(): void {
    this.#rows.clear();
    this.#of = '';
  }

  /**
   * @param of     what the numbers are of, and which rows have the same nodes: all is forgotten when that is another one
   * @param values node -> number
   * @param nowMs  of a clock that goes forward
   * @returns whether a step is over: trends are others now
   */
  note(of: string, values: Iterable<readonly [node: number, value: number]>, nowMs: number): boolean {
    const isOther = of !== this.#of;
    if (isOther) this.clear();
    this.#of = of;
    const step = Math.floor(nowMs / STEP_MS);
    const isOver = step > this.#step;
    this.#step = step;
    for (const [node, value] of values) this.#noteRow(node, value, step);
    for (const node of this.#rows.keys()) {
      if (this.#rows.size <= MOST_ROWS) break;
      this.#rows.delete(node);
    }
    return isOver || isOther;
  }

  /** The same object until the step is over. null: nothing is known yet. */
  of(node: number): RowTrend | null {
    const row = this.#rows.get(node);
    if (row === undefined) return null;
    if (row.trend?.step !== this.#step) row.trend = { step: this.#step, growths: growthsOf(row, this.#step) };
    return row.trend.growths.length === 0 ? null : row.trend.growths;
  }

  #noteRow(node: number, value: number, step: number): void {
    const row = this.#rows.get(node);
    if (row === undefined) {
      const values = new Float64Array(VALUES);
      values[step % VALUES] = value;
      this.#rows.set(node, { values, firstStep: step, lastStep: step, trend: null });
      return;
    }
    const { values, lastStep } = row;
    const before = values[lastStep % VALUES];
    const away = step - lastStep;
    for (let at = Math.max(lastStep + 1, step - TREND_STEPS); at < step; at++)
      values[at % VALUES] = before + ((value - before) * (at - lastStep)) / away;
    values[step % VALUES] = value;
    if (away === 0) return;
    row.lastStep = step;
    row.firstStep = Math.max(row.firstStep, step - TREND_STEPS);
    this.#rows.delete(node); // it is the last one now
    this.#rows.set(node, row);
  }
}

/** Times are corrected as more is known of the probes: a little less is no growth. */
function growthsOf({ values, firstStep, lastStep }: TrackedRow, step: number): RowTrend {
  const growths: number[] = [];
  for (let at = firstStep + 1; at <= Math.min(lastStep, step - 1); at++)
    growths.push(Math.max(0, values[at % VALUES] - values[(at - 1) % VALUES]));
  return growths;
}
