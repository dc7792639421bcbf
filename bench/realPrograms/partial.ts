import { join } from 'node:path';
import { Engine } from '../../electron/engine/engine.ts';
import { startRecording } from '../../e2e/fixtures/cli.ts';
import { ensure } from '../../shared/base/assert.ts';
import type { PassSummary } from '../../shared/recording/passSummary.ts';
import type { Clock } from '../../shared/events/clock.ts';
import type { RevelationScheme } from '../../shared/callgraph/reachability.ts';
import type { Setting } from './contenders.ts';
import { roundOf, type RealProgram } from './programs.ts';
import { recordedIn, type Recorded } from './report.ts';
import { startBare, warmUp, type Host, type Round } from './roundsJvm.ts';

/** How a part is recorded. */
export interface PartialWay {
  readonly scheme: RevelationScheme;
  readonly clock: Clock;
  /** The root is timed bare first, and calibration completed by that. */
  readonly bareFirst: boolean;
}

export const PARTIAL_WAYS: readonly PartialWay[] = [
  { scheme: 'eager', clock: 'nano', bareFirst: false },
  { scheme: 'lazy', clock: 'nano', bareFirst: false },
  { scheme: 'lazy', clock: 'nano', bareFirst: true },
  { scheme: 'lazy', clock: 'bursts', bareFirst: true },
];
export const PARTIAL_ROUNDS = 9;
const TIMED_JVMS = 2;

/** Rounds in which a part of the work was recorded, all in one recording. */
export interface PartialRecording {
  readonly rounds: readonly Round[];
  /** Of all rounds together. */
  readonly recorded: Recorded;
}

/** The part in one of the JVMs in which it is timed as a code region. */
export interface TimedPart {
  /** Of a round. */
  readonly passes: number;
  /** Of a round, by two clock reads a pass. */
  readonly rootMs: number;
}

export interface PartialResult {
  readonly program: RealProgram;
  readonly bare: readonly Round[];
  /** One as the other, so they differ by what JVMs differ. */
  readonly timed: readonly TimedPart[];
  /** By way, as PARTIAL_WAYS. */
  readonly recorded: ReadonlyMap<PartialWay, PartialRecording>;
}

/**
 * Attached to JVMs that are warm: in one nothing is done, in two the part is timed as a code region, in the others it is the root of a
 * call subgraph, in each of the ways. When all are warm again, rounds of each are measured in turn. A round is too short for bursts,
 * so each recording is one of all its rounds.
 * @param whole one that names a part; a round of it is run
 */
export async function measurePartial(setting: Setting, whole: RealProgram): Promise<PartialResult> {
  const program = roundOf(whole);
  const part = ensure(program.part, `a part of ${program.name}`);
  const hosts: Host<Round>[] = [];
  const started = async <H extends Host<Round>>(host: Promise<H>): Promise<H> => {
    hosts.push(await host);
    await warmUp(await host);
    return host;
  };
  try {
    const bare = await started(startBare(setting, program));
    const timers = [];
    for (let i = 0; i < TIMED_JVMS; i++) timers.push(await started(startTimed(setting, program, part)));
    const recorders: { readonly way: PartialWay; readonly host: PartHost; readonly rounds: Round[] }[] = [];
    for (const way of PARTIAL_WAYS) {
      recorders.push({ way, host: await started(startPart(setting, program, part, way)), rounds: [] });
    }
    const before = timers.map((timer) => timer.passed());
    for (const { host } of recorders) await host.reset();
    const bareRounds: Round[] = [];
    for (let i = 0; i < PARTIAL_ROUNDS; i++) {
      bareRounds.push(await bare.measure());
      for (const timer of timers) await timer.measure();
      for (const { host, rounds } of recorders) rounds.push(await host.measure());
    }
    const timed: TimedPart[] = [];
    for (const [i, timer] of timers.entries()) {
      const { passes, ns } = passedBetween(before[i], await timer.stop(), timer.emptyNs);
      timed.push({ passes: passes / PARTIAL_ROUNDS, rootMs: ns / 1e6 / PARTIAL_ROUNDS });
    }
    const recorded = new Map<PartialWay, PartialRecording>();
    for (const { way, host, rounds } of recorders) {
      recorded.set(way, { rounds, recorded: await host.recorded() });
    }
    return { program, bare: bareRounds, timed, recorded };
  } finally {
    for (const host of hosts) await host.end();
  }
}

/**
 * Passes and their gross time together; of those that came too fast to be read the mean is taken.
 * @param emptyNs what a pass through nothing measures: it is taken out
 */
function passedBetween(
  before: PassSummary,
  after: PassSummary,
  emptyNs: number,
): { passes: number; ns: number } {
  const passes = after.passes - before.passes;
  const timed = after.timed - before.timed;
  const timedNs = after.timed * after.meanNs - before.timed * before.meanNs;
  return { passes, ns: timed > 0 ? (timedNs / timed - emptyNs) * passes : NaN };
}

interface TimedHost extends Host<Round> {
  readonly emptyNs: number;
  passed(): PassSummary;
  stop(): Promise<PassSummary>;
}

async function startTimed(setting: Setting, program: RealProgram, part: string): Promise<TimedHost> {
  const host = await startBare(setting, program);
  await warmUp(host);
  const engine = new Engine();
  const { sessionId } = await engine.attach(host.pid);
  const request = { kind: 'region', method: part, lines: null } as const;
  const { region } = (await engine.start(sessionId, request)).measurement;
  const passed = (): PassSummary =>
    ensure(engine.session(sessionId).status().measurement.region, 'the region').summary;
  return {
    ...host,
    emptyNs: ensure(region?.calibration, 'calibration of the region').emptyNs,
    passed,
    async stop() {
      return ensure((await engine.stop(sessionId)).measurement.region, 'the region').summary;
    },
    async end() {
      await engine.close();
      await host.end();
    },
  };
}

interface PartHost extends Host<Round> {
  /** What was recorded goes. */
  reset(): Promise<unknown>;
  recorded(): Promise<Recorded>;
}

async function startPart(
  setting: Setting,
  program: RealProgram,
  part: string,
  { scheme, clock, bareFirst }: PartialWay,
): Promise<PartHost> {
  const host = await startBare(setting, program);
  await warmUp(host);
  const [last, now] = ['last', 'now'].map((name) =>
    join(setting.folder, `${program.name}-${scheme}-${clock}-${bareFirst ? 'bare-' : ''}${name}.sluice`),
  );
  let isStarting = true;
  const starting = startRecording(host.pid, part, last, [
    ...['--scheme', scheme, '--clock', clock, '--commands', '-'],
    ...(bareFirst ? ['--bare-first'] : []),
  ]).finally(() => (isStarting = false));
  if (bareFirst) while (isStarting) await host.round();
  const recording = await starting;
  return {
    ...host,
    reset: () => recording.type('reset', /^reset: /),
    async recorded() {
      await recording.type(`snapshot ${now}`, /^saved /);
      return recordedIn(now, part);
    },
    async end() {
      await recording.stop();
      await host.end();
    },
  };
}
