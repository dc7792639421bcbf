import type { RenderProcessGoneDetails } from 'electron';

const AFTERWARDS =
  'A recording was stopped with it, and the classes of the program are as they were. The page is loaded anew, and shows what is kept.';

/** What the user is told when the process of the page has ended; null: it was wanted. */
export function pageEndText(reason: RenderProcessGoneDetails['reason']): string | null {
  if (reason === 'clean-exit') return null;
  if (reason !== 'oom') return `The page of Sluice ended: ${reason}. ${AFTERWARDS}`;
  return `The page of Sluice ran out of memory. ${AFTERWARDS} Choose a smaller root, or exclude methods that are called most.`;
}
