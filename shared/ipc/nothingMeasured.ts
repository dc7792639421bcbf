import { NOTHING_COUNTED } from '../recording/timeline.ts';
import type { MeasuredStatus } from './engineApi.ts';

/** As long as a session has measured nothing. */
export const NOTHING_MEASURED: MeasuredStatus = {
  measurement: {
    ...{ request: null, calibration: null, bareRoot: null, region: null },
    ...{ startedAtMs: 0, elapsedMs: 0, rehearsing: false, paused: false, switches: [], calledOutside: [] },
  },
  instrumentation: { methods: 0, classes: 0, analysisMs: 0, switchedOff: { count: 0, names: [] } },
  counters: NOTHING_COUNTED,
  ...{ droppedEvents: 0, refusals: [], notes: [] },
};
