import type { Engine } from '../engine/engine.ts';
import type { Interrupts } from './interrupts.ts';
import type { Terminal } from './terminal.ts';

/** What the commands of one command line work with, and where they leave its exit code. */
export interface CommandContext {
  readonly engine: Engine;
  readonly terminal: Terminal;
  readonly interrupts: Interrupts;
  /** EXIT.good, unless the command says otherwise. */
  exitCode: number;
}
