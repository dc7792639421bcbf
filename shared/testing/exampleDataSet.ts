import type { DataSet } from '../recording/dataSets/dataSet.ts';

/** Two locks of `main: A`, the first one's row linked to a context. */
export const EXAMPLE_SET: DataSet = {
  id: 'locks',
  title: 'Locks',
  rows: 3,
  texts: [
    { id: 'class', title: 'Class', texts: ['java.util.Vector', 'demo.Wägen', 'java.util.Vector'] },
    { id: 'owner', title: 'Owner', texts: ['main', '', 'worker'] },
  ],
  links: [{ id: 'context', title: 'Context', rows: Int32Array.of(1, -1, 0) }],
  values: [
    { id: 'blocks', title: 'Blocks', unit: 'count', isExact: true, values: Float64Array.of(3, 1, 300) },
    {
      id: 'blockedNs',
      title: 'Blocked',
      unit: 'ns',
      isExact: false,
      values: Float64Array.of(12_000, 0.5, 2 ** 60),
    },
  ],
};
