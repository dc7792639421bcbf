import { JDK_PACKAGES } from '../../shared/naming/jdkPackages.ts';
import type { MethodFilter } from '../../shared/naming/methodFilter.ts';
import { NOTHING_DONE } from '../worker/transformHistory.ts';
import type { Results } from './results.ts';

/** What can be a root, and what its programmer can change. */
const OUTSIDE_OF_JDK: MethodFilter = { kind: 'outside', packages: JDK_PACKAGES };

/** Each method of the JDK is shown as a part of its caller, until that step is undone. A tree that the user has changed stays. */
export function hideJdkAtFirst(results: Results): void {
  if (results.history.get() !== NOTHING_DONE) return;
  results.changeTree({ kind: 'takeStep', step: { kind: 'showOnly', filter: OUTSIDE_OF_JDK } });
}
