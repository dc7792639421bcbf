/** What the numbers of a metric are numbers of. A share is 0 to 1. */
export const METRIC_UNITS = ['count', 'ns', 'bytes', 'bytecodes', 'samples', 'share'] as const;
export type MetricUnit = (typeof METRIC_UNITS)[number];
