/** What the numbers of a metric are numbers of. */
export const METRIC_UNITS = ['count', 'ns', 'bytes', 'bytecodes', 'samples'] as const;
export type MetricUnit = (typeof METRIC_UNITS)[number];
