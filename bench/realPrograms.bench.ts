import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canInstall, install } from '../build/debian.mjs';
import { JDKS } from '../e2e/fixtures/jdks.ts';
import { asyncProfiler, type Sampled } from './realPrograms/asyncProfiler.ts';
import { bare, sluice, visualVm, type Contender, type Run, type Setting } from './realPrograms/contenders.ts';
import { missingOf, REAL_PROGRAMS, type RealProgram } from './realPrograms/programs.ts';
import { benchmarksPage, type ProgramResult } from './realPrograms/page.ts';

/** See realPrograms/README.md. Writes docs/benchmarks.md when all programs ran. */
/** What the parts of the tool cost: decoding and the tree, reading and rewriting class files, analysis, transport, hot swaps. */
const TOOL_BENCHES = [
  'cctBuilder',
  'rewriteClass',
  'classAnalysis',
  'transport',
  'hotSwapStall',
  'probePair',
];
const SOURCES = fileURLToPath(new URL('./realPrograms', import.meta.url));
const PAGE = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url));

const chosen = process.env['REAL_PROGRAMS'] ?? 'all';
const rounds = Number(process.env['REAL_ROUNDS'] ?? (process.argv.includes('--full') ? 3 : 1));
const [jdk] = JDKS;
const folder = mkdtempSync(join(tmpdir(), 'sluice-programs-'));

async function provide(programs: readonly RealProgram[], peers: readonly string[]): Promise<void> {
  const packages = programs
    .filter((program) => missingOf(program) !== null)
    .flatMap((program) => program.packages);
  const wanted = [...new Set([...packages, ...peers])];
  if (wanted.length > 0 && canInstall()) await install(wanted);
}

function compiled(): string {
  const classes = join(folder, 'classes');
  mkdirSync(classes);
  const kernels = join(SOURCES, 'kernels');
  const sources = [join(SOURCES, 'Watch.java'), ...readdirSync(kernels).map((name) => join(kernels, name))];
  execFileSync(jdk.tool('javac'), ['-nowarn', '-d', classes, ...sources], { stdio: 'inherit' });
  return classes;
}

/** All contenders in turn, `rounds` times: what the machine does besides hits all alike. */
async function measure(
  program: RealProgram,
  contenders: readonly Contender[],
  sample: ((program: RealProgram) => Promise<Sampled>) | null,
): Promise<ProgramResult> {
  const runs = new Map<string, Run[]>();
  const failures = new Map<string, string>();
  for (let round = 0; round < rounds; round++) {
    for (const contender of contenders) {
      if (failures.has(contender.name)) continue;
      try {
        const run = await contender.run(program);
        runs.set(contender.name, [...(runs.get(contender.name) ?? []), run]);
        const charged = run.chargedMs === null ? '' : `, charged ${run.chargedMs.toFixed(0)} ms`;
        console.log(
          `  ${program.name.padEnd(8)}${contender.name.padEnd(16)}${run.wallMs.toFixed(0).padStart(7)} ms${charged}`,
        );
      } catch (failed) {
        failures.set(contender.name, (failed as Error).message);
        console.log(`  ${program.name.padEnd(8)}${contender.name.padEnd(16)}${(failed as Error).message}`);
      }
    }
  }
  const sampled = sample === null ? null : await sample(program);
  return { program, runs, failures, sampled };
}

/** Prints it as well. */
function toolSpeed(): string {
  const bench = fileURLToPath(new URL('../build/bench.mjs', import.meta.url));
  const { stdout } = spawnSync(process.execPath, [bench, ...TOOL_BENCHES], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  console.log(stdout);
  return stdout;
}

try {
  const programs = REAL_PROGRAMS.filter(({ name }) => chosen === 'all' || chosen.split(',').includes(name));
  await provide(programs, ['visualvm']);
  const setting: Setting = { jdk, classes: compiled(), folder };
  const all = [
    bare(setting),
    sluice(setting, 'nano'),
    sluice(setting, 'bursts'),
    sluice(setting, 'none'),
    visualVm(setting),
  ];
  for (const { name, absent } of all) if (absent !== null) console.log(`${name} is left out: ${absent}.`);
  const sampler = asyncProfiler(setting);
  if (typeof sampler === 'string') console.log(`async-profiler is left out: ${sampler}.`);
  const contenders = all.filter(({ absent }) => absent === null);
  const results: ProgramResult[] = [];
  for (const program of programs) {
    const missing = missingOf(program);
    if (missing !== null)
      console.log(`${program.name} is left out: ${missing} is missing (${program.packages.join(', ')}).`);
    else results.push(await measure(program, contenders, typeof sampler === 'string' ? null : sampler));
  }
  const page = benchmarksPage(results, {
    machine: `${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown'}`,
    java: jdk.name,
    rounds,
    absent: [
      ...all.filter(({ absent }) => absent !== null).map(({ name, absent }) => `${name}: ${absent}`),
      ...(typeof sampler === 'string' ? [`async-profiler: ${sampler}`] : []),
    ],
    toolSpeed: chosen === 'all' ? toolSpeed() : '',
  });
  console.log(page.text);
  if (chosen === 'all') writeFileSync(PAGE, page.text);
  process.exitCode = page.missed.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
