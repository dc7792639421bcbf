import { setTimeout as delay } from 'node:timers/promises';
import { cheaperOf, pairNs } from '../../../../shared/cct/calibrationDrift.ts';
import type { Calibration } from '../../../../shared/cct/cctTable.ts';
import type { TargetAgent } from '../../agent/targetAgent.ts';

/** The calibration holds: its own spread covers a smaller distance. */
const AS_CALIBRATED = 1.05;
/** By then the loop has run 126,000 times: C2 compiles it after 60,000. */
const CHECKS = 12;
const BETWEEN_MS = 200;

/**
 * What the probes cost now. A check of the agent is a short loop. It may have lost its core meanwhile, or its compiled code: JDK 17 throws
 * all code away at the first hot swap. Both only make it dearer, while what really changed stays: so a check that finds
 * probes dearer than calibrated is repeated, and the cheapest is right.
 *
 * @throws SluiceError as TargetAgent.checkCalibration
 */
export async function lookAtCalibration(
  agent: Pick<TargetAgent, 'checkCalibration'>,
  calibrated: Calibration,
): Promise<Calibration> {
  let cheapest = await agent.checkCalibration();
  for (let checks = 1; checks < CHECKS && isDearer(cheapest, calibrated); checks++) {
    await delay(BETWEEN_MS, undefined, { ref: false });
    cheapest = cheaperOf(cheapest, await agent.checkCalibration());
  }
  return cheapest;
}

function isDearer(check: Calibration, calibrated: Calibration): boolean {
  return (
    pairNs(check) > pairNs(calibrated) * AS_CALIBRATED ||
    check.countNs > calibrated.countNs * AS_CALIBRATED ||
    check.pausedPairNs > calibrated.pausedPairNs * AS_CALIBRATED
  );
}
