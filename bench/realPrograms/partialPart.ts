import { ensure } from '../../shared/base/assert.ts';
import { WITHIN_BOUND } from './goals.ts';
import { median } from './median.ts';
import { missedLines, percentText, ratioText, table, timeText } from './pageText.ts';
import {
  PARTIAL_ROUNDS,
  PARTIAL_WAYS,
  type PartialResult,
  type PartialRound,
  type PartialWay,
} from './partial.ts';

export interface PartialCircumstances {
  readonly machine: string;
  readonly java: string;
  /** What is left out and why, a sentence each without its end. */
  readonly absent: readonly string[];
}

/** This part of the page, and the goals that are missed. */
export function partialPart(
  results: readonly PartialResult[],
  { machine, java, absent }: PartialCircumstances,
): { readonly text: string; readonly missed: readonly string[] } {
  const missed: string[] = [];
  const text = [
    'A part of a program, attached to when the program is warm, as Table 2 of the JFluid paper has it: its root is a method that takes ' +
      `some tenth of a round. ${machine}, ${java}; medians of ${PARTIAL_ROUNDS} rounds that were measured in turn, in a JVM ` +
      'each, when the code that was swapped had been compiled again.',
    ...absent.map((each) => `\nAbsent: ${each}.`),
    '',
    '### Parts',
    '',
    ...table(
      [
        'Program, scheme, clock',
        'Calls',
        'Root time',
        'Charged',
        '/ root',
        'Bare round',
        'Total',
        'Overhead',
        'Probes',
        'Hot swaps',
        'Tool 1',
        'Instrumented',
        'Called',
      ],
      results.flatMap((result) => PARTIAL_WAYS.map((way) => partRow(result, way))),
    ),
    '',
    'Root time: of a round, in a JVM in which nothing but the root is timed, as a code region (`sluice region`), by two clock reads a ' +
      'pass, what they take themselves taken out; / root: charged over that. Bare first: the root was timed like that in the same JVM before its ' +
      'callees got probes, and calibration completed by it (`--bare-first`). Overhead: time added to the round, of the bare one. Probes: of the total, as calibrated. Hot swaps ' +
      'and tool 1 (class files read, analysed and rewritten): once, before these rounds.',
    '',
    'The roots:',
    '',
    ...results.map(
      ({ program, passes }) => `- ${program.name}: \`${program.part}\`, ${count(passes)} passes a round`,
    ),
    '',
    ...boundLines(results, missed),
    '',
    ...lossLines(results),
    ...missedLines(missed),
    '',
  ];
  return { text: text.join('\n'), missed };
}

function partRow({ program, bare, rootMs, recorded }: PartialResult, way: PartialWay): string[] {
  const rounds = ensure(recorded.get(way), 'rounds of each way');
  const of = (value: (round: PartialRound) => number): number => median(rounds.map(value));
  const bareMs = median(bare.map(({ wallMs }) => wallMs));
  const totalMs = of(({ wallMs }) => wallMs);
  const chargedMs = of((round) => round.chargedMs ?? NaN);
  return [
    `${program.name}, ${wayText(way)}`,
    count(of(({ calls }) => calls)),
    timeText(rootMs),
    `${timeText(chargedMs)} ± ${timeText(of((round) => round.chargedErrorMs ?? NaN))}`,
    ratioText(chargedMs / rootMs),
    timeText(bareMs),
    timeText(totalMs),
    percentText((totalMs - bareMs) / bareMs),
    percentText(of(({ probeMs }) => probeMs) / totalMs),
    `${count(of(({ swaps }) => swaps))}, ${timeText(of(({ swapMs }) => swapMs))}`,
    timeText(of(({ analysisMs }) => analysisMs)),
    count(of(({ instrumented }) => instrumented)),
    count(of(({ called }) => called)),
  ];
}

function boundLines(results: readonly PartialResult[], missed: string[]): string[] {
  const within = results.flatMap(({ rootMs, recorded }) =>
    [...recorded.values()]
      .flat()
      .map(
        ({ chargedMs, chargedErrorMs }) => Math.abs((chargedMs ?? NaN) - rootMs) <= (chargedErrorMs ?? NaN),
      ),
  );
  const inside = within.filter((isWithin) => isWithin).length;
  const text = `${inside} of ${within.length} rounds have the root time within ±`;
  if (inside < WITHIN_BOUND * within.length) missed.push(`parts: ${text}; ${100 * WITHIN_BOUND} %`);
  return [`${text}.`];
}

function lossLines(results: readonly PartialResult[]): string[] {
  const lines = results.flatMap(({ program, recorded }) =>
    [...recorded].flatMap(([way, rounds]) =>
      [...new Set(rounds.map(({ incomplete }) => incomplete))]
        .filter((why) => why !== '')
        .map((why) => `- ${program.name}, ${wayText(way)}: ${why}.`),
    ),
  );
  return lines.length === 0 ? [] : ['Incomplete:', '', ...lines, ''];
}

function wayText({ scheme, clock, bareFirst }: PartialWay): string {
  return `${scheme}, ${clock}${bareFirst ? ', bare first' : ''}`;
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en');
}
