import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canInstall, install } from '../build/debian.mjs';
import { JDKS } from '../e2e/fixtures/jdks.ts';
import { canSampleCpuTime } from '../electron/engine/flightRecorder/sampleJvm.ts';
import { asyncProfiler, type Sampled, type Sampler } from './realPrograms/asyncProfiler.ts';
import { countedPart, type CountedResult } from './realPrograms/countedPart.ts';
import { measureCounted } from './realPrograms/counted.ts';
import { coldPart, type ProgramResult } from './realPrograms/coldPart.ts';
import { compiled } from './realPrograms/compiled.ts';
import {
  bare,
  byClock,
  sluice,
  visualVm,
  type Contender,
  type Run,
  type Setting,
} from './realPrograms/contenders.ts';
import { missingOf, REAL_PROGRAMS, type RealProgram } from './realPrograms/programs.ts';
import { PARTS, withPart, type Part } from './realPrograms/page.ts';
import { measurePartial, type PartialResult } from './realPrograms/partial.ts';
import { partialPart } from './realPrograms/partialPart.ts';
import { measureWarm, type WarmResult } from './realPrograms/warm.ts';
import { measureSampled, type SampledResult } from './realPrograms/sampled.ts';
import { sampledPart } from './realPrograms/sampledPart.ts';
import { warmPart } from './realPrograms/warmPart.ts';
import type { Clock } from '../shared/events/clock.ts';

/** See realPrograms/README.md. Writes its parts of docs/benchmarks.md when all programs ran. */

/** What the parts of the tool cost: decoding and the tree, reading and rewriting class files, analysis, transport, hot swaps. */
const TOOL_BENCHES = [
  'cctBuilder',
  'rewriteClass',
  'classAnalysis',
  'transport',
  'hotSwapStall',
  'probePair',
];
/** The first is compared with recordings, the second with the first: as much as a sampler agrees with itself. */
const SAMPLED_RUNS = 2;
const PAGE = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url));

const chosen = process.env['REAL_PROGRAMS'] ?? 'all';
const asked = process.env['REAL_PARTS']?.split(',');
const parts = PARTS.filter((part) => asked?.includes(part.toLowerCase()) ?? true);
const warmClocks = (process.env['REAL_CLOCKS'] ?? 'nano,bursts').split(',') as Clock[];
const rounds = Number(process.env['REAL_ROUNDS'] ?? (process.argv.includes('--full') ? 3 : 1));
const [jdk] = JDKS;
const newest = JDKS[JDKS.length - 1];
const machine = `${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown'}`;
const folder = mkdtempSync(join(tmpdir(), 'sluice-programs-'));

async function provide(programs: readonly RealProgram[], peers: readonly string[]): Promise<void> {
  const packages = programs
    .filter((program) => missingOf(program) !== null)
    .flatMap((program) => program.packages);
  const wanted = [...new Set([...packages, ...peers])];
  if (wanted.length > 0 && canInstall()) await install(wanted);
}

/** All contenders in turn, `rounds` times: what the machine does besides hits all alike. */
async function measureCold(
  program: RealProgram,
  contenders: readonly Contender[],
  sampler: Sampler | null,
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
  const sampled: Sampled[] = [];
  if (sampler !== null) for (let i = 0; i < SAMPLED_RUNS; i++) sampled.push(await sampler.sample(program));
  return { program, runs, failures, sampled };
}

/** A part of the page, and the goals that are missed. */
interface Outcome {
  readonly text: string;
  readonly missed: readonly string[];
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

async function cold(
  programs: readonly RealProgram[],
  setting: Setting,
  sampler: Sampler | null,
  absent: readonly string[],
): Promise<Outcome> {
  const all = [
    bare(setting),
    sluice(setting, byClock('nano')),
    sluice(setting, byClock('bursts')),
    sluice(setting, byClock('none')),
    visualVm(setting),
  ];
  for (const { name, absent } of all) if (absent !== null) console.log(`${name} is left out: ${absent}.`);
  const contenders = all.filter(({ absent }) => absent === null);
  const results: ProgramResult[] = [];
  for (const program of programs) results.push(await measureCold(program, contenders, sampler));
  return coldPart(results, {
    machine,
    java: jdk.name,
    rounds,
    absent: [
      ...all.filter(({ absent }) => absent !== null).map(({ name, absent }) => `${name}: ${absent}`),
      ...absent,
    ],
    toolSpeed: chosen === 'all' ? toolSpeed() : '',
  });
}

async function warm(
  programs: readonly RealProgram[],
  setting: Setting,
  sampler: Sampler | null,
  absent: readonly string[],
): Promise<Outcome> {
  const results: WarmResult[] = [];
  for (const program of programs) {
    const startMs = performance.now();
    results.push(await measureWarm(setting, program, warmClocks, sampler));
    console.log(
      `  ${program.name.padEnd(8)}warm, in ${((performance.now() - startMs) / 1_000).toFixed(0)} s`,
    );
  }
  return warmPart(results, { machine, java: jdk.name, clocks: warmClocks, absent });
}

async function partial(
  programs: readonly RealProgram[],
  setting: Setting,
  _: Sampler | null,
  absent: readonly string[],
): Promise<Outcome> {
  const results: PartialResult[] = [];
  for (const program of programs.filter(({ part }) => part !== undefined)) {
    const startMs = performance.now();
    results.push(await measurePartial(setting, program));
    console.log(
      `  ${program.name.padEnd(8)}partial, in ${((performance.now() - startMs) / 1_000).toFixed(0)} s`,
    );
  }
  return partialPart(results, { machine, java: jdk.name, absent });
}

async function counted(
  programs: readonly RealProgram[],
  setting: Setting,
  _: Sampler | null,
  absent: readonly string[],
): Promise<Outcome> {
  const results: CountedResult[] = [];
  for (const program of programs) {
    const startMs = performance.now();
    results.push(await measureCounted(setting, program, rounds));
    console.log(countedPart(results.slice(-1), { machine, java: jdk.name, rounds, absent: [] }).text);
    console.log(
      `  ${program.name.padEnd(8)}counted, in ${((performance.now() - startMs) / 1_000).toFixed(0)} s`,
    );
  }
  return countedPart(results, { machine, java: jdk.name, rounds, absent });
}

/** By its own choice of programs: each takes some three minutes. */
async function sampled(
  programs: readonly RealProgram[],
  setting: Setting,
  sampler: Sampler | null,
  absent: readonly string[],
): Promise<Outcome> {
  const results: SampledResult[] = [];
  for (const program of sampler === null ? [] : programs) {
    const startMs = performance.now();
    results.push(await measureSampled(setting, program, sampler as Sampler));
    console.log(
      `  ${program.name.padEnd(8)}sampled, in ${((performance.now() - startMs) / 1_000).toFixed(0)} s`,
    );
  }
  return sampledPart(results, { machine, java: setting.jdk.name, absent });
}

/** Where samples are of CPU time. */
async function cpuSampled(
  programs: readonly RealProgram[],
  setting: Setting,
  sampler: Sampler | null,
  absent: readonly string[],
): Promise<Outcome> {
  if (canSampleCpuTime(newest.feature))
    return sampled(programs, { ...setting, jdk: newest }, sampler, absent);
  const why = `the newest JDK is ${newest.feature}, which takes no samples of CPU time here`;
  return sampledPart([], { machine, java: newest.name, absent: [...absent, why] });
}

try {
  const wanted = REAL_PROGRAMS.filter(({ name }) => chosen === 'all' || chosen.split(',').includes(name));
  await provide(wanted, parts.includes('Cold') ? ['visualvm'] : []);
  const programs = wanted.filter((program) => missingOf(program) === null);
  const absent = wanted
    .filter((program) => !programs.includes(program))
    .map((program) => `${program.name}: ${missingOf(program)} is missing (${program.packages.join(', ')})`);
  const setting: Setting = { jdk, classes: compiled(jdk, folder, programs), folder };
  const found = asyncProfiler(setting);
  if (typeof found === 'string') absent.push(`async-profiler: ${found}`);
  for (const text of absent) console.log(`left out: ${text}.`);
  const sampler = typeof found === 'string' ? null : found;
  const measures: Readonly<Record<Part, typeof cold>> = {
    Cold: cold,
    Warm: warm,
    Partial: partial,
    Counted: counted,
    Sampled: sampled,
    'CPU-sampled': cpuSampled,
  };
  for (const part of parts) {
    const { text, missed } = await measures[part](programs, setting, sampler, absent);
    console.log(text);
    if (chosen === 'all' || part === 'Sampled' || part === 'CPU-sampled')
      writeFileSync(PAGE, withPart(readFileSync(PAGE, 'utf8'), part, text));
    if (missed.length > 0) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
