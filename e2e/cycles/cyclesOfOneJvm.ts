import assert from 'node:assert/strict';
import { Engine } from '../../electron/engine/engine.ts';
import { waitUntil } from '../../electron/engine/testing/javaFixture.ts';
import type { Clock } from '../../shared/events/clock.ts';
import { recordingRequest } from '../../shared/testing/recordingRequest.ts';
import type { ExpectedTree } from '../expectedTree.ts';
import { pictureFrom, pictureOf } from '../fixtures/callTreePicture.ts';
import { installedCodeOf } from '../fixtures/installedCode.ts';
import type { Jdk } from '../fixtures/jdks.ts';
import { processStateOf, sluiceThreadsOf, type ProcessState } from '../fixtures/processState.ts';
import { startTarget } from '../fixtures/targets.ts';
import { TreeRecorder } from './treeRecorder.ts';

/** By then there is what a JVM makes once: its Attach Listener, the agent's classes, libraries of its own. */
const WARM_CYCLES = 5;
/** In turn. Half of a cycle by a clock is calibration, so most cycles only count. */
const CLOCKS: readonly Clock[] = ['nano', 'none', 'none', 'none'];

export interface CyclesDone {
  readonly cycles: number;
  /** Those of them whose recording says that it is incomplete: on a busy machine a wait for the tool runs out. */
  readonly incomplete: number;
}

/**
 * Attaches to a fresh JVM, profiles one run of it and detaches, again and again.
 * @param deadlineMs by performance.now(): no further cycle begins after it
 * @throws AssertionError when a recording that says it is complete has not the tree worked out by hand, a class is not as it was, a
 *   thread, file or mapping stays, or the target says anything; Error when it ends
 */
export async function cyclesOfOneJvm(
  jdk: Jdk,
  expected: ExpectedTree,
  count: number,
  deadlineMs: number,
): Promise<CyclesDone> {
  const picture = pictureFrom(expected.tree);
  const program = await startTarget(jdk, expected.target);
  const engine = new Engine();
  let incomplete = 0;
  const cycle = async (clock: Clock): Promise<void> => {
    const recorder = new TreeRecorder();
    const unsubscribe = engine.subscribe(recorder.learn);
    const { sessionId } = await engine.attach(program.pid);
    engine.setReader(sessionId, recorder.take);
    await engine.start(sessionId, recordingRequest(expected.root, { clock }));
    await program.send('run');
    const { losses, text } = await engine.detach(sessionId);
    unsubscribe();
    assert.equal(text, 'detached; all classes are as they were');
    if (losses.length > 0) incomplete++;
    else assert.deepEqual(pictureOf(recorder.roots()), picture);
  };
  try {
    await program.send('run');
    const codeBefore = await installedCodeOf(jdk, program.pid, expected.target);
    for (let i = 0; i < WARM_CYCLES; i++) await cycle('nano');
    const stateBefore = await stateLeft(program.pid);
    let done = 0;
    while (done < count && performance.now() < deadlineMs) await cycle(CLOCKS[done++ % CLOCKS.length]);
    await program.send('run');
    assert.deepEqual(await installedCodeOf(jdk, program.pid, expected.target), codeBefore);
    assert.deepEqual(await stateLeft(program.pid), stateBefore);
    assert.equal(program.process.exitCode, null);
    assert.doesNotMatch(program.errors.text, /Exception|Error|^Sluice:/m);
    return { cycles: done + WARM_CYCLES, incomplete };
  } finally {
    await engine.close();
    await program.stop();
  }
}

/** The agent's threads end just after it has said goodbye. */
async function stateLeft(pid: number): Promise<ProcessState> {
  await waitUntil(() => sluiceThreadsOf(pid).length === 0, 'the end of the agent threads');
  return processStateOf(pid);
}
