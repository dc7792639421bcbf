import { holders } from './deadlocks.ts';
import type { DumpedThread } from './dumpedThread.ts';

/** The Flight Recorder's, and the one that obeys commands of other processes: it starts and stops the recorder. */
const OF_RECORDER: ReadonlySet<string> = new Set([
  'JFR Recorder Thread',
  'JFR Recording Scheduler',
  'JFR Periodic Tasks',
  'Attach Listener',
]);

/** As the agent calls its own (AgentThread.java). */
const OF_AGENT = 'Sluice ';
const AGENT_CLASSES = /(^|\/)sluice\.agent\./;

/** Threads that work for Sluice, by name: what they do is not what the program does. */
export function isOfSluice(thread: string): boolean {
  return thread.startsWith(OF_AGENT) || OF_RECORDER.has(thread);
}

/** Whom a thread works for. jvm: it runs no Java code */
export type ThreadPurpose = 'program' | 'tool' | 'jvm';

/** Of a dump, which has stacks too: a thread that a program has called like the agent's runs nothing of the agent. */
export function purposeOf({ name, activity, frames }: DumpedThread): ThreadPurpose {
  if (activity === 'internal') return 'jvm';
  if (!isOfSluice(name)) return 'program';
  return !name.startsWith(OF_AGENT) || frames.some((frame) => AGENT_CLASSES.test(frame)) ? 'tool' : 'program';
}

/** Those of the program, and whoever holds what one of them waits for. */
export function programThreads(threads: readonly DumpedThread[]): readonly DumpedThread[] {
  const isOfProgram = threads.map((thread) => purposeOf(thread) === 'program');
  const holding = new Set(holders(threads).filter((_, waiting) => isOfProgram[waiting]));
  return threads.filter((_, i) => isOfProgram[i] || holding.has(i));
}
