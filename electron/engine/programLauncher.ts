import type { StdioOptions } from 'node:child_process';
import type { SessionStatus } from '../../shared/ipc/engineApi.ts';

/** A program that is a child of this process. */
export interface LaunchedProgram {
  /** The session of the program, which has not reached its main method yet. */
  readonly status: SessionStatus;
  readonly exitCode: Promise<number>;
  readonly kill: (signal: NodeJS.Signals) => void;
}

/** Launches programs that share our input and output. Only the engine of this process can: see EngineApi.launch for the others. */
export interface ProgramLauncher {
  /**
   * Starts a program with the agent in it; it begins when resumeStartup is called.
   * @param folder where it runs; "": where we do
   */
  launchCommand(command: readonly string[], stdio: StdioOptions, folder?: string): Promise<LaunchedProgram>;
  resumeStartup(sessionId: string): Promise<void>;
}
