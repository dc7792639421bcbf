import { SluiceError } from '../../shared/base/errors.ts';
import type { SessionStatus } from '../../shared/ipc/engineApi.ts';
import type { EngineClient } from '../../shared/ipc/engineClient.ts';
import { formatCountOf } from '../../shared/naming/formatNumbers.ts';
import { lossTexts } from '../../shared/recording/losses.ts';
import { encodeSnapshot } from '../../shared/recording/snapshotCodec.ts';
import { EXIT } from './exitCode.ts';
import type { Recorder } from './recorder.ts';
import { swapWarning } from './swapWarning.ts';
import type { Terminal } from './terminal.ts';
import { writeFileAtomically } from './writeFileAtomically.ts';

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
  const before = await engine.status(sessionId);
  const stopped =
    before.phase === 'recording' ? engine.stop(sessionId) : engine.flush(sessionId).then(() => before);
  const status = await Promise.race([stopped, whenAborted(hurry)]);
  if (status === null) return saveInHurry(await engine.status(sessionId), terminal, recorder, file);
  const isGone = status.phase === 'ended';
  if (isGone) terminal.talk(`the session ended: ${status.text}`);
  if (isGone && recorder.trees.totals().events === 0) {
    tellNotes(await engine.detach(sessionId), terminal);
    throw new SluiceError(
      'target-gone',
      `Nothing was recorded before the session ended, and ${file} was not written: ${whyEmpty(recorder)}.`,
      'Check what --root names; sluice methods TARGET CLASS lists the methods of a class as they are written there.',
    );
  }
  const snapshot = recorder.snapshot(status);
  await writeFileAtomically(file, encodeSnapshot(snapshot));
  const detached = await Promise.race([engine.detach(sessionId), whenAborted(hurry)]);
  tellNotes(detached ?? (await engine.status(sessionId)), terminal);
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
      `warning: ${whyEmpty(recorder)}, so it is empty; a root that runs already is recorded from its next call on`,
    );
  }
  const { events, nodes } = recorder.trees.totals();
  terminal.talk(
    `saved ${file}: ${formatCountOf(events, 'event', 'events', ',')}, ${formatCountOf(nodes, 'node', 'nodes', ',')}`,
  );
  if (detached === null) process.exit(EXIT.interrupted); // the agent restores the classes by itself
  return EXIT.good;
}

/** What has come is all there will be. The process ends right after, which ends the session. */
async function saveInHurry(
  status: SessionStatus,
  terminal: Terminal,
  recorder: Recorder,
  file: string,
): Promise<never> {
  const losses = [...new Set([...status.losses, ...lossTexts({ cutShort: true })])];
  const snapshot = recorder.snapshot({ ...status, phase: 'ended', complete: false, losses });
  await writeFileAtomically(file, encodeSnapshot(snapshot));
  terminal.talk(
    `Asked twice to end: saved ${file} with what had come, incomplete. The program has its classes restored by itself.`,
  );
  process.exit(EXIT.interrupted);
}

/** Resolves with null. */
function whenAborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
}

function whyEmpty({ hasRoots }: Recorder): string {
  return hasRoots
    ? 'no root was called while it recorded'
    : 'no class with a root method was loaded while it recorded';
}

function tellNotes({ notes }: SessionStatus, terminal: Terminal): void {
  for (const note of notes) terminal.talk(`note: ${note}`);
}
