import { ensure } from '../../shared/base/assert.ts';
import { isWanted, wantedCharge, WITHIN_BOUND } from './goals.ts';
import { median } from '../median.ts';
import { chargeText, missedLines, percentText, ratioText, table, timeText } from './pageText.ts';
import {
  PARTIAL_ROUNDS,
  PARTIAL_WAYS,
  type PartialResult,
  type PartialWay,
  type TimedPart,
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
    'A part of a program, attached to when the program is warm, as Table 2 of the JFluid paper has it. The root of the part is a ' +
      `method that takes some tenth of a round. ${machine}, ${java}; ${PARTIAL_ROUNDS} rounds that were measured in turn, in a JVM ` +
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
      results.flatMap((result) => PARTIAL_WAYS.map((way) => partRow(result, way, missed))),
    ),
    '',
    'Of a round: calls, root time, charged and probes in the mean, bare round and total as medians. Root time: in two JVMs in which nothing but the ' +
      'root is timed, as a code region (`sluice region`). A pass is timed by two clock reads, and what they take themselves is taken out. ' +
      'Column / root: Charged over the mean of both, wanted as of whole rounds. Bare first: the root was timed like that in the same JVM before its ' +
      'callees got probes, and calibration completed by it (`--bare-first`). Overhead: time added to the round, of the bare one. Probes: of the total, as calibrated. Hot swaps ' +
      'and tool 1 (class files read, analysed and rewritten): once, before these rounds.',
    '',
    'The roots:',
    '',
    ...results.map(
      ({ program, timed: [{ passes }] }) =>
        `- ${program.name}: \`${program.part}\`, ${count(passes)} passes a round`,
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

function partRow(
  { program, bare, timed, recorded }: PartialResult,
  way: PartialWay,
  missed: string[],
): string[] {
  const { rounds, recorded: all } = ensure(recorded.get(way), 'a recording of each way');
  const bareMs = median(bare.map(({ wallMs }) => wallMs));
  const totalMs = median(rounds.map(({ wallMs }) => wallMs));
  const chargedMs = (all.chargedMs ?? NaN) / rounds.length;
  const errorMs = (all.chargedErrorMs ?? NaN) / rounds.length;
  const ratio = chargedMs / meanRootMs(timed);
  const wanted = wantedCharge(program, way.clock);
  if (wanted !== null && !isWanted(ratio, wanted))
    missed.push(
      `${program.name}, ${wayText(way)}: charges ${ratioText(ratio)} times the root time; ${wanted.join(' to ')}`,
    );
  return [
    `${program.name}, ${wayText(way)}`,
    count(all.calls / rounds.length),
    timed.map(({ rootMs }) => timeText(rootMs)).join(', '),
    `${timeText(chargedMs)} ± ${timeText(errorMs)}`,
    chargeText(program, way.clock, ratio),
    timeText(bareMs),
    timeText(totalMs),
    percentText((totalMs - bareMs) / bareMs),
    percentText(all.probeMs / rounds.reduce((sum, { wallMs }) => sum + wallMs, 0)),
    `${count(all.swaps)}, ${timeText(all.swapMs)}`,
    timeText(all.analysisMs),
    count(all.instrumented),
    count(all.called),
  ];
}

function boundLines(results: readonly PartialResult[], missed: string[]): string[] {
  const within = results.flatMap(({ timed, recorded }) =>
    [...recorded.values()].map(({ rounds, recorded: { chargedMs, chargedErrorMs } }) => {
      const rootMs = meanRootMs(timed) * rounds.length;
      return Math.abs((chargedMs ?? NaN) - rootMs) <= (chargedErrorMs ?? NaN);
    }),
  );
  const inside = within.filter((isWithin) => isWithin).length;
  const text = `${inside} of ${within.length} recordings have the root time within ±`;
  if (inside < WITHIN_BOUND * within.length) missed.push(`parts: ${text}; ${100 * WITHIN_BOUND} %`);
  return [`${text}.`];
}

/** Of a round. */
function meanRootMs(timed: readonly TimedPart[]): number {
  return timed.reduce((sum, { rootMs }) => sum + rootMs, 0) / timed.length;
}

function lossLines(results: readonly PartialResult[]): string[] {
  const lines = results.flatMap(({ program, recorded }) =>
    [...recorded]
      .filter(([, { recorded }]) => recorded.incomplete !== '')
      .map(([way, { recorded }]) => `- ${program.name}, ${wayText(way)}: ${recorded.incomplete}.`),
  );
  return lines.length === 0 ? [] : ['Incomplete:', '', ...lines, ''];
}

function wayText({ scheme, clock, bareFirst }: PartialWay): string {
  return `${scheme}, ${clock}${bareFirst ? ', bare first' : ''}`;
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en');
}
