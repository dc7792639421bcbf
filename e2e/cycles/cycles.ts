/**
 * Goal G1 of docs/reliability.md: attach, profile, detach, very often, and no target ends or computes anything else. Bundled and
 * run by `npm run test:cycles`, once per JDK:
 *
 *   cycles.mjs FEATURE COUNT MINUTES STATE
 *
 * Each JVM has a few hundred of them, then another program begins, so a run may end at any time: STATE holds how many cycles have
 * been right, and the next run goes on from there as long as agent and engine are the same. The exit code is 0 when there
 * are COUNT of them.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ensure } from '../../shared/base/assert.ts';
import { EXPECTED_TREES } from '../expectedTrees.ts';
import { JDKS } from '../fixtures/jdks.ts';
import { cyclesOfOneJvm } from './cyclesOfOneJvm.ts';

/** More than this share says that the run was of no use: a recording that tells it is incomplete is not compared. */
const MOST_INCOMPLETE = 0.01;
const CYCLES_PER_JVM = 200;
/** Programs that do the same each time they are told to. */
const PROGRAMS = ['Polymorphism', 'Recursion', 'Threads', 'Exceptions', 'Constructors', 'RootPattern'];

interface State {
  /** What was tested; another build begins anew. */
  readonly build: string;
  readonly cycles: number;
  /** Those of them whose recording said that it is incomplete. */
  readonly incomplete: number;
  readonly jvms: number;
}

function stateIn(file: string, build: string): State {
  try {
    const state = JSON.parse(readFileSync(file, 'utf8')) as State;
    if (state.build === build) return state;
  } catch {
    // none yet
  }
  return { build, cycles: 0, incomplete: 0, jvms: 0 };
}

function keep(file: string, state: State): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(state));
  renameSync(`${file}.new`, file);
}

async function main([feature, count, minutes, file, build]: readonly string[]): Promise<number> {
  const jdk = ensure(
    JDKS.find((each) => each.feature === Number(feature)),
    `JDK ${feature}`,
  );
  const deadlineMs = performance.now() + Number(minutes) * 60_000;
  let state = stateIn(file, build);
  while (state.cycles < Number(count) && performance.now() < deadlineMs) {
    const target = PROGRAMS[state.jvms % PROGRAMS.length];
    const expected = ensure(
      EXPECTED_TREES.find((tree) => tree.target === target),
      `the tree of ${target}`,
    );
    const startMs = performance.now();
    const wanted = Math.min(CYCLES_PER_JVM, Number(count) - state.cycles);
    const { cycles: done, incomplete } = await cyclesOfOneJvm(jdk, expected, wanted, deadlineMs);
    const cycleMs = (performance.now() - startMs) / done;
    state = {
      build,
      cycles: state.cycles + done,
      incomplete: state.incomplete + incomplete,
      jvms: state.jvms + 1,
    };
    keep(file, state);
    console.log(
      `${jdk.name}: ${state.cycles} cycles in ${state.jvms} JVMs, ${state.incomplete} told as incomplete; the last ${done} of ${target} took ${cycleMs.toFixed(0)} ms each`,
    );
  }
  return state.cycles >= Number(count) && state.incomplete <= MOST_INCOMPLETE * state.cycles ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
