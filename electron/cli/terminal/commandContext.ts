import type { EngineClient } from '../../../shared/ipc/engineClient.ts';
import type { ProgramLauncher } from '../../engine/programLauncher.ts';
import type { EngineElsewhere } from '../../engine/server/relayDoor.ts';
import type { Interrupts } from './interrupts.ts';
import type { Terminal } from './terminal.ts';

/** What the commands of one command line work with, and where they leave its exit code. To be asked when a command runs. */
export interface CommandContext {
  /** Of this process, or where --engine or --on says. */
  engine: EngineClient;
  /** Of this process. */
  readonly launcher: ProgramLauncher;
  /** The engine is another process. */
  isServed: boolean;
  /** The way to the engine that --on names; null without it. */
  elsewhere: EngineElsewhere | null;
  readonly terminal: Terminal;
  readonly interrupts: Interrupts;
  /** EXIT.good, unless the command says otherwise. */
  exitCode: number;
}
