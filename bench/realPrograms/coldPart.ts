import type { Sampled } from './asyncProfiler.ts';
import type { Run } from './contenders.ts';
import type { RealProgram } from './programs.ts';
import { IN_COMMON, isWanted, SAMPLED_CALL_NS, TIMED_CLOCKS, wantedCharge, WITHIN_BOUND } from './goals.ts';
import { median as medianOf } from '../median.ts';
import {
  CHARGED_TEXT,
  chargeHead,
  chargeText,
  countText,
  missedLines,
  nameOf,
  percentText,
  ratioText,
  table,
  timeText,
} from './pageText.ts';
import { HOTTEST, hottestSampled, inCommon, type Hottest } from './ranking.ts';

export interface ProgramResult {
  readonly program: RealProgram;
  /** Contender -> its runs. */
  readonly runs: ReadonlyMap<string, readonly Run[]>;
  /** Contender -> why it failed. */
  readonly failures: ReadonlyMap<string, string>;
  /** By async-profiler, two runs of the bare program; none where it is absent. */
  readonly sampled: readonly Sampled[];
}

export interface Circumstances {
  readonly machine: string;
  readonly java: string;
  readonly rounds: number;
  readonly absent: readonly string[];
  /** What the benches of the tool's parts have printed. */
  readonly toolSpeed: string;
}

/** Goals: time added by Sluice over time added by VisualVM's engine. */
const NANO_EACH = 0.9;
const NANO_MEAN = 0.75;
const BURSTS_MEAN = 0.25;

/** This part of the page, and the goals that are missed. */
export function coldPart(
  results: readonly ProgramResult[],
  circumstances: Circumstances,
): { readonly text: string; readonly missed: readonly string[] } {
  const missed: string[] = [];
  const lines = [
    `Each run in a JVM of its own, from the beginning of \`main\` to its end: much of the time goes to code that is not compiled yet. ` +
      `${circumstances.machine}, ${circumstances.java}; medians of ${circumstances.rounds} interleaved rounds.`,
    ...circumstances.absent.map((text) => `\nAbsent: ${text}.`),
    '',
    '### Time',
    '',
    ...table(
      [
        'Program',
        'Calls',
        'Bare',
        'nano',
        'bursts',
        'none',
        'VisualVM',
        'nano / VisualVM',
        'bursts / VisualVM',
      ],
      results.map((result) => timeRow(result, missed)),
    ),
    '',
    ...ratioLines(results, missed),
    '',
    '`/ VisualVM`: time added to the bare run over the time that its engine adds; — where it lost calls, or added less than a tenth.',
    '',
    '### Truth',
    '',
    ...table(
      [
        'Program',
        'Bare',
        'nano: charged',
        chargeHead('nano'),
        'bursts: charged',
        chargeHead('bursts'),
        'VisualVM: charged',
        '/ bare',
      ],
      results.map((result) => truthRow(result, missed)),
    ),
    '',
    `${CHARGED_TEXT} VisualVM's figures include these waits.`,
    '',
    ...boundLines(results, missed),
    '',
    '### Whole programs, as Table 1 of the JFluid paper has them',
    '',
    ...table(
      [
        'Program, clock',
        'Calls',
        'Bare',
        'Charged',
        'Total',
        'Overhead',
        'Probes',
        'Hot swaps',
        'Tool 1',
        'Instrumented',
        'Called',
      ],
      results.flatMap((result) => ['nano', 'bursts'].map((clock) => paperRow(result, clock))),
    ),
    '',
    'Overhead: time added, of the bare time. Of the total time: probes as calibrated, hot swaps, tool 1 (class files read, analysed and ' +
      'rewritten). Launched programs get their probes as classes load, so there are no hot swaps. VisualVM:',
    '',
    ...table(['Program', 'Its calls', 'Instrumented', 'Called'], results.map(peerRow)),
    '',
    '### Ranking',
    '',
    ...table(
      [
        'Program',
        'Samples',
        'nano: in common',
        'bursts: in common',
        'The sampler with itself',
        'Shortest of the hottest calls',
      ],
      results.map((result) => rankingRow(result, missed)),
    ),
    '',
    `Of the ${HOTTEST} methods with the most self time, how many are among the ${HOTTEST} that async-profiler finds in the bare program, at 1 ms. ` +
      `Goal: ${IN_COMMON} where no call of the hottest is shorter than ${SAMPLED_CALL_NS / 1_000} µs. The sampler with itself: in two runs of the bare program.`,
    '',
    '### Speed of the tool',
    '',
    'As the benches beside the code have printed it, after the programs.',
    '',
    '```',
    circumstances.toolSpeed.trim(),
    '```',
    '',
    ...failureLines(results),
    ...missedLines(missed),
    '',
  ];
  return { text: lines.join('\n'), missed };
}

function timeRow(result: ProgramResult, missed: string[]): string[] {
  const ms = (contender: string): string => timeText(median(result, contender, ({ wallMs }) => wallMs));
  const nano = addedRatio(result, 'Sluice nano');
  const bursts = addedRatio(result, 'Sluice bursts');
  if (nano > NANO_EACH)
    missed.push(
      `${result.program.name}: nano adds ${nano.toFixed(2)} of VisualVM's time; at most ${NANO_EACH}`,
    );
  return [
    nameOf(result.program),
    countText(median(result, 'Sluice none', (run) => run.calls)),
    ...['bare', 'Sluice nano', 'Sluice bursts', 'Sluice none', 'VisualVM'].map(ms),
    ratioText(nano),
    ratioText(bursts),
  ];
}

function ratioLines(results: readonly ProgramResult[], missed: string[]): string[] {
  const mean = (contender: string): number => {
    const ratios = results.map((result) => addedRatio(result, contender)).filter((ratio) => ratio > 0);
    return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
  };
  const [nano, bursts] = [mean('Sluice nano'), mean('Sluice bursts')];
  if (nano > NANO_MEAN)
    missed.push(`nano adds ${nano.toFixed(2)} of VisualVM's time in the mean; at most ${NANO_MEAN}`);
  if (bursts > BURSTS_MEAN)
    missed.push(`bursts add ${bursts.toFixed(2)} of VisualVM's time in the mean; at most ${BURSTS_MEAN}`);
  if (Number.isNaN(nano)) return [];
  return [
    `Geometric means: nano ${nano.toFixed(2)} (goal ${NANO_MEAN}), bursts ${bursts.toFixed(2)} (goal ${BURSTS_MEAN}).`,
  ];
}

/** Calls may differ by those of threads that end as the JVM does. */
const COMPLETE = 0.999;

/** Less than this share of the bare time is what its runs differ by, not what an engine adds. */
const LEAST_ADDED = 0.1;

/** Time added by the contender over that added by VisualVM's engine; NaN where one is missing, it lost calls, or hardly added any. */
function addedRatio(result: ProgramResult, contender: string): number {
  const calls = (name: string): number => median(result, name, (run) => run.calls);
  if (!(calls('VisualVM') >= COMPLETE * calls('Sluice none'))) return NaN;
  const wall = (name: string): number => median(result, name, ({ wallMs }) => wallMs);
  const addedMs = wall('VisualVM') - wall('bare');
  return addedMs < LEAST_ADDED * wall('bare') ? NaN : (wall(contender) - wall('bare')) / addedMs;
}

function truthRow(result: ProgramResult, missed: string[]): string[] {
  const bareMs = chargeableMs(result);
  const cells = ['nano', 'bursts', null].flatMap((clock) => {
    const contender = clock === null ? 'VisualVM' : `Sluice ${clock}`;
    const chargedMs = median(result, contender, (run) => run.chargedMs ?? NaN);
    const errorMs = median(result, contender, (run) => run.chargedErrorMs ?? NaN);
    const ratio = chargedMs / bareMs;
    if (clock !== null) judge(result.program, clock, ratio, missed);
    return [
      Number.isNaN(errorMs) ? timeText(chargedMs) : `${timeText(chargedMs)} ± ${timeText(errorMs)}`,
      chargeText(result.program, clock ?? 'VisualVM', ratio),
    ];
  });
  return [nameOf(result.program), timeText(bareMs), ...cells];
}

/** What the bare run is charged with by the measure of its times: without waits for a core. */
function chargeableMs(result: ProgramResult): number {
  return median(result, 'bare', ({ wallMs, coreWaitMs }) => wallMs - coreWaitMs);
}

/** How often the bound of the error says where the bare run is, of all runs that have times. */
function boundLines(results: readonly ProgramResult[], missed: string[]): string[] {
  return TIMED_CLOCKS.flatMap((clock) => {
    const within = results.flatMap((result) => {
      const bareMs = chargeableMs(result);
      return (result.runs.get(`Sluice ${clock}`) ?? []).map(
        ({ chargedMs, chargedErrorMs }) => Math.abs((chargedMs ?? NaN) - bareMs) <= (chargedErrorMs ?? NaN),
      );
    });
    if (within.length === 0) return [];
    const count = within.filter((isWithin) => isWithin).length;
    const text = `${clock}: ${count} of ${within.length} root measurements have the bare run within ±`;
    if (count < WITHIN_BOUND * within.length) missed.push(`${text}; ${100 * WITHIN_BOUND} %`);
    return [`- ${text}.`];
  });
}

function judge(program: RealProgram, clock: string, ratio: number, missed: string[]): void {
  const wanted = wantedCharge(program, clock);
  if (wanted !== null && Number.isNaN(ratio))
    missed.push(`${program.name}: ${clock} charges nothing, as it failed`);
  else if (wanted !== null && !isWanted(ratio, wanted))
    missed.push(
      `${program.name}: ${clock} charges ${ratio.toFixed(2)} times the bare run; ${wanted.join(' to ')}`,
    );
}

function paperRow(result: ProgramResult, clock: string): string[] {
  const of = (value: (run: Run) => number): number => median(result, `Sluice ${clock}`, value);
  const bareMs = median(result, 'bare', ({ wallMs }) => wallMs);
  const totalMs = of(({ wallMs }) => wallMs);
  const share = (value: (run: Run) => number): string => percentText(of(value) / totalMs);
  return [
    `${result.program.name}, ${clock}`,
    countText(of(({ calls }) => calls)),
    timeText(bareMs),
    timeText(of(({ chargedMs }) => chargedMs ?? NaN)),
    timeText(totalMs),
    percentText((totalMs - bareMs) / bareMs),
    share(({ probeMs }) => probeMs),
    share(({ swapMs }) => swapMs),
    share(({ analysisMs }) => analysisMs),
    countText(of(({ instrumented }) => instrumented)),
    countText(of(({ called }) => called)),
  ];
}

function peerRow(result: ProgramResult): string[] {
  const of = (value: (run: Run) => number): string => countText(median(result, 'VisualVM', value));
  return [
    nameOf(result.program),
    of(({ calls }) => calls),
    of(({ instrumented }) => instrumented),
    of(({ called }) => called),
  ];
}

function rankingRow(result: ProgramResult, missed: string[]): string[] {
  const { program, sampled, runs } = result;
  const nano = lastHottest(runs.get('Sluice nano'));
  const bursts = lastHottest(runs.get('Sluice bursts'));
  const known = bursts ?? nano;
  if (sampled.length === 0 || known === null) return [nameOf(program), '—', '—', '—', '—', '—'];
  const [others, again] = sampled.map(({ stacks }) =>
    hottestSampled(stacks, `${program.mainClass}.main`, known.timed),
  );
  const cell = (clock: string, hottest: Hottest | null): string => {
    if (hottest === null) return '—';
    const same = inCommon(hottest.methods, others);
    const least = Math.min(IN_COMMON, others.length);
    if (known.shortestCallNs >= SAMPLED_CALL_NS && same < least)
      missed.push(`${program.name}: ${clock} has ${same} of a sampler's hottest methods; at least ${least}`);
    return `${same} of ${others.length}`;
  };
  const samples = sampled[0].stacks.split('\n').filter((line) => line.includes(`${program.mainClass}.main;`));
  const count = samples.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
  return [
    nameOf(result.program),
    count.toLocaleString('en'),
    cell('nano', nano),
    cell('bursts', bursts),
    `${inCommon(again, others)} of ${others.length}`,
    `${known.shortestCallNs.toFixed(0)} ns`,
  ];
}

function lastHottest(runs: readonly Run[] | undefined): Hottest | null {
  return runs?.at(-1)?.hottest ?? null;
}

function failureLines(results: readonly ProgramResult[]): string[] {
  const lines = results.flatMap(({ program, runs, failures }) => [
    ...[...failures].map(([contender, why]) => `- ${program.name}, ${contender}: ${why}.`),
    ...[...runs].flatMap(([contender, list]) =>
      [...new Set(list.map(({ incomplete }) => incomplete))]
        .filter((why) => why !== '')
        .map((why) => `- ${program.name}, ${contender}: ${why}.`),
    ),
  ]);
  return lines.length === 0 ? [] : ['Failed or incomplete:', '', ...lines, ''];
}

function median(result: ProgramResult, contender: string, of: (run: Run) => number): number {
  return medianOf((result.runs.get(contender) ?? []).map(of));
}
