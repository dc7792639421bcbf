import type { EngineClient } from '../../shared/ipc/engineClient.ts';
import type { ProgramLauncher } from '../engine/programLauncher.ts';
import type { SupportLog } from '../engine/support/supportLog.ts';
import type { Interrupts } from './interrupts.ts';
import type { Terminal } from './terminal.ts';

/** What the commands of one command line work with, and where they leave its exit code. To be asked when a command runs. */
export interface CommandContext {
  /** Of this process, or where --engine says. */
  engine: EngineClient;
  /** Of this process. */
  readonly launcher: ProgramLauncher;
  readonly log: SupportLog;
  readonly terminal: Terminal;
  readonly interrupts: Interrupts;
  /** EXIT.good, unless the command says otherwise. */
  exitCode: number;
}
