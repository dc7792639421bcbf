/** How long the worker works before messages get a turn: no question waits much longer than this. */
export const LONGEST_TURN_MS = 5;

const turns = new MessageChannel();
const waiting: (() => void)[] = [];
turns.port1.onmessage = () => waiting.shift()?.();

/** Resolves when messages and timers that are due have had their turn; a timeout of 0 would take 4 ms at least. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    turns.port2.postMessage(null);
  });
}
