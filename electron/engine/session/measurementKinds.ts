import { UsageError } from '../../../shared/base/errors.ts';
import type { MeasurementRequest, RecordingRequest, RegionRequest } from '../../../shared/ipc/engineApi.ts';
import { Recording } from '../measurements/callTree/recording.ts';
import type { Measurement, MeasurementParts } from '../measurements/measurement.ts';
import { TimedRegion } from '../measurements/region/timedRegion.ts';

interface RequestOf {
  readonly callTree: RecordingRequest;
  readonly region: RegionRequest;
}

/** What a session can measure, by the kind of the request. */
const KINDS: {
  readonly [Kind in keyof RequestOf]: new (
    request: RequestOf[Kind],
    parts: MeasurementParts,
    waitForClasses: boolean,
  ) => Measurement;
} = { callTree: Recording, region: TimedRegion };

/**
 * @param waitForClasses what is named and not loaded yet is measured when it loads, not refused
 * @throws SluiceError 'usage' for a kind that there is not, or what its constructor throws
 */
export function measurementOf(
  request: MeasurementRequest,
  parts: MeasurementParts,
  waitForClasses: boolean,
): Measurement {
  const kind = request.kind ?? 'callTree';
  if (!Object.hasOwn(KINDS, kind)) {
    throw new UsageError(
      `Request: kind ${JSON.stringify(kind)} is not one of ${Object.keys(KINDS).join(', ')}.`,
    );
  }
  return new KINDS[kind](request as never, parts, waitForClasses);
}
