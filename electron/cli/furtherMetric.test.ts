import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Profile } from 'pprof-format';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FurtherMetric } from '../../shared/metrics/furtherMetrics.ts';
import { decodeSnapshot, encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import type { Snapshot } from '../../shared/recording/snapshot.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { sluice } from './testing/commandLine.ts';

/** Another, of bytes: half a kilobyte for each spark. */
const FAKE_BYTES: FurtherMetric = vi.hoisted(() => ({
  id: 'ash',
  title: 'Ash',
  unit: 'bytes',
  isExact: true,
}));
const ASH_OF_SPARK = 500;

/** One line: the entry in the registry. */
vi.mock(import('../../shared/metrics/furtherMetrics.ts'), async (original) => {
  const actual = await original();
  const { ADDED_METRIC } = await import('../../shared/testing/addedMetric.ts');
  return { ...actual, FURTHER_METRICS: [...actual.FURTHER_METRICS, ADDED_METRIC, FAKE_BYTES] };
});

/**
 *     main        row  method  sparks           w            sparks
 *      └ A  1      1      A       2              └ B  1        40
 *         ├ B 2    2      B      30
 *         └ C 1    3      C       5
 */
const PROGRAM = 'main: 0>A 10>B 20<B 30>C 40<C 50>B 60<B 100<A\nw: 0>B 10<B';

/** @param sparksOfB below A on main */
function recording(sparksOfB: number): Snapshot {
  const { threads, ...rest } = exampleSnapshot(PROGRAM, { roots: ['demo.Demo::A', 'demo.Demo::B'] });
  const sparks = [Float64Array.of(0, 2, sparksOfB, 5), Float64Array.of(0, 40)];
  return {
    ...rest,
    threads: threads.map((thread, i) => ({
      ...thread,
      table: {
        ...thread.table,
        more: new Map([
          ['sparks', sparks[i]],
          ['ash', sparks[i].map((count) => count * ASH_OF_SPARK)],
        ]),
      },
    })),
  };
}

let folder = '';
const files = { before: '', after: '', without: '' };
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-test-'));
  const written = (name: string, snapshot: Snapshot): string => {
    const path = join(folder, `${name}.sluice`);
    writeFileSync(path, encodeSnapshot(snapshot));
    return path;
  };
  files.before = written('before', recording(30));
  files.after = written('after', recording(33));
  files.without = written('without', exampleSnapshot(PROGRAM));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface JsonNode {
  readonly method: string;
  readonly sparks: number;
  readonly totalSparks: number;
  readonly children: readonly JsonNode[];
}

/** "A 2/77 (B 30/30, C 5/5)": self and total of each node. */
function picture({ method, sparks, totalSparks, children }: JsonNode): string {
  const below = children.length === 0 ? '' : ` (${children.map(picture).join(', ')})`;
  return `${method} ${sparks}/${totalSparks}${below}`;
}

async function json(...args: string[]): Promise<Record<string, unknown>> {
  const { code, out, err } = await sluice(...args, '--format', 'json');
  expect(err).toBe('');
  expect(code).toBe(0);
  return JSON.parse(out) as Record<string, unknown>;
}

async function tree(...args: string[]): Promise<string> {
  const { trees } = await json('report', files.before, ...args);
  return (trees as readonly JsonNode[]).map(picture).join('; ');
}

async function table(...args: string[]): Promise<string> {
  const { rows } = await json('report', files.before, ...args);
  return (rows as readonly (JsonNode & { readonly name?: string })[])
    .map(({ name, method, sparks, totalSparks }) => `${name ?? method} ${sparks ?? '-'}/${totalSparks}`)
    .join(', ');
}

describe('a further metric of one entry', () => {
  it('is in the file that is written and read', () => {
    const [main, worker] = decodeSnapshot(encodeSnapshot(recording(30))).threads;
    expect(main.table.more?.get('sparks')).toEqual(Float64Array.of(0, 2, 30, 5));
    expect(worker.table.more?.get('sparks')).toEqual(Float64Array.of(0, 40));
  });

  it('is in the tree, threads merged, with its totals', async () => {
    expect(await tree('--view', 'tree')).toBe(
      'All 2 threads together 0/77 (A 2/37 (B 30/30, C 5/5), B 40/40)',
    );
  });

  it('is in every list, largest first where it is the value', async () => {
    expect(await table('--view', 'hot', '--value', 'sparks')).toBe('B 70/70, C 5/5, A 2/37');
    expect(await table('--view', 'hot', '--value', 'totalSparks')).toBe('B 70/70, A 2/37, C 5/5');
    expect(await table('--view', 'threads')).toBe('main -/37, w -/40');
  });

  it('is shared out over callers, and is that of callees', async () => {
    expect(await tree('--view', 'callers', '--method', 'demo.Demo::B', '--top', '9')).toBe(
      'All 2 threads together 0/77 (B 70/70 (A 30/30))',
    );
    expect(await tree('--view', 'callees', '--method', 'demo.Demo::A')).toBe(
      'All 2 threads together 0/37 (A 2/37 (B 30/30, C 5/5))',
    );
  });

  it('goes where steps move it', async () => {
    expect(await tree('--view', 'tree', '--merge', 'demo.Demo::B', '--drop', 'demo.Demo::C')).toContain(
      'A 32/32',
    );
  });

  it('has columns in the text, and orders it', async () => {
    const { out } = await sluice('report', files.before, '--view', 'hot', '--value', 'sparks/calls');
    const [head, first] = out.split('\n').slice(out.split('\n').findIndex((line) => /Sparks/.test(line)));
    expect(head).toMatch(/^ *Self Sparks \/ Invocations .*Self Sparks +Total Sparks .*Method$/);
    expect(first).toMatch(/^ *23\.3.* 70 +70 .*B/);
  });

  it('is compared: A, B and the change, in text and JSON', async () => {
    const { out } = await sluice('diff', files.before, files.after, '--view', 'hot', '--value', 'sparks');
    const lines = out.split('\n');
    const at = lines.findIndex((line) => line.includes('Sparks A'));
    expect(lines[at]).toMatch(/Self Sparks A +Self Sparks B +Δ Self Sparks +Δ %/);
    expect(lines[at + 1]).toMatch(/ 70 +73 +\+3 +\+4\.3 % .*B/);
    const { methods } = await json('diff', files.before, files.after);
    expect(methods).toContainEqual(
      expect.objectContaining({ method: 'B', sparksA: 70, sparksB: 73, totalSparksA: 70 }),
    );
  });

  it('is divided by seconds as all numbers are', async () => {
    const { methods } = await json('diff', files.before, files.after, '--per', 'second');
    expect(methods).toContainEqual(expect.objectContaining({ method: 'C', sparksA: 2, sparksB: 2 }));
  });

  it('is judged by gates, exactly', async () => {
    const gate = (text: string) => sluice('diff', files.before, files.after, '--fail-on', text);
    expect((await gate('sparks:demo.Demo::B>2')).code).toBe(5);
    expect((await gate('sparks:demo.Demo::B>3')).code).toBe(0);
    expect((await gate('sparks>3%')).err).toContain('the recording as a whole: Self Sparks 77 -> 80');
    expect((await gate('sparks/calls:**>0')).code).toBe(5);
    expect((await gate('sparks>1kB')).err).toContain('sparks are not measured in kB');
  });

  it('of bytes is judged in units of bytes', async () => {
    const gate = (text: string) => sluice('diff', files.before, files.after, '--fail-on', text);
    expect((await gate('ash:**>1kB')).code).toBe(5); // B has 1,500 bytes more
    expect((await gate('ash:**>1.5kB')).code).toBe(0);
    expect((await gate('ash:**>2KiB')).code).toBe(0);
    expect((await gate('ash:**>1499')).code).toBe(5);
    expect((await gate('ash:**>1ms')).err).toContain(
      'the unit "ms" is not known: B, kB, KB, MB, GB, KiB, MiB, GiB, %',
    );
  });

  it('has a column in CSV, a sample type in pprof, and stacks of its own', async () => {
    const csv = (await sluice('convert', files.before, '--format', 'csv', '-o', '-')).out.split('\r\n');
    expect(csv[0]).toMatch(/,uncertain,sparks,ash$/);
    expect(csv[2]).toMatch(/B,.*,30,15000$/);
    const pprof = await sluice('convert', files.before, '--format', 'pprof', '-o', '-');
    expect(Profile.decode(gunzipSync(pprof.bytes)).sampleType).toHaveLength(5);
    const stacks = await sluice('convert', files.before, '--format', 'collapsed', '--value', 'sparks');
    expect(stacks.out.split('\n').sort().join(' ')).toBe(
      ' main;demo.Demo.A() 2 main;demo.Demo.A();demo.Demo.B() 30 main;demo.Demo.A();demo.Demo.C() 5 w;demo.Demo.B() 40',
    );
  });

  it('has profiles in speedscope beside times and calls, in their unit', async () => {
    const { out } = await sluice('convert', files.before, '--format', 'speedscope');
    const { profiles } = JSON.parse(out) as {
      readonly profiles: readonly {
        readonly name: string;
        readonly unit: string;
        readonly endValue: number;
      }[];
    };
    expect(profiles.map(({ name, unit }) => `${name} [${unit}]`)).toEqual(
      ['main', 'w'].flatMap((thread) => [
        `${thread}: time (clock nano) [nanoseconds]`,
        `${thread}: calls [none]`,
        `${thread}: sparks [none]`,
        `${thread}: ash [bytes]`,
      ]),
    );
    expect(profiles.filter(({ name }) => name.endsWith('sparks')).map(({ endValue }) => endValue)).toEqual([
      37, 40,
    ]);
  });

  it('has tracks in Firefox Profiler beside times and calls, in their unit', async () => {
    const { bytes } = await sluice('convert', files.before, '--format', 'firefox', '-o', '-');
    const { threads } = JSON.parse(gunzipSync(bytes).toString()) as {
      readonly threads: readonly {
        readonly name: string;
        readonly processName: string;
        readonly samples: { readonly weightType: string; readonly weight: readonly number[] };
      }[];
    };
    const ofMain = threads.filter(({ name }) => name === 'main');
    expect(ofMain.map(({ processName, samples }) => `${processName} ${samples.weightType}`)).toEqual([
      'demo.Demo tracing-ms',
      'demo.Demo: exact calls samples',
      'demo.Demo: sparks samples',
      'demo.Demo: ash bytes',
    ]);
    expect(ofMain[2].samples.weight).toEqual([2, 30, 5, 0]);
  });

  it('is within the HTML page, which shows it as the window does', async () => {
    const page = join(folder, 'run.html');
    expect(await sluice('convert', files.before, '-o', page)).toMatchObject({ code: 0 });
    const held = /<script[^>]*id="recording"[^>]*>([^<]*)</.exec(readFileSync(page, 'utf8'));
    expect(held).not.toBeNull();
    const [main] = decodeSnapshot(gunzipSync(Buffer.from(held![1].trim(), 'base64'))).threads;
    expect(main.table.more?.get('sparks')).toEqual(Float64Array.of(0, 2, 30, 5));
  });

  it('is told to be missing where it was not measured', async () => {
    const report = await sluice('report', files.without, '--value', 'sparks');
    expect(report.code).toBe(2);
    expect(report.err).toMatch(/of count, and the recording has none: they were not measured/);
    expect((await sluice('report', files.without)).out).not.toContain('Sparks');
    const gate = await sluice('diff', files.without, files.after, '--fail-on', 'sparks>0');
    expect(gate.code).toBe(2);
    expect(gate.err).toContain('not both recordings have them');
    expect((await sluice('diff', files.without, files.after)).out).toContain(
      'Only B has sparks: they are not compared.',
    );
  });
});
