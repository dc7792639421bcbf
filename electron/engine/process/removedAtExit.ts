import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Of what is there now. */
let held = 0;

/**
 * Has something removed that must not outlive this process, also when that is asked to end by a signal. Only while there is
 * such a thing are signals listened to: what nobody listens to ends a process at once, whatever it computes.
 * @param remove does nothing the second time
 * @returns forgets it
 */
export function removedAtExit(remove: () => void): () => void {
  process.once('exit', remove);
  if (held++ === 0) for (const signal of SIGNALS) process.on(signal, endAlone);
  let isForgotten = false;
  return () => {
    if (isForgotten) return;
    isForgotten = true;
    process.off('exit', remove);
    if (--held === 0) for (const signal of SIGNALS) process.off(signal, endAlone);
  };
}

/** Who else listens ends in order. */
function endAlone(signal: (typeof SIGNALS)[number]): void {
  if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
}
