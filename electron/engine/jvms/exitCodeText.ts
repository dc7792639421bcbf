import { constants } from 'node:os';

/** By which a shell, Node and Sluice itself tell that a signal ended a process: 128 + its number. */
const SIGNAL_BASE = 128;

export function exitCodeOfSignal(signal: NodeJS.Signals): number {
  return SIGNAL_BASE + constants.signals[signal];
}

/** A clause: "exit code 143, as one that SIGTERM ends", for a program may also end so by itself. */
export function exitCodeText(code: number): string {
  const signal = signalName(code - SIGNAL_BASE);
  return `exit code ${code}${signal === undefined ? '' : `, as one that ${signal} ends`}`;
}

/** SIGKILL for 9; undefined: there is no such signal here. */
export function signalName(number: number): string | undefined {
  return Object.entries(constants.signals).find(([, of]) => of === number)?.[0];
}
