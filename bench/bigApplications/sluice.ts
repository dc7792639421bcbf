import { setTimeout as delay } from 'node:timers/promises';
import { startApp } from '../../e2e/fixtures/app.ts';
import { connectEngine } from '../../electron/cli/engines/connectEngine.ts';
import { Recorder } from '../../electron/cli/recording/recorder.ts';
import { ownRequest } from '../../shared/ipc/ownCode.ts';
import { recordingRequest } from '../../shared/testing/recordingRequest.ts';
import { countsOf, type Contender, type Goals, type Outcome, type Running } from './contender.ts';

const DEFAULT_GOALS: Goals = {
  perCalled: 5,
  wholeRootMs: 10_000,
  longestStopMs: 100,
  stoppedMs: 2_000,
  requestMs: 1_000,
  detachMs: 2_000,
};
const OWN_CODE_GOALS: Goals = {
  ...DEFAULT_GOALS,
  perCalled: Infinity,
  wholeRootMs: 3_000,
  stoppedMs: 300,
  requestMs: 300,
};

export const SLUICE: readonly Contender[] = [
  {
    name: 'default',
    goals: DEFAULT_GOALS,
    record: (running, forMs) => record(running, forMs, false),
  },
  {
    name: 'own code',
    goals: OWN_CODE_GOALS,
    record: (running, forMs) => record(running, forMs, true),
  },
];

const TOLD_REFUSALS = 3;

/** By an engine in a process of its own, as the window has it: it computes while this one times requests. */
async function record(
  { source, application }: Running,
  forMs: number,
  ownCodeOnly: boolean,
): Promise<Outcome> {
  const app = await startApp();
  const { engine, close } = await connectEngine(app.url);
  try {
    const { sessionId } = await engine.attach(application.pid);
    const recorder = new Recorder(sessionId);
    engine.subscribe(recorder.learn);
    let wholeRootAtMs: number | null = null;
    engine.setReader(sessionId, (bytes) => {
      recorder.take(bytes);
      if (wholeRootAtMs === null && recorder.trees.rootDurations() !== null)
        wholeRootAtMs = performance.now();
    });
    const startAtMs = performance.now();
    const all = recordingRequest(source.root.method);
    const request = ownCodeOnly ? (await ownRequest(engine, sessionId, all, false)).request : all;
    await engine.start(sessionId, request);
    await delay(forMs);
    const detachAtMs = performance.now();
    const status = await engine.stop(sessionId);
    const { text } = await engine.detach(sessionId);
    const detachedAtMs = performance.now();
    const snapshot = recorder.snapshot(status);
    // Code that cannot run is no loss.
    const lacking = status.refusals
      .filter((text) => !text.endsWith('[classCannotRun]'))
      .slice(0, TOLD_REFUSALS);
    const isClean = text === 'detached; all classes are as they were';
    return {
      ...{ startAtMs, wholeRootAtMs, detachAtMs, detachedAtMs },
      ...countsOf(snapshot, source),
      faults: [
        ...snapshot.losses,
        ...(snapshot.losses.length > 0 ? lacking : []),
        ...(isClean ? [] : [text]),
      ],
    };
  } finally {
    await close();
    await app.stop();
  }
}
