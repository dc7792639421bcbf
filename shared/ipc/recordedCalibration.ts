import type { MeasurementStatus } from './engineApi.ts';
import { ensure } from '../base/assert.ts';
import { NO_CALIBRATION, type Calibration } from '../cct/cctTable.ts';
import { calibratedOn } from '../cct/contextCalibration.ts';
import { exactTree } from '../cct/overhead.ts';
import type { ThreadTree } from '../cct/threadTrees.ts';
import type { MethodInfo } from '../naming/methodInfo.ts';

/** Where the root was timed bare, the calibration on the program itself. */
export function recordedCalibration(
  { calibration, bareRoot, request }: MeasurementStatus,
  methods: readonly MethodInfo[],
  threads: readonly ThreadTree[],
): Calibration {
  const loop = calibration ?? NO_CALIBRATION;
  const clock = ensure(request, 'request of the recording').clock;
  if (bareRoot === null || clock === 'none') return loop;
  const roots = new Set<number>(methods.filter(({ root }) => root).map(({ id }) => id));
  return calibratedOn(
    (tried) => threads.map(({ table }) => exactTree(table, tried, clock)),
    (method) => roots.has(method),
    loop,
    bareRoot.meanNs,
  );
}
