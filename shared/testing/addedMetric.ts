import type { FurtherMetric } from '../metrics/furtherMetrics.ts';

/** A metric that Sluice has never heard of. */
export const ADDED_METRIC: FurtherMetric = { id: 'sparks', title: 'Sparks', unit: 'count', isExact: true };
