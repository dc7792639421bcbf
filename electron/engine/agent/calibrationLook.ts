import { setTimeout as delay } from 'node:timers/promises';
import type { CalibrationCheck } from '../../../shared/cct/calibrationDrift.ts';
import type { TargetAgent } from './targetAgent.ts';

/** The calibration holds: its own spread covers a smaller distance. */
const AS_CALIBRATED = 1.05;
/** By then the loop has run 126,000 times: C2 compiles it after 60,000. */
const CHECKS = 12;
const BETWEEN_MS = 200;

/**
 * What the probes cost now. A check of the agent is a short loop. It may have lost its core meanwhile, or its compiled code: JDK 17 throws
 * all code away at the first hot swap. Both only make it dearer, while what really changed stays: so a check that finds
 * probes dearer is repeated, and the cheapest is right.
 *
 * @throws SluiceError as TargetAgent.checkCalibration
 */
export async function lookAtCalibration(
  agent: Pick<TargetAgent, 'checkCalibration'>,
): Promise<CalibrationCheck> {
  let cheapest = await agent.checkCalibration();
  for (let checks = 1; checks < CHECKS && isDearer(cheapest); checks++) {
    await delay(BETWEEN_MS, undefined, { ref: false });
    const { pairRatio, countRatio } = await agent.checkCalibration();
    cheapest = {
      pairRatio: cheaper(pairRatio, cheapest.pairRatio),
      countRatio: cheaper(countRatio, cheapest.countRatio),
    };
  }
  return cheapest;
}

function isDearer({ pairRatio, countRatio }: CalibrationCheck): boolean {
  return pairRatio > AS_CALIBRATED || countRatio > AS_CALIBRATED;
}

/** 0 = not known. */
function cheaper(ratio: number, other: number): number {
  return ratio === 0 || other === 0 ? Math.max(ratio, other) : Math.min(ratio, other);
}
