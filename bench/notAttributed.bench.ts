import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromRoot } from '../build/tree.mjs';
import { runCli } from '../e2e/fixtures/cli.ts';
import { JDKS } from '../e2e/fixtures/jdks.ts';
import { nativeAgent } from '../e2e/fixtures/nativeAgent.ts';
import { formatBytes } from '../shared/naming/formatNumbers.ts';
import { ALLOCATION_SET } from '../shared/recording/sets/allocationSet.ts';
import { decodeSnapshot } from '../shared/recording/file/snapshotCodec.ts';
import { argument } from './argument.ts';
import { outputOf } from './realPrograms/outputOf.ts';
import { jarPath, missingOf, REAL_PROGRAMS, rootPattern, type RealProgram } from './realPrograms/programs.ts';

/**
 * How much of what a program allocates below its main method is counted, with core measured. What is not is "not attributed": what the JVM
 * says that the thread has allocated, less what the probes have told (docs/decisions/objects.md). Exact: no round need be repeated. `--jdk=25` takes that JDK, `--only=h2` that program.
 * `--oracle` runs them without Sluice, interpreted, and tells who allocates: instructions, or what of the JVM and its natives (allocationOracle.c).
 */
/** Of one program, on a busy machine. */
const LIMIT_MS = 900_000;
/** Natives of whose results their callers tell (shared/bytecode/madeByCalls.ts). */
const TOLD_BY_CALLERS = /\/(Object;\.clone|Array;\.(newArray|multiNewArray)) /;
const CHOSEN = ['javac', 'h2', 'fop'];

const MOST_ROWS = 12;

/** Who allocates in the main method, the largest first. */
async function tellOracle(program: RealProgram): Promise<void> {
  const rowsFile = join(folder, `${program.name}.rows`);
  const agent = nativeAgent(jdk, fromRoot('bench/allocationOracle.c'));
  await outputOf(jdk.tool('java'), [
    ...['-Xint', `-agentpath:${agent}=${rowsFile}`, ...javaOptions(program)],
    ...[program.mainClass, ...program.args(folder)],
  ]);
  const rows = readFileSync(rowsFile, 'latin1').trim().split('\n');
  const kinds = rows
    .map((row) => row.split('\t'))
    .map(([bytes, objects, ...kind]) => ({
      ...{ bytes: Number(bytes), objects: Number(objects), kind: kind.join(' ').trim() },
    }));
  const sum = (of: typeof kinds): string => formatBytes(of.reduce((all, { bytes }) => all + bytes, 0));
  const byJvm = kinds.filter(({ kind }) => kind !== 'instruction' && !TOLD_BY_CALLERS.test(kind));
  console.log(
    `${jdk.name} ${program.name}: allocated ${sum(kinds)}, by the JVM and by natives ${sum(byJvm)}`,
  );
  for (const { bytes, objects, kind } of byJvm.toSorted((a, b) => b.bytes - a.bytes).slice(0, MOST_ROWS))
    console.log(`  ${formatBytes(bytes).padStart(10)} ${String(objects).padStart(9)} ${kind}`);
}

function javaOptions({ jvmArgs, jars }: RealProgram): readonly string[] {
  return [...(jvmArgs ?? []), '-cp', jars.map(jarPath).join(':') || '.'];
}

const feature = Number(argument('--jdk') ?? JDKS[0].feature);
const jdk = JDKS.find((each) => each.feature === feature) ?? JDKS[0];
const only = argument('--only');
const folder = mkdtempSync(join(tmpdir(), 'sluice-attributed-'));
try {
  for (const program of REAL_PROGRAMS.filter(
    ({ name }) => only === name || (!only && CHOSEN.includes(name)),
  )) {
    const missing = missingOf(program);
    if (missing !== null) {
      console.log(`${program.name}: left out, there is no ${missing}`);
      continue;
    }
    if (process.argv.includes('--oracle')) {
      await tellOracle(program);
      continue;
    }
    const file = join(folder, `${program.name}.sluice`);
    const { code, stderr } = await runCli(
      [
        ...['launch', '--root', rootPattern(program), '--include-core', '--scheme', 'everything'],
        // Where nobody asks for the tree, probes where objects are made count the same.
        ...['--accounts-only', '--account', `program=${program.mainClass}`],
        ...['--metrics', 'calls,objects', '--clock', 'none', '-o', file, '--'],
        ...[jdk.tool('java'), ...javaOptions(program)],
        ...[program.mainClass, ...program.args(folder)],
      ],
      LIMIT_MS,
    );
    if (code !== 0) throw new Error(`${program.name} ended with ${code}: ${stderr}`);
    const { dataSets, losses } = decodeSnapshot(readFileSync(file));
    const set = dataSets.find(({ id }) => id === ALLOCATION_SET);
    if (set === undefined) throw new Error(`${program.name}: nothing is known of its allocation`);
    for (let row = 0; row < set.rows; row++) {
      const values = set.values.map(({ title, values: of, unit }) =>
        unit === 'bytes' ? `${title} ${formatBytes(of[row])}` : `${title} ${of[row]}`,
      );
      console.log(`${jdk.name} ${program.name}: ${set.texts[0].texts[row]}: ${values.join(', ')}`);
    }
    for (const loss of losses) console.log(`  lost: ${loss}`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
