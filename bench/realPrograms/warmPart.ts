import { ensure } from '../../shared/base/assert.ts';
import { IN_COMMON, isWanted, SAMPLED_CALL_NS, wantedCharge, WITHIN_BOUND } from './goals.ts';
import { median } from '../median.ts';
import {
  CHARGED_TEXT,
  chargeHead,
  chargeText,
  missedLines,
  nameOf,
  ratioText,
  table,
  timeText,
} from './pageText.ts';
import { rootFrame } from './programs.ts';
import { HOTTEST, hottestRecorded, hottestSampled, inCommon } from './ranking.ts';
import { LONGEST_WARM_UP, SHORTEST_WARM_UP_MS, type Round } from './roundsJvm.ts';
import { COMPARED_ROUNDS, SETTLED_SHARE } from './settling.ts';
import { MEASURED_ROUNDS, type RecordedRound, type Rounds, type WarmResult } from './warm.ts';

export interface WarmCircumstances {
  readonly machine: string;
  readonly java: string;
  readonly clocks: readonly string[];
  /** What is left out and why, a sentence each without its end. */
  readonly absent: readonly string[];
}

/** This part of the page, and the goals that are missed. */
export function warmPart(
  results: readonly WarmResult[],
  { machine, java, clocks, absent }: WarmCircumstances,
): { readonly text: string; readonly missed: readonly string[] } {
  const missed: string[] = [];
  const timed = clocks.filter((clock) => clock !== 'none');
  const lines = [
    `The steady state: a program's work runs again and again in one JVM, with probes from its first instruction. ${machine}, ${java}. ` +
      `Rounds are warm-up until the median of ${COMPARED_ROUNDS} is within ${100 * SETTLED_SHARE} % of that of the ${COMPARED_ROUNDS} ` +
      `before. Warm-up ends after ${SHORTEST_WARM_UP_MS / 1_000} s at the earliest, after ${LONGEST_WARM_UP.ms / 1_000} s or ${LONGEST_WARM_UP.rounds} ` +
      `rounds at the latest. Then ${MEASURED_ROUNDS} rounds of each JVM are measured in turn, each recorded round from a \`reset\` to a ` +
      '`snapshot`; medians, in brackets the least and the most.',
    '',
    'The programs `javac`, `ecj`, `fop` and `jlayer` end the JVM in their `main`, and `rhino` runs one script more each time. What they call ' +
      'is called as a library instead (`bench/realPrograms/rounds`). In a round `javac` compiles 4 classes, `rhino` and the kernels do a ' +
      'part of their work. The program `ecj` works in one thread. By default its `main` waits for another thread, which runs probes too ' +
      'and is not in the subgraph, so the slowness of that thread is charged as a wait. VisualVM is not measured here: its engine takes no reset from outside.',
    ...absent.map((text) => `\nAbsent: ${text}.`),
    '',
    '### Time of a round',
    '',
    ...table(
      ['Program', 'Calls', 'Bare', ...clocks.flatMap((clock) => [clock, 'x bare']), 'Warm-up rounds'],
      results.map((result) => timeRow(result, clocks)),
    ),
    '',
    'Warm-up rounds: of the bare JVM and of the recorded ones; `>`: they had not settled at the end.',
    '',
    '### Truth of a round',
    '',
    ...table(
      [
        'Program',
        'Bare',
        ...timed.flatMap((clock) => [`${clock}: charged`, chargeHead(clock), 'bare within ±']),
      ],
      results.map((result) => truthRow(result, timed, missed)),
    ),
    '',
    CHARGED_TEXT,
    '',
    ...timed.flatMap((clock) => boundLines(results, clock, missed)),
    '',
    '### Ranking of warm methods',
    '',
    ...table(
      ['Program', 'Samples', ...timed.map((clock) => `${clock}: in common`), 'Shortest of the hottest calls'],
      results.map((result) => rankingRow(result, timed, missed)),
    ),
    '',
    `Of the ${HOTTEST} methods with the most self time, how many are among the ${HOTTEST} that async-profiler finds in the bare JVM, warm, ` +
      `at 1 ms. Goal: ${IN_COMMON} where no call of the hottest is shorter than ${SAMPLED_CALL_NS / 1_000} µs.`,
    '',
    ...lossLines(results),
    ...missedLines(missed),
    '',
  ];
  return { text: lines.join('\n'), missed };
}

function timeRow({ program, bare, recorded }: WarmResult, clocks: readonly string[]): string[] {
  const bareMs = median(bare.measured.map(wallMs));
  const rounds = clocks.map((clock) => recordedBy(recorded, clock));
  const calls = median(rounds[0].measured.map((round) => round.calls));
  return [
    nameOf(program),
    calls.toLocaleString('en'),
    spreadText(bare.measured.map(wallMs), timeText),
    ...rounds.flatMap(({ measured }) => {
      const ms = median(measured.map(wallMs));
      return [timeText(ms), ratioText(ms / bareMs)];
    }),
    [bare, ...rounds].map(({ warmUp }) => `${warmUp.isSettled ? '' : '>'}${warmUp.rounds}`).join(', '),
  ];
}

function truthRow(result: WarmResult, clocks: readonly string[], missed: string[]): string[] {
  const { program, recorded } = result;
  const bareMs = chargeableMs(result);
  const cells = clocks.flatMap((clock) => {
    const { measured } = recordedBy(recorded, clock);
    const chargedMs = measured.map((round) => round.chargedMs ?? NaN);
    const ratios = chargedMs.map((ms) => ms / bareMs);
    const ratio = median(ratios);
    const wanted = wantedCharge(program, clock);
    if (wanted !== null && !isWanted(ratio, wanted))
      missed.push(
        `${program.name}, warm: ${clock} charges ${ratioText(ratio)} times the bare run; ${wanted.join(' to ')}`,
      );
    const errorMs = median(measured.map((round) => round.chargedErrorMs ?? NaN));
    return [
      `${timeText(median(chargedMs))} ± ${timeText(errorMs)}`,
      `${chargeText(program, clock, ratio)} ${rangeText(ratios, ratioText)}`,
      `${withinBound(result, clock)} of ${measured.length}`,
    ];
  });
  return [nameOf(program), timeText(bareMs), ...cells];
}

/** The bare round by the measure of charged times: without waits for a core. */
function chargeableMs({ bare }: WarmResult): number {
  return median(bare.measured.map(({ wallMs, coreWaitMs }) => wallMs - coreWaitMs));
}

/** In how many rounds the bound of the error says where the bare round is. */
function withinBound(result: WarmResult, clock: string): number {
  return recordedBy(result.recorded, clock).measured.filter((round) => isWithin(result, round)).length;
}

function isWithin(result: WarmResult, { chargedMs, chargedErrorMs }: RecordedRound): boolean {
  return Math.abs((chargedMs ?? NaN) - chargeableMs(result)) <= (chargedErrorMs ?? NaN);
}

/** Rounds that are charged with what nobody wants: there at least the bound is to say so. */
function unwantedRounds(result: WarmResult, clock: string): readonly RecordedRound[] {
  const wanted = wantedCharge(result.program, clock);
  const bareMs = chargeableMs(result);
  return recordedBy(result.recorded, clock).measured.filter(
    ({ chargedMs }) => wanted !== null && !isWanted((chargedMs ?? NaN) / bareMs, wanted),
  );
}

function boundLines(results: readonly WarmResult[], clock: string, missed: string[]): string[] {
  const within = results.reduce((sum, result) => sum + withinBound(result, clock), 0);
  const all = results.reduce((sum, { recorded }) => sum + recordedBy(recorded, clock).measured.length, 0);
  const text = `${clock}: ${within} of ${all} rounds have the bare round within ±`;
  if (within < WITHIN_BOUND * all) missed.push(`${text}; ${100 * WITHIN_BOUND} %`);
  const unwanted = results.flatMap((result) =>
    unwantedRounds(result, clock).map((round) => isWithin(result, round)),
  );
  const told = unwanted.filter((isTold) => isTold).length;
  return [
    `- ${text}; of those that are charged with more or less than is wanted, ${told} of ${unwanted.length}.`,
  ];
}

function rankingRow(
  { program, recorded, stacks }: WarmResult,
  clocks: readonly string[],
  missed: string[],
): string[] {
  const root = rootFrame(program);
  const found = clocks.map((clock) => {
    const { measured } = recordedBy(recorded, clock);
    return { clock, hottest: hottestRecorded(measured.flatMap(({ methods }) => methods)) };
  });
  const known = found[found.length - 1].hottest;
  const shortest = `${known.shortestCallNs.toFixed(0)} ns`;
  if (stacks === null) return [nameOf(program), '—', ...found.map(() => '—'), shortest];
  const others = hottestSampled(stacks, root, known.timed);
  const least = Math.min(IN_COMMON, others.length);
  const cells = found.map(({ clock, hottest }) => {
    const same = inCommon(hottest.methods, others);
    if (known.shortestCallNs >= SAMPLED_CALL_NS && same < least)
      missed.push(
        `${program.name}, warm: ${clock} has ${same} of a sampler's hottest methods; at least ${least}`,
      );
    return `${same} of ${others.length}`;
  });
  const samples = stacks.split('\n').filter((line) => line.includes(`${root};`));
  const count = samples.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
  return [nameOf(program), count.toLocaleString('en'), ...cells, shortest];
}

/** Rounds of the same work call the same, but for some hashing and caching. */
const CALLS_DIFFER = 0.01;

function lossLines(results: readonly WarmResult[]): string[] {
  const lines = results.flatMap(({ program, recorded }) =>
    [...recorded].flatMap(([clock, { measured }]) => {
      const calls = measured.map((round) => round.calls);
      const [least, most] = [Math.min(...calls), Math.max(...calls)];
      const differing = `its rounds differ: ${least.toLocaleString('en')} to ${most.toLocaleString('en')} calls`;
      const whys = [
        ...measured.map(({ incomplete }) => incomplete),
        most - least > CALLS_DIFFER * most ? differing : '',
      ];
      return [...new Set(whys)]
        .filter((why) => why !== '')
        .map((why) => `- ${program.name}, ${clock}: ${why}.`);
    }),
  );
  return lines.length === 0 ? [] : ['Incomplete, or not comparable:', '', ...lines, ''];
}

function recordedBy(recorded: WarmResult['recorded'], clock: string): Rounds<RecordedRound> {
  return ensure([...recorded].find(([each]) => each === clock)?.[1], `rounds by ${clock}`);
}

function wallMs(round: Round): number {
  return round.wallMs;
}

function spreadText(values: readonly number[], text: (value: number) => string): string {
  return `${text(median(values))} ${rangeText(values, text)}`;
}

function rangeText(values: readonly number[], text: (value: number) => string): string {
  return `(${text(Math.min(...values))} to ${text(Math.max(...values))})`;
}
