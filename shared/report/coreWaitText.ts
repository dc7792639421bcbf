import type { CoreWaitAccount } from '../cct/coreWaitAccount.ts';
import { formatTime } from '../naming/formatNumbers.ts';

/** What was left out because threads had no core, a sentence; null where nothing was. */
export function coreWaitText(account: CoreWaitAccount | undefined): string | null {
  if (account === undefined || account.leftOutNs === 0) return null;
  const doubt =
    account.doubtNs === 0 ? '' : `; of ${formatTime(account.doubtNs)} it is not certain in which methods`;
  return `Left out: ${formatTime(account.leftOutNs)} in which threads were ready to run and had no core${doubt}.`;
}
