/** What a self-contained HTML report holds, as JSON: written by htmlReport.ts, read by renderer/report. */
export interface ReportData {
  readonly title: string;
  /** The program, then what was recorded and how: a sentence each. */
  readonly notes: readonly string[];
  readonly isComplete: boolean;
  readonly completeness: string;
  /** "nano"; "none": there are calls only, and all times are 0. */
  readonly clock: string;
  /** What is not in the page, in a sentence; "" when all is. */
  readonly cutoff: string;
  /** Place -> class, and method with its parameters. */
  readonly methods: readonly (readonly [className: string, method: string])[];
  /** All threads as one tree; null where there is one thread, or none. */
  readonly all: ReportThread | null;
  readonly threads: readonly ReportThread[];
  readonly hot: ReportHot;
}

export interface ReportThread {
  readonly name: string;
  /** Of all contexts, also of those that are not in the page. */
  readonly totalNs: number;
  readonly calls: number;
  readonly rows: ReportRows;
}

/** Contexts in depth-first order, largest siblings first; times in whole ns. */
export interface ReportRows {
  readonly method: readonly number[]; // row -> place in methods
  readonly depth: readonly number[];
  readonly calls: readonly number[];
  readonly selfNs: readonly number[];
  readonly totalNs: readonly number[];
  readonly errorNs: readonly number[]; // bound of the error of selfNs
  readonly counted: readonly number[]; // 1: calls were counted, times were not taken
  /** Callees that are not in the page. */
  readonly leftOut: readonly number[];
}

/** What each method took over all contexts, those first that took most themselves. */
export interface ReportHot {
  readonly method: readonly number[]; // row -> place in methods
  readonly calls: readonly number[];
  readonly selfNs: readonly number[];
  readonly totalNs: readonly number[];
  readonly errorNs: readonly number[];
  readonly counted: readonly number[];
}
