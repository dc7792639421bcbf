import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { waitUntil } from '../electron/engine/testing/javaFixture.ts';
import { LIVE_BYTES, LIVE_OBJECTS } from '../shared/cct/liveTable.ts';
import type { DataSet } from '../shared/recording/dataSets/dataSet.ts';
import { LIVE_ERROR, LIVE_SET } from '../shared/recording/sets/liveSets.ts';
import { MADE_SET } from '../shared/recording/sets/madeSets.ts';
import type { Snapshot } from '../shared/recording/snapshot.ts';
import { decodeSnapshot } from '../shared/recording/file/snapshotCodec.ts';
import { runCli, spawnCli, startRecording } from './fixtures/cli.ts';
import { JDKS } from './fixtures/jdks.ts';
import { recordAttached } from './fixtures/recordTarget.ts';
import { startTarget } from './fixtures/targets.ts';

/**
 * What stays of Sessions.work: each tenth request of 100 and of 20 leaks a session with three nodes and a buffer; of 100,000 entries
 * twice each tenth stays, the second ones in the places of the first; the last shapes stay. By class: how many, and how many ages.
 */
const LIVE = [
  'Sessions$Buf 12 2',
  'Sessions$Entry 10000 1',
  'Sessions$Node 38 2',
  'Sessions$Session 13 2',
  'Sessions$Session[] 1 1',
  'byte[] 12 2',
  'int[] 2 1',
  'int[][] 1 1',
  'java.lang.Object[] 1 1',
  'long[][] 1 1',
];
const COLLECTORS = ['Serial', 'Parallel', 'G1', 'Z'];

interface WatchLine {
  readonly accounts: Readonly<Record<'app' | 'no', Readonly<Record<string, number>>>>;
}

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-live-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function setOf({ dataSets }: Snapshot, id: string): DataSet {
  const found = dataSets.find((set) => set.id === id);
  if (found === undefined) throw new Error(`no data set ${id}`);
  return found;
}

function valuesOf({ values }: DataSet, id: string): Float64Array {
  return values.find((column) => column.id === id)?.values ?? new Float64Array();
}

const total = (column: Float64Array | undefined): number =>
  (column ?? new Float64Array()).reduce((sum, value) => sum + value, 0);

/** Ages are told by collections that are counted; ZGC's are noticed, and two may be one. */
function liveIn(set: DataSet, withAges: boolean): string[] {
  return Array.from({ length: set.rows }, (_, row) => {
    const ages = withAges ? ` ${valuesOf(set, 'ages')[row]}` : '';
    return `${set.texts[0].texts[row]} ${valuesOf(set, LIVE_OBJECTS)[row]}${ages}`;
  }).sort();
}

for (const jdk of JDKS) {
  for (const collector of COLLECTORS) {
    test(`${jdk.name}, ${collector}: what is live after a collection is what was counted by hand`, async () => {
      const file = join(folder, `${jdk.feature}-${collector}.sluice`);
      const program = {
        ...{ target: 'Sessions', root: 'Sessions::root', tree: '' },
        // So large that nothing is collected before the program asks for it.
        jvmArgs: [`-XX:+Use${collector}GC`, '-Xms1g', '-Xmx1g', '-Xmn500m'],
      };
      const report = await recordAttached(jdk, program, file, [
        '--clock',
        'none',
        '--metrics',
        'calls,objects',
        '--live',
        '**',
      ]);
      expect(report.complete).toBe(true);
      const snapshot = decodeSnapshot(readFileSync(file));
      const withAges = collector !== 'Z';
      const expected = withAges ? LIVE : LIVE.map((line) => line.replace(/ \d+$/, ''));
      expect(liveIn(setOf(snapshot, LIVE_SET), withAges)).toEqual(expected);
      const made = setOf(snapshot, MADE_SET);
      expect(total(valuesOf(made, 'objects'))).toBeGreaterThan(200_000);
      for (const id of [LIVE_OBJECTS, LIVE_BYTES]) {
        const inTrees = snapshot.threads.reduce((sum, { table }) => sum + total(table.more?.get(id)), 0);
        expect(`${id} ${total(valuesOf(made, id))}`).toBe(`${id} ${inTrees}`);
      }
      const byThread = snapshot.threads.map(
        ({ name, table }) => `${name} ${total(table.more?.get(LIVE_OBJECTS))}`,
      );
      expect(byThread).toEqual(['main 60', 'worker 10021']);
      for (const [gate, exitCode] of [
        ['live:Sessions$Session>0', 0],
        ['live:Sessions$Session>-1', 5],
        ['liveBytes:new Sessions$*<-1', 0],
      ] as const)
        expect((await runCli(['diff', file, file, '--fail-on', gate])).code, gate).toBe(exitCode);
    });
  }

  test(`${jdk.name}: watch tells what an account holds, and ends with 5 when that is too much`, async () => {
    const program = await startTarget(jdk, 'Sessions', { jvmArgs: ['-Xmx1g'] });
    try {
      const options = [
        '--account',
        'app=Sessions',
        '--account',
        'no=none.**',
        '--live',
        '**',
        '--period',
        '300ms',
      ];
      const watching = spawnCli([
        ...['watch', String(program.pid), '--root', 'Sessions::root', ...options],
        ...['--limit', 'live:no=1', '--limit', 'live:app=1MB', '--duration', '60s'],
      ]);
      let code: number | null = null;
      void watching.code.then((exitCode) => (code = exitCode));
      await watching.stdout.waitFor(/^\{/); // the agent need not start beside a program that keeps a core busy
      while (code === null) await program.send('run');
      const [stdout, stderr] = [watching.stdout.text, watching.stderr.text];
      expect(`${code} ${stderr}`).toMatch(/^5 [^]*EXCEEDED live:app=1MB: [\d.]+ \SiB are live/);
      const lines = stdout.trim().split('\n');
      const told = lines.map((line) => (JSON.parse(line) as WatchLine).accounts.app);
      const last = JSON.parse(lines.at(-1) ?? '') as WatchLine;
      expect(last.accounts.app.liveBytes).toBeGreaterThan(1_000_000);
      expect(last.accounts.app.objects).toBeGreaterThan(0);
      // A loop tells four times a second what it has made, and what is followed is told at once: by the next line, 300 ms later.
      for (const [i, { objects }] of told.slice(1).entries())
        expect(objects).toBeGreaterThanOrEqual(told[i].liveObjects);
      expect(last.accounts.no).toEqual({ liveObjects: 0, liveBytes: 0, objects: 0, bytes: 0, liveError: 0 });
    } finally {
      await program.stop();
    }
  });

  test(`${jdk.name}: of three snapshots and more the contexts are told whose objects rise, with ages and per root call`, async () => {
    const last = join(folder, `${jdk.feature}-rising.sluice`);
    const program = await startTarget(jdk, 'Sessions', { jvmArgs: ['-Xmx1g', '-Dsessions.stay=true'] });
    const files = [1, 2, 3].map((number) => join(folder, `${jdk.feature}-rising-${number}.sluice`));
    try {
      const options = ['--commands', '-', '--clock', 'none', '--metrics', 'calls,objects', '--live', '**'];
      const recording = await startRecording(program.pid, 'Sessions::root', last, options);
      for (const file of files) {
        await program.send('run');
        await recording.type(`snapshot ${file}`, /^saved /);
      }
      const { code, stderr } = await recording.stop();
      expect(code, stderr).toBe(0);
    } finally {
      await program.stop();
    }
    const { stdout, stderr } = await runCli(['diff', ...files, last, '--format', 'json']);
    const { rows } = JSON.parse(stdout || `{"error": ${JSON.stringify(stderr)}}`) as {
      rows: Record<string, string | number>[];
    };
    const rising = rows.map(
      ({ made, place, rises }) => `${made} by ${String(place).split('(')[0]}, ${rises}`,
    );
    expect(rising).toContain('Sessions$Session by Sessions.serve, 2');
    expect(rising.join('\n')).not.toContain('Sessions$Entry'); // new ones stand where old ones stood
    const session = rows.find(
      ({ made, place }) => made === 'Sessions$Session' && /serve/.test(String(place)),
    );
    expect(session).toMatchObject({ callers: expect.stringMatching(/^Sessions\.handle.* < Sessions\.root/) });
    expect(Number(session?.ages)).toBeGreaterThanOrEqual(3);
    expect(Number(session?.objectsPerThousandRootCalls)).toBe(6_000); // 12 of two
    const backwards = await runCli(['diff', ...files.toReversed()]);
    expect(backwards.code).toBe(2);
    expect(backwards.stderr).toContain('is no later snapshot of the recording');
  });

  test(
    `${jdk.name}: snapshots are saved by themselves, each behind a collection, and tell what rises`,
    { tag: '@slow' },
    async () => {
      const last = join(folder, `${jdk.feature}-by-itself.sluice`);
      const files: string[] = [];
      const program = await startTarget(jdk, 'Sessions', { jvmArgs: ['-Xmx1g', '-Dsessions.stay=true'] });
      try {
        const measured = ['--clock', 'none', '--metrics', 'calls,objects', '--live', '**'];
        const options = [...measured, '--snapshot-every', '1s', '--collect'];
        const recording = await startRecording(program.pid, 'Sessions::root', last, options);
        const saved = (): number =>
          recording.stderr.text.match(/^saved .*by-itself\.\d+\.sluice/gm)?.length ?? 0;
        for (let run = 1; run <= 3; run++) {
          await program.send('run');
          const number = saved() + 2; // the next one may have begun before the run was over
          await waitUntil(() => saved() >= number, `snapshot ${number}`, 60_000);
          files.push(last.replace('.sluice', `.${number}.sluice`));
        }
        const { code, stderr } = await recording.stop();
        expect(code, stderr).toBe(0);
        expect(stderr).toMatch(/^it stood still for at most \d\.\d\d s$/m);
      } finally {
        await program.stop();
      }
      const { stdout } = await runCli(['diff', ...files, last, '--format', 'json']);
      const { rows } = JSON.parse(stdout) as { rows: Record<string, string | number>[] };
      const session = rows.find(
        ({ made, place }) => made === 'Sessions$Session' && /serve/.test(String(place)),
      );
      expect(session).toMatchObject({ rises: 2 });
      expect(Number(session?.objectsPerThousandRootCalls)).toBe(6_000);
    },
  );

  test(`${jdk.name}: typed snapshots, the command gc and the end hold no garbage, though the program collects none`, async () => {
    const named = (name: string): string => join(folder, `${jdk.feature}-typed-${name}.sluice`);
    // All of a run, garbage too, is followed at once: that takes 1 % of the largest heap at most.
    const jvmArgs = ['-Xmx3g', '-Xmn500m', '-Dsessions.garbage=true'];
    const program = await startTarget(jdk, 'Sessions', { jvmArgs });
    const record = async (last: string, more: readonly string[], ...lines: string[]): Promise<void> => {
      const measured = ['--clock', 'none', '--metrics', 'calls,objects', '--live', '**', '--commands', '-'];
      const recording = await startRecording(program.pid, 'Sessions::root', last, [...measured, ...more]);
      await program.send('run');
      for (const line of lines) await recording.type(line, /^(saved|it stood still for at most) /);
      if (lines.length > 0) await waitUntil(() => recording.stderr.text.includes('saved '), 'a snapshot');
      const { code, stderr } = await recording.stop();
      expect(code, stderr).toBe(0);
    };
    try {
      await record(named('end'), ['--collect'], `snapshot ${named('snapshot')}`);
      await record(named('garbage'), [], 'gc', `snapshot ${named('gc')}`);
    } finally {
      await program.stop();
    }
    const expected = LIVE.map((line) => line.replace(/ \d+$/, ''));
    for (const name of ['snapshot', 'end', 'gc'])
      expect(liveIn(setOf(decodeSnapshot(readFileSync(named(name))), LIVE_SET), false), name).toEqual(
        expected,
      );
  });

  test(`${jdk.name}: estimates are as near as they say, and nothing is left when the tool has gone`, async () => {
    const file = join(folder, `${jdk.feature}-sampled.sluice`);
    const program = await startTarget(jdk, 'Sessions', { jvmArgs: ['-Xmx1g'] });
    try {
      const options = ['--metrics', 'calls,time,objects', '--live', '4k'];
      const recording = await startRecording(program.pid, 'Sessions::root', file, options);
      await program.send('run');
      const { code, stderr } = await recording.stop();
      expect(code, stderr).toBe(0);
      const histogram = await runCli([
        'heap',
        String(program.pid),
        '--view',
        'histogram',
        '--format',
        'json',
      ]);
      expect(histogram.stdout).toContain('Sessions$Entry');
      expect(histogram.stdout).not.toContain('java.lang.SluiceTracked');
    } finally {
      await program.stop();
    }
    const snapshot = decodeSnapshot(readFileSync(file));
    expect(snapshot.notes.join('\n')).toMatch(/estimates, of one object in 4[^\d]?096 bytes/);
    const set = setOf(snapshot, LIVE_SET);
    const row = set.texts[0].texts.indexOf('Sessions$Entry');
    const error = valuesOf(set, LIVE_ERROR)[row];
    // 10,000 entries of 24 bytes: the root of 240,000 x 4,096 bytes is 31,000.
    expect(error).toBeGreaterThan(15_000);
    expect(error).toBeLessThan(60_000);
    expect(Math.abs(valuesOf(set, LIVE_BYTES)[row] - 240_000)).toBeLessThan(5 * error);
    const sites = await runCli(['convert', file, '--format', 'hprof']);
    expect(sites.stdout).toMatch(
      /SITES BEGIN \(ordered by live bytes\)[^]*\d Sessions\$Entry\n[^]*SITES END/,
    );
  });
}
