import type { TickerAccount } from '../cct/tickerAccount.ts';
import { formatTime } from '../naming/formatNumbers.ts';

/** How well a thread kept the clock, a clause; null where one did not. */
export function tickerText(account: TickerAccount | undefined): string | null {
  if (account === undefined || account.words === 0) return null;
  const { words, starvedWords, gaps, leftOutNs } = account;
  const kept = Math.floor((100 * (words - starvedWords)) / words);
  const stood =
    gaps === 0
      ? ''
      : `; it stood still ${gaps === 1 ? 'once' : `${gaps} times`}, ${formatTime(leftOutNs)} left out`;
  return `${kept} % of events by the ticker${kept < 100 ? ', the others read System.nanoTime' : ''}${stood}`;
}
