import type { Instrumenter, InstrumentationProgress } from '../revelation/instrumenter.ts';

export interface FakeInstrumenterSteps {
  readonly start: () => Promise<void>;
  readonly stop: () => void;
  readonly progress: () => InstrumentationProgress;
}

/** One that has one method with probes, put there by one swap, and tells a test of its steps. */
export function fakeInstrumenter({ start, stop, progress }: FakeInstrumenterSteps): Instrumenter {
  return {
    handlers: {
      classLoading: () => null,
      rewriteClass: () => null,
      firstInvoked: () => {},
      reflected: () => {},
      loaderSeen: () => {},
      loaderRefuses: () => {},
      rewriteLost: () => {},
      loadLost: () => {},
      witnessed: () => {},
      takeMade: () => [],
      objectSizes: () => {},
    },
    start,
    recordingStarted: () => {},
    stop: () => {
      stop();
      return Promise.resolve();
    },
    switchMethods: () => Promise.resolve([]),
    searchClasses: () => Promise.resolve([]),
    methodsOf: () => Promise.resolve([]),
    stats: () => ({
      instrumentedMethods: 1,
      instrumentedClasses: 1,
      hotSwaps: 1,
      swapMs: 40,
      analysisMs: 10,
      refusals: [],
      callsMayBeMissing: false,
      notMeasured: 0,
      lostLoads: 0,
      switchedOff: { count: 0, names: [] },
      progress: progress(),
    }),
    rootCallers: () => Promise.resolve([]),
    rehearsal: null,
  };
}
