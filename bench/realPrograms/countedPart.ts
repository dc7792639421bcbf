import { median } from '../median.ts';
import { missedLines, nameOf, ratioText, table, timeText } from './pageText.ts';
import type { RealProgram } from './programs.ts';

/** Names of recorders, all without a clock. */
export const CALLS = 'calls';
export const FAST = 'bytecodes, fast';
export const PRECISE = 'bytecodes, precise';
export const OBJECTS = 'objects';
export const CALLS_BEFORE = 'calls, before';

export interface CountedResult {
  readonly program: RealProgram;
  /** 'bare' or a recorder -> times of its runs, ms. */
  readonly cold: ReadonlyMap<string, readonly number[]>;
  /** The same of rounds in one JVM. */
  readonly warm: ReadonlyMap<string, readonly number[]>;
  /** CPU time of the main thread in these rounds, ms: what it waits for Sluice's reader is not in it. */
  readonly warmCpu: ReadonlyMap<string, readonly number[]>;
  /** Recorder -> why it failed. */
  readonly failures: ReadonlyMap<string, string>;
}

/** Goals. Calls and precise bytecodes: so many times the bare run (Binder, JP, section 6: 2.3 to 3.3). */
const MOST_SLOWDOWN = 3.3;
/** Objects and arrays: so many times what calls alone take. */
const MOST_OBJECTS = 1.1;
/** Calls by this checkout, of those by the one before: what the machine does besides. */
const MOST_CALLS = 1.05;

/** The last has no goal: beside the one before it tells how much of a round is waiting for the reader. */
const STATES = [
  { state: 'cold', title: 'A run in a JVM of its own' },
  { state: 'warm', title: 'A round in a warm JVM' },
  { state: 'warmCpu', title: 'The same rounds, CPU time of the main thread: without waits for the reader' },
] as const;
type State = (typeof STATES)[number]['state'];

/** This part of the page, and the goals that are missed. */
export function countedPart(
  results: readonly CountedResult[],
  circumstances: {
    readonly machine: string;
    readonly java: string;
    readonly rounds: number;
    readonly absent: readonly string[];
  },
): { readonly text: string; readonly missed: readonly string[] } {
  const missed: string[] = [];
  const { machine, java, rounds, absent } = circumstances;
  const parts = STATES.flatMap(({ state, title }) => [
    `### ${title}`,
    '',
    ...stateLines(results, state, missed),
  ]);
  const lines = [
    `What counting costs, without a clock. ${machine}, ${java}; cold: medians of ${rounds} interleaved runs; warm: of interleaved rounds. ` +
      'Times bare: the main thread from the beginning of `main` to its end over that of the bare program, without waits for a core; in the last line geometric means.',
    ...absent.map((text) => `\nAbsent: ${text}.`),
    '',
    ...parts,
    ...results.flatMap(({ program, failures }) =>
      [...failures].map(([recorder, why]) => `- ${program.name}, ${recorder}: ${why}.`),
    ),
    ...missedLines(missed),
    '',
  ];
  return { text: lines.join('\n'), missed };
}

function stateLines(results: readonly CountedResult[], state: State, missed: string[]): string[] {
  const of = (result: CountedResult, name: string): number => median(result[state].get(name) ?? []);
  const wasBefore = results.some((result) => result[state].has(CALLS_BEFORE));
  const columns: readonly (readonly [title: string, of: string, over: string])[] = [
    ['calls', CALLS, 'bare'],
    [FAST, FAST, 'bare'],
    [PRECISE, PRECISE, 'bare'],
    [OBJECTS, OBJECTS, 'bare'],
    ['objects / calls', OBJECTS, CALLS],
    ...(wasBefore ? ([['calls / calls before', CALLS, CALLS_BEFORE]] as const) : []),
  ];
  const ratio = (result: CountedResult, [, name, over]: readonly string[]): number =>
    of(result, name) / of(result, over);
  const means = columns.map((column) => geometricMean(results.map((result) => ratio(result, column))));
  const judge = (title: string, most: number): void => {
    const mean = means[columns.findIndex((column) => column[0] === title)];
    if (mean > most) missed.push(`${state}: ${title} ${ratioText(mean)} in the mean; at most ${most}`);
  };
  if (state !== 'warmCpu') {
    judge(PRECISE, MOST_SLOWDOWN);
    judge('objects / calls', MOST_OBJECTS);
    if (wasBefore) judge('calls / calls before', MOST_CALLS);
  }
  return [
    ...table(
      [
        'Program',
        'Bare',
        ...columns.map(([title, , over]) => (over === 'bare' ? `${title}: x bare` : title)),
      ],
      [
        ...results.map((result) => [
          nameOf(result.program),
          timeText(of(result, 'bare')),
          ...columns.map((column) => ratioText(ratio(result, column))),
        ]),
        ['Mean', '', ...means.map(ratioText)],
      ],
    ),
    '',
  ];
}

/** Of those that are known. */
function geometricMean(ratios: readonly number[]): number {
  const known = ratios.filter((ratio) => ratio > 0);
  return Math.exp(known.reduce((sum, ratio) => sum + Math.log(ratio), 0) / known.length);
}
