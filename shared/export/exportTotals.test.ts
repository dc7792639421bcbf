import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Profile } from 'pprof-format';
import { describe, expect, it } from 'vitest';
import type { MethodId } from '../base/ids.ts';
import { exactTree } from '../cct/overhead.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { decodeSnapshot } from '../recording/file/snapshotCodec.ts';
import { exampleSnapshot } from '../testing/exampleSnapshot.ts';
import { waitUntil } from '../../electron/engine/testing/javaFixture.ts';
import { randomTree } from '../testing/randomTree.ts';
import { EXPORT_FORMATS, type ExportFormat } from './exportFormats.ts';
import { exportedPieces } from './exportedPieces.ts';
import { exportedRecording } from './exportedRecording.ts';
import { firefoxProfile } from './firefoxProfile.ts';
import { pprofProfile } from './pprof.ts';
import { CALLS, SELF_TIME, type Metric } from '../metrics/metric.ts';

/**
 * What leaves Sluice adds up to what the recording says, per method: read back by the consumer's own code where there is
 * some for Node (pprof-format, Firefox Profiler's command line), else by readers written here from the format's
 * specification, which refuse what it forbids. speedscope itself reads them in e2e/exports.spec.ts.
 */
type Totals = Record<string, { calls: number; selfNs: number }>;

/** format -> what its file says of each method; a file of collapsed stacks has one metric. */
const READERS: Readonly<
  Record<ExportFormat, (file: (metric?: Metric) => Promise<Buffer>) => Promise<Totals>>
> = {
  collapsed: async (file) =>
    joined(collapsedTotals(String(await file(CALLS))), collapsedTotals(String(await file()))),
  speedscope: async (file) => {
    const text = String(await file());
    return joined(speedscopeTotals(text, 'none'), speedscopeTotals(text, 'nanoseconds'));
  },
  pprof: async (file) => pprofTotals(await file()).totals,
  firefox: async (file) => firefoxTotals(String(await file())),
  csv: async (file) => csvTotals(String(await file())),
  html: async (file) => {
    const [packed] = /(?<=^\|)[^<]+/m.exec(String(await file())) ?? expect.fail('no recording');
    return totalsOf(decodeSnapshot(Buffer.from(packed, 'base64')));
  },
  hprof: async (file) => hprofTotals(String(await file())),
};
const PAGE = {
  page: '|',
  packed: (bytes: Uint8Array) => Promise.resolve(Buffer.from(bytes).toString('base64')),
};

/** Every question starts a process with a megabyte of script: slow where much else runs. */
const LOADED_WITHIN_MS = 60_000;
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const CALIBRATION = {
  innerNs: 1.25,
  outerNs: 0.5,
  spreadNs: 0.25,
  countNs: 0.5,
  countSpreadNs: 0.125,
  pausedPairNs: 0,
  pausedSpreadNs: 0,
  starvedPairNs: 0,
  starvedSpreadNs: 0,
  stepNs: 0,
  compilingShare: 0,
};

describe.each(SEEDS)('of random recording %i', (seed) => {
  const snapshot = randomSnapshot(seed);
  const expected = totalsOf(snapshot);

  it.each(EXPORT_FORMATS)('$id holds all calls and all times', async ({ id }) => {
    const text = async (metric = SELF_TIME): Promise<Buffer> => {
      const stacks = { metric, isInverted: false };
      const pieces = await exportedPieces(exportedRecording(snapshot), id, stacks, () =>
        Promise.resolve(PAGE),
      );
      return Buffer.concat(Array.from(pieces, (piece) => Buffer.from(piece)));
    };
    const read = await READERS[id](text);
    if (id !== 'hprof') return expect(read).toEqual(expected);
    // HPROF has no row of a context without time of its own, and of times shares of two digits.
    const timed = totalsOf(snapshot, (calls, selfNs) => (selfNs > 0 ? calls : 0));
    expect(callsOf(read)).toEqual(callsOf(timed));
    const wholeNs = Object.values(timed).reduce((sum, { selfNs }) => sum + selfNs, 0);
    const errorNs =
      (wholeNs * 0.5e-4 + 1) * snapshot.threads.reduce((sum, each) => sum + each.table.length, 0);
    for (const [name, { selfNs }] of Object.entries(timed))
      expect(Math.abs((read[name].selfNs * wholeNs) / 100 - selfNs), name).toBeLessThan(errorNs);
  });

  it('the pprof profile holds the errors, read by pprof-format', () => {
    const { errorNs } = pprofTotals(Buffer.concat([...pprofProfile(exportedRecording(snapshot))]));
    expect(errorNs).toBe(sumOf(snapshot, ({ errorNs: column }, node) => Math.ceil(column[node])));
  });
});

it(
  'Firefox Profiler reads threads, times and calls as they were recorded',
  async () => {
    const snapshot = randomSnapshot(11);
    const folder = mkdtempSync(join(tmpdir(), 'sluice-test-'));
    const file = join(folder, 'profile.json');
    writeFileSync(file, [...firefoxProfile(exportedRecording(snapshot))].join(''));
    const script = createRequire(import.meta.url).resolve('@firefox-devtools/profiler-cli');
    const env = { ...process.env, PROFILER_CLI_SESSION_DIR: folder, PROFILER_CLI_NO_SYMBOLICATE: '1' };
    const session = ['--session', 'test'];
    const ask = (...args: string[]) =>
      spawnSync(process.execPath, [script, ...args, ...session], { env, encoding: 'utf8' });
    // The command line asks a process that holds the profile; begun here, it is ended here, however the test ends.
    const holder = spawn(process.execPath, [script, '--daemon', file, ...session], { env, stdio: 'ignore' });
    const hasEnded = (): boolean => holder.exitCode !== null;
    try {
      // Who asks for a session that is being made takes it for one that was left, and removes it.
      const made = join(folder, 'test.json');
      await waitUntil(() => existsSync(made) || hasEnded(), 'the session of the profile', LOADED_WITHIN_MS);
      await waitUntil(
        () => hasEnded() || ask('thread', 'list').stdout.includes('4 threads'),
        'the profile to be loaded',
        LOADED_WITHIN_MS,
      );
      const totals: Totals = {};
      const heads = ['t-0', 't-1', 't-2', 't-3'].map((thread) => {
        const answer = ask('thread', 'functions', '--json', '--thread', thread).stdout;
        const { friendlyThreadName, weightType, functions } = JSON.parse(answer) as {
          friendlyThreadName: string;
          weightType: string;
          functions: { name: string; selfSamples: number }[];
        };
        for (const { name, selfSamples } of functions) {
          const isTime = weightType === 'tracing-ms';
          add(totals, name, isTime ? 0 : selfSamples, isTime ? selfSamples * 1e6 : 0);
        }
        return `${friendlyThreadName} ${weightType}`;
      });
      for (const each of Object.values(totals)) each.selfNs = Math.round(each.selfNs);
      expect(heads).toEqual(['main tracing-ms', 'worker; 1 tracing-ms', 'main samples', 'worker; 1 samples']);
      expect(totals).toEqual(totalsOf(snapshot));
    } finally {
      const gone = hasEnded() ? null : once(holder, 'exit');
      holder.kill();
      await gone;
      rmSync(folder, { recursive: true, force: true });
    }
  },
  2 * LOADED_WITHIN_MS,
);

function randomSnapshot(seed: number): Snapshot {
  const base = exampleSnapshot('main: 0>A +B >C <C <A', { calibration: CALIBRATION });
  const tables = [
    randomTree(seed, { nodes: 60, methods: 6 }),
    randomTree(seed + 100, { nodes: 30, methods: 6 }),
  ];
  return {
    ...base,
    methods: Array.from({ length: 6 }, (_, i) => ({
      id: (16 + i) as MethodId,
      className: 'demo.Demo',
      name: `m${i}`,
      descriptor: '()V',
      root: i === 0,
    })),
    threads: tables.map((tree, i) => ({
      id: i + 1,
      name: i === 0 ? 'main' : `worker; ${i}`,
      virtual: false,
      table: { ...tree, ...countedLeaves(tree) },
    })),
  };
}

/** Every other method of those that call nobody is counted only. */
function countedLeaves(tree: { length: number; parent: Int32Array; selfNs: Float64Array }): {
  counted: Uint8Array;
  selfNs: Float64Array;
} {
  const callers = new Set(tree.parent);
  const counted = Uint8Array.from({ length: tree.length }, (_, node) => (callers.has(node) ? 0 : node % 2));
  return { counted, selfNs: tree.selfNs.map((ns, node) => (counted[node] === 1 ? 0 : ns * 1_000)) };
}

function totalsOf(
  snapshot: Snapshot,
  callsTold: (calls: number, selfNs: number) => number = (calls) => calls,
): Totals {
  const totals: Totals = {};
  const names = new Map(
    snapshot.methods.map(({ id, className, name }) => [id as number, `${className}.${name}()`]),
  );
  sumOf(snapshot, (tree, node) => {
    const selfNs = Math.round(tree.selfNs[node]);
    add(totals, names.get(tree.method[node]) ?? '?', callsTold(tree.calls[node], selfNs), selfNs);
    return 0;
  });
  return totals;
}

function sumOf(
  snapshot: Snapshot,
  value: (tree: ReturnType<typeof exactTree>, node: number) => number,
): number {
  let sum = 0;
  for (const { table } of snapshot.threads) {
    const tree = exactTree(table, snapshot.calibration, snapshot.clock);
    for (let node = 1; node < tree.length; node++) sum += value(tree, node);
  }
  return sum;
}

function add(totals: Totals, name: string, calls: number, selfNs: number): void {
  const before = totals[name] ?? { calls: 0, selfNs: 0 };
  totals[name] = { calls: before.calls + calls, selfNs: before.selfNs + selfNs };
}

function joined(calls: Map<string, number>, times: Map<string, number>): Totals {
  const totals: Totals = {};
  for (const [name, value] of calls) add(totals, name, value, 0);
  for (const [name, value] of times) add(totals, name, 0, value);
  return totals;
}

/** A method that has none is in no row. */
function callsOf(totals: Totals): Record<string, number> {
  return Object.fromEntries(
    Object.entries(totals).flatMap(([name, { calls }]) => (calls > 0 ? [[name, calls]] : [])),
  );
}

/** https://github.com/brendangregg/FlameGraph: `frame(;frame)* SP count`, whole counts. */
function collapsedTotals(text: string): Map<string, number> {
  const totals = new Map<string, number>();
  for (const line of text.trimEnd().split('\n')) {
    const [, stack, count] = /^([^;\n]+(?:;[^;\n]+)+) (\d+)$/.exec(line) ?? expect.fail(`no stack: ${line}`);
    const leaf = stack.slice(stack.lastIndexOf(';') + 1);
    totals.set(leaf, (totals.get(leaf) ?? 0) + Number(count));
  }
  return totals;
}

/** file-format-schema.json: events in order of `at`, closes balance opens, within startValue and endValue. */
function speedscopeTotals(text: string, unit: string): Map<string, number> {
  const file = JSON.parse(text) as {
    shared: { frames: { name: string }[] };
    profiles: {
      type: string;
      unit: string;
      startValue: number;
      endValue: number;
      events: { type: string; at: number; frame: number }[];
    }[];
  };
  const totals = new Map<string, number>();
  for (const profile of file.profiles.filter((each) => each.unit === unit)) {
    const open: number[] = [];
    let last = profile.startValue;
    for (const { type, at, frame } of profile.events) {
      expect(at).toBeGreaterThanOrEqual(last);
      const running = open.at(-1);
      if (running !== undefined && at > last) {
        const { name } = file.shared.frames[running];
        totals.set(name, (totals.get(name) ?? 0) + at - last);
      } else {
        expect(at).toBe(last);
      }
      last = at;
      if (type === 'O') open.push(frame);
      else expect(open.pop()).toBe(frame);
    }
    expect([open, last]).toEqual([[], profile.endValue]);
  }
  return totals;
}

function pprofTotals(bytes: Uint8Array): { totals: Totals; errorNs: number } {
  const profile = Profile.decode(bytes);
  const { strings } = profile.stringTable;
  const text = (index: number | bigint): string => strings[Number(index)];
  expect(profile.sampleType.map(({ type, unit }) => `${text(type)}/${text(unit)}`)).toEqual([
    'calls/count',
    'error/nanoseconds',
    'wall/nanoseconds',
  ]);
  expect([strings[0], text(profile.defaultSampleType)]).toEqual(['', 'wall']);
  const functions = new Map(profile.function.map(({ id, name }) => [Number(id), text(name)]));
  const locations = new Map(profile.location.map(({ id, line }) => [Number(id), Number(line[0].functionId)]));
  const totals: Totals = {};
  let errorNs = 0;
  for (const { locationId, value } of profile.sample) {
    const [calls, error, wall] = value.map(Number);
    errorNs += error;
    add(totals, functions.get(locations.get(Number(locationId[0])) ?? 0) ?? '?', calls, wall);
  }
  return { totals, errorNs };
}

function firefoxTotals(text: string): Totals {
  const profile = JSON.parse(text) as {
    threads: {
      samples: { weight: number[]; stack: (number | null)[]; weightType: string; length: number };
      stackTable: { frame: number[]; prefix: (number | null)[]; length: number };
      frameTable: { func: number[]; length: number };
      funcTable: { name: number[] };
    }[];
    shared: { stringArray: string[] };
  };
  const totals: Totals = {};
  for (const { samples, stackTable, frameTable, funcTable } of profile.threads) {
    expect(stackTable.prefix.every((prefix, i) => prefix === null || prefix < i)).toBe(true);
    for (const [i, stack] of samples.stack.entries()) {
      if (stack === null) continue;
      const name = profile.shared.stringArray[funcTable.name[frameTable.func[stackTable.frame[stack]]]];
      const isTime = samples.weightType === 'tracing-ms';
      add(totals, name, isTime ? 0 : samples.weight[i], isTime ? Math.round(samples.weight[i] * 1e6) : 0);
    }
  }
  return totals;
}

/** RFC 4180. */
function csvTotals(text: string): Totals {
  const [heads, ...lines] = text
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,"]*)(?:,|$)/g)].map(([, cell]) => cell).slice(0, 14),
    );
  const totals: Totals = {};
  for (const cells of lines) {
    const row = Object.fromEntries(heads.map((head, i) => [head, cells[i]]));
    add(totals, `${row.class}.${row.method}()`, Number(row.calls), Number(row.self_ns));
  }
  return totals;
}

/** JDK 8 demo/jvmti/hprof, hprof_io.c: rank, self, accum, count, trace, method. Times are percent of the whole. */
function hprofTotals(text: string): Totals {
  const totals: Totals = {};
  const [table] = /^CPU TIME[^]*^CPU TIME \(ms\) END/m.exec(text) ?? expect.fail('no CPU TIME');
  for (const [, share, count, method] of table.matchAll(/^ *\d+ +([\d.]+)% +[\d.]+% +(\d+) \d+ (.*)$/gm))
    add(totals, `${method}()`, Number(count), Number(share));
  return totals;
}
