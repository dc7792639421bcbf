import type { MethodId } from '../base/ids.ts';
import { NO_CALIBRATION } from '../cct/cctTable.ts';
import { INITIAL_OPTIONS } from '../recording/options/chosenOptions.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { tablesOf } from './tableOf.ts';

/** A recording of an event script: its methods are `demo.Demo.<name>()`, or what `methods` says. */
export function exampleSnapshot(
  script: string,
  changes: Partial<Snapshot> = {},
  methods: Record<string, { className: string; name: string; descriptor: string }> = {},
): Snapshot {
  const { tables, methodNames } = tablesOf(script);
  return {
    target: {
      pid: 4242,
      mainClass: 'demo.Demo',
      javaVersion: '17.0.15',
      vmName: 'OpenJDK 64-Bit Server VM',
      commandLine: 'java -cp demo.jar demo.Demo',
    },
    roots: ['demo.Demo::A'],
    ...INITIAL_OPTIONS,
    switches: [],
    calibration: NO_CALIBRATION,
    bareRoot: null,
    complete: true,
    losses: [],
    droppedEvents: 0,
    instrumentedMethods: 5,
    instrumentation: { classes: 1, hotSwaps: 2, swapMs: 40, analysisMs: 12 },
    startedAtMs: 1_760_000_000_000,
    durationMs: 2_500,
    pausedMs: 0,
    timeline: [],
    methods: [...methodNames].map(([id, name], i) => ({
      id: id as MethodId,
      ...(methods[name] ?? { className: 'demo.Demo', name, descriptor: '()V' }),
      root: i === 0,
    })),
    threads: [...tables].map(([name, table], i) => ({ id: i + 1, name, virtual: false, table })),
    dataSets: [],
    skipped: [],
    notes: [],
    refusals: [],
    ...changes,
  };
}
