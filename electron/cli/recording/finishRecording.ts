import { ensure } from '../../../shared/base/assert.ts';
import { SluiceError } from '../../../shared/base/errors.ts';
import type { SessionStatus } from '../../../shared/ipc/engineApi.ts';
import type { EngineClient } from '../../../shared/ipc/engineClient.ts';
import { cutShort } from '../../../shared/ipc/cutShort.ts';
import { EngineGone } from '../../../shared/ipc/engineGone.ts';
import { noteText } from '../../../shared/messages/noteMessages.ts';
import { formatCountOf } from '../../../shared/naming/formatNumbers.ts';
import { whyEmpty } from '../../../shared/recording/losses.ts';
import { encodeSnapshot } from '../../../shared/recording/file/snapshotCodec.ts';
import { EXIT, exitCodeOfInterrupt } from '../terminal/exitCode.ts';
import type { Recorder } from './recorder.ts';
import { swapWarning } from './swapWarning.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { writeFileAtomically } from '../files/writeFileAtomically.ts';

/** Of a second Ctrl-C before there is anything to save, or a third. */
export const NOT_SAVED =
  'Asked again to end: nothing was saved. The program has its classes restored by itself.';

/**
 * Stops, saves what there is, takes everything back; says what is not as it should be.
 * @param hurry asked again: the stop is not waited for, and the target has its classes restored by its agent
 * @returns exit code
 */
export async function finish(
  engine: EngineClient,
  terminal: Terminal,
  sessionId: string,
  recorder: Recorder,
  file: string,
  hurry: AbortSignal,
): Promise<number> {
  const status = await Promise.race([stopped(engine, sessionId), whenAborted(hurry)]);
  if (status === null) return saveInHurry(terminal, recorder, file, hurry);
  const isGone = status.phase === 'ended';
  if (isGone) terminal.talk(`the session ended: ${status.text}`);
  if (isGone && recorder.trees.totals().events === 0) {
    tellNotes(await engine.detach(sessionId), terminal);
    throw new SluiceError(
      'target-gone',
      `Nothing was recorded before the session ended, and ${file} was not written: ${whyNothing(recorder, status)}.`,
      status.complete
        ? 'Check what --root names; sluice methods TARGET CLASS lists the methods of a class as they are written there.'
        : 'Record again; docs/messages.md says what helps.',
    );
  }
  const snapshot = recorder.snapshot(status);
  await writeFileAtomically(file, encodeSnapshot(snapshot));
  const detached = await Promise.race([detachedFrom(engine, sessionId, status), whenAborted(hurry)]);
  tellNotes(detached ?? status, terminal);
  if (status.refusals.length > 0) {
    terminal.talk(
      `${status.refusals.length} methods or classes are not measured, or in part; the last: ${status.refusals.at(-1)}`,
    );
  }
  if (!snapshot.complete) {
    terminal.talk(`warning: the recording is incomplete: ${snapshot.losses.join(', ')}`);
  }
  const swaps = swapWarning(snapshot.timeline);
  if (swaps !== null) terminal.talk(`warning: ${swaps}`);
  if (recorder.trees.totals().events === 0) {
    terminal.talk(
      `warning: ${whyNothing(recorder, status)}, so it is empty; calls already in progress are not recorded`,
    );
  }
  const { events, nodes } = recorder.trees.totals();
  terminal.talk(
    `saved ${file}: ${formatCountOf(events, 'event', 'events', ',')}, ${formatCountOf(nodes, 'node', 'nodes', ',')}`,
  );
  if (detached === null) process.exit(exitCodeOfInterrupt(hurry)); // the agent restores the classes by itself
  return EXIT.good;
}

async function stopped(engine: EngineClient, sessionId: string): Promise<SessionStatus> {
  const status = await engine.status(sessionId);
  if (status.phase === 'recording') return engine.stop(sessionId);
  await engine.flush(sessionId);
  return status;
}

/** An engine that goes away lets go of the target as well, and the recording is saved by now. */
async function detachedFrom(
  engine: EngineClient,
  sessionId: string,
  status: SessionStatus,
): Promise<SessionStatus> {
  try {
    return await engine.detach(sessionId);
  } catch (thrown) {
    if (thrown instanceof EngineGone) return status;
    throw thrown;
  }
}

/** The process ends right after, which ends the session. */
async function saveInHurry(
  terminal: Terminal,
  recorder: Recorder,
  file: string,
  hurry: AbortSignal,
): Promise<never> {
  await saveWhatCame(recorder, file);
  terminal.talk(
    `Asked twice to end: saved ${file} with what had come, incomplete. The program has its classes restored by itself.`,
  );
  process.exit(exitCodeOfInterrupt(hurry));
}

/**
 * Records by an engine that may be another process. When that goes away, what had come of the recording is saved.
 * @param record ends with an exit code
 * @returns exit code
 */
export async function savingWhatCame(
  terminal: Terminal,
  recorder: Recorder,
  file: string,
  record: () => Promise<number>,
): Promise<number> {
  try {
    return await record();
  } catch (thrown) {
    if (!(thrown instanceof EngineGone)) throw thrown;
    const { events } = recorder.trees.totals();
    if (events === 0)
      throw new SluiceError(
        thrown.code,
        `${thrown.message} Nothing had come of the recording, so ${file} was not written.`,
        'Start the engine again, and record again.',
        { cause: thrown },
      );
    const losses = await saveWhatCame(recorder, file, [noteText('engineGone', {})]);
    terminal.talk(`sluice: ${thrown.message} The program has its classes restored by itself.`);
    terminal.talk(`warning: the recording is incomplete: ${losses.join(', ')}`);
    terminal.talk(`saved ${file} with what had come: ${formatCountOf(events, 'event', 'events', ',')}`);
    return EXIT.failed;
  }
}

/** What has come is all there will be, and the engine is not asked. @returns why it is incomplete */
async function saveWhatCame(
  recorder: Recorder,
  file: string,
  notes: readonly string[] = [],
): Promise<readonly string[]> {
  const status = ensure(recorder.lastStatus, 'status of the recording');
  const snapshot = recorder.snapshot(cutShort(status, ...notes));
  await writeFileAtomically(file, encodeSnapshot(snapshot));
  return snapshot.losses;
}

/** Resolves with null. */
function whenAborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
}

function whyNothing({ hasRoots }: Recorder, status: SessionStatus): string {
  if (hasRoots || !status.complete) return whyEmpty(status);
  return 'no class with a root method was loaded while it recorded';
}

function tellNotes({ notes }: SessionStatus, terminal: Terminal): void {
  for (const note of notes) terminal.talk(`note: ${note}`);
}
