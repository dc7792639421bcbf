import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { JDKS, type Jdk } from '../fixtures/jdks.ts';
import { oracleOption, readCountedCalls } from './callOracle.ts';
import { judgeRecording, type Judgement } from './judgeRecording.ts';
import { programClassPath } from './programClassPath.ts';
import { PROGRAMS, type Program } from './programs.ts';
import {
  recordAttachedProgram,
  recordLaunchedProgram,
  runBare,
  type Ending,
  type ProgramCommand,
} from './recordProgram.ts';

/**
 * The acceptance matrix, run by build/programs.mjs: each program, recorded in every scheme, launched and attached to, with the
 * oracle in the same JVM. The oracle changes no class, so hot swaps are as without it. Prints a line a recording and, after it,
 * what must not be; the exit code is 1 when there is anything.
 */
const WAYS = { launch: recordLaunchedProgram, record: recordAttachedProgram };
const SCHEMES = ['lazy', 'eager', 'everything'];
const SHOWN_DIFFERENCES = 5;

type Way = keyof typeof WAYS;

interface Totals {
  recordings: number;
  complete: number;
  incomplete: number;
  calls: number;
  violations: number;
  readonly lacking: Set<string>;
}

interface Round {
  readonly jdk: Jdk;
  readonly program: Program;
  readonly way: Way;
  readonly scheme: string;
  readonly classPath: string;
  readonly bare: Ending;
}

function commandOf(
  jdk: Jdk,
  { mainClass, jvmArgs }: Program,
  classPath: string,
  more: readonly string[] = [],
): ProgramCommand {
  const options = [...more, '-Xmx1g', ...(jvmArgs?.(jdk) ?? [])];
  return { java: jdk.tool('java'), args: [...options, '-cp', classPath, mainClass] };
}

/** Records once and judges it. */
async function runRound(
  { jdk, program, way, scheme, classPath, bare }: Round,
  folder: string,
): Promise<Judgement> {
  const rows = join(folder, 'rows');
  const file = join(folder, 'recording.sluice');
  rmSync(rows, { force: true });
  rmSync(file, { force: true });
  const { roots, prefixes } = program;
  const command = commandOf(jdk, program, classPath, [oracleOption(jdk, roots, prefixes, rows)]);
  const ending = await WAYS[way](command, { roots, scheme, file });
  const judgement = await judgeRecording(file, readCountedCalls(rows), program);
  const violations = [...judgement.violations];
  if (ending.code !== bare.code) violations.push(`exit code ${ending.code}, bare ${bare.code}`);
  const printed = program.mayPrintMore ? ending.stdout.replace(program.mayPrintMore, '') : ending.stdout;
  if (printed !== bare.stdout)
    violations.push(`printed ${JSON.stringify(printed)}, bare ${JSON.stringify(bare.stdout)}`);
  return { ...judgement, violations };
}

function print(
  round: Round,
  judgement: Judgement | null,
  violations: readonly string[],
  tookMs: number,
): void {
  const { program, jdk, way, scheme } = round;
  const figures =
    judgement === null
      ? 'not judged'
      : `${judgement.methods} methods, ${judgement.calls} calls, ${judgement.isComplete ? 'complete' : `incomplete, ${judgement.differences.length} methods differ`}`;
  const start = `${program.name.padEnd(22)} ${String(jdk.feature).padEnd(3)} ${way.padEnd(7)} ${scheme.padEnd(11)}`;
  console.log(`${start} ${(tookMs / 1000).toFixed(1).padStart(6)} s  ${figures}`);
  for (const violation of violations) console.log(`    WRONG: ${violation}`);
  if (judgement === null || (violations.length === 0 && judgement.isComplete)) return;
  for (const told of [...judgement.losses, ...judgement.warnings]) console.log(`    told: ${told}`);
  for (const difference of judgement.differences.slice(0, SHOWN_DIFFERENCES))
    console.log(`    ${difference}`);
}

async function runProgram(
  jdk: Jdk,
  program: Program,
  ways: readonly Way[],
  schemes: readonly string[],
  folder: string,
  totals: Totals,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const found = programClassPath(jdk, program, folder);
  if ('lack' in found) {
    totals.lacking.add(`${program.name}: ${found.lack}`);
    return;
  }
  const bare = await runBare(commandOf(jdk, program, found.classPath));
  for (const way of ways) {
    for (const scheme of schemes) {
      const round: Round = { jdk, program, way, scheme, bare, ...found };
      const startMs = performance.now();
      let judgement: Judgement | null = null;
      let violations: readonly string[];
      try {
        judgement = await runRound(round, folder);
        violations = judgement.violations;
      } catch (thrown) {
        violations = [(thrown as Error).message];
      }
      totals.recordings++;
      if (judgement?.isComplete === true) totals.complete++;
      if (judgement?.isComplete === false) totals.incomplete++;
      totals.calls += judgement?.calls ?? 0;
      totals.violations += violations.length;
      print(round, judgement, violations, performance.now() - startMs);
    }
  }
}

/** A sentence for each of `asked` that does not exist: a misspelt name must not judge less without a word. */
function unknownOf(what: string, asked: readonly string[], known: readonly string[]): readonly string[] {
  return asked
    .filter((name) => !known.includes(name))
    .map((name) => `There is no ${what} "${name}". Name ${known.map((each) => `"${each}"`).join(', ')}.`);
}

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '1' },
      jdk: { type: 'string', multiple: true },
      scheme: { type: 'string', multiple: true, default: [...SCHEMES] },
      way: { type: 'string', multiple: true, default: Object.keys(WAYS) },
    },
  });
  const names = PROGRAMS.map(({ name }) => name);
  const jdkNames = JDKS.map(({ feature }) => String(feature));
  const unknown = [
    ...unknownOf('program', positionals, names),
    ...unknownOf('JDK', values.jdk ?? [], jdkNames),
    ...unknownOf('scheme', values.scheme, SCHEMES),
    ...unknownOf('way', values.way, Object.keys(WAYS)),
  ];
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1)
    unknown.push(`--rounds ${values.rounds} is no count. Give 1 or more.`);
  if (unknown.length > 0) {
    for (const sentence of unknown) console.log(sentence);
    return 1;
  }
  const jdks = JDKS.filter(({ feature }) => values.jdk?.includes(String(feature)) ?? true);
  const ways = (Object.keys(WAYS) as Way[]).filter((way) => values.way.includes(way));
  const wanted = PROGRAMS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  const totals: Totals = {
    ...{ recordings: 0, complete: 0, incomplete: 0, calls: 0, violations: 0 },
    lacking: new Set(),
  };
  const folder = mkdtempSync(join(tmpdir(), 'sluice-programs-'));
  try {
    for (let round = 0; round < rounds; round++) {
      for (const jdk of jdks) {
        for (const program of wanted.filter(({ sinceJdk = 0 }) => sinceJdk <= jdk.feature)) {
          const own = join(folder, `${jdk.feature}-${program.mainClass}`);
          await runProgram(jdk, program, ways, values.scheme, own, totals);
        }
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  for (const lack of totals.lacking) console.log(`not run: ${lack}`);
  const { recordings, complete, incomplete, calls, violations } = totals;
  console.log(
    `${recordings} recordings, ${complete} complete, ${incomplete} incomplete, ${calls} calls; ${violations} wrong`,
  );
  return violations === 0 && recordings > 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
