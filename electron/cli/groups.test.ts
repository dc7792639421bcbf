import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withAccounts } from '../../shared/recording/sets/accountSets.ts';
import { LINES_SET } from '../../shared/recording/samples/sampledLines.ts';
import { ROOT_CALLS_SET } from '../../shared/recording/sets/rootCallSets.ts';
import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { EXAMPLE_SET } from '../../shared/testing/exampleDataSet.ts';
import { groupedSnapshot } from '../../shared/testing/groupedSnapshot.ts';
import { sluice } from './testing/commandLine.ts';

const method = (className: string, name: string) => ({ className, name, descriptor: '()V' });
const METHODS = { A: method('srv.Main', 'A'), B: method('xml.Parser', 'B'), C: method('sql.Query', 'C') };
/** 10 fast root calls that call B, then 11 slow ones that call C: sums of both are compared as recorded, if nobody knows better. */
const CALLS = Array.from({ length: 21 }, (_, i) => {
  const [callee, atNs, lastsNs] = i < 10 ? ['B', 1_000 * i, 20] : ['C', 1_000 * i, 900];
  return `^ ${atNs}>A ${atNs + 1}>${callee} ${atNs + lastsNs - 1}<${callee} ${atNs + lastsNs}<A`;
});
const SCRIPT = `main: ${CALLS.join(' ')}`;

let folder = '';
const files = { apart: '', fastAlone: '', together: '' };
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-test-'));
  const sets = [ROOT_CALLS_SET, LINES_SET].map((id) => ({ ...EXAMPLE_SET, id }));
  for (const [name, script, limitNs] of [
    ['apart', SCRIPT, 100],
    ['fastAlone', `main: ${CALLS.slice(0, 10).join(' ')}`, 100],
    ['together', SCRIPT, 0],
  ] as const) {
    const recorded = groupedSnapshot(script, limitNs, { dataSets: sets }, METHODS);
    files[name] = join(folder, `${name}.sluice`);
    writeFileSync(
      files[name],
      encodeSnapshot(withAccounts(recorded, ['xml=xml.*', 'sql=sql.*', 'srv=srv.*'])),
    );
  }
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const APART = ['--group', 'fast', '--group-b', 'slow'];

describe('tables of a group of root calls', () => {
  it('are its accounts alone, with a line that says so', async () => {
    const { out } = await sluice('report', files.apart, '--group', 'slow', '--by', 'accounts');
    expect(out.split('\n')[0]).toBe('Root calls: slow only');
    expect(out).toMatch(/^ +11 .* sql$/m);
    expect(out).not.toContain('xml');
    const csv = await sluice(
      ...['convert', files.apart, '--group', 'fast', '--format', 'csv', '--view', 'accounts'],
    );
    expect(csv.out).toMatch(/^xml,.*,10,/m);
    expect(csv.out).not.toContain('sql');
  });

  it('are compared, and a gate on them fails', async () => {
    const gate = ['--by', 'accounts', '--fail-on', 'calls:sql,srv>0'];
    const { code, out, err } = await sluice('diff', files.apart, ...APART, ...gate);
    expect(err).toContain('FAILED calls:sql,srv>0: Accounts: sql, srv: Invocations 0 -> 11 (new)');
    expect(code).toBe(5);
    expect(out.split('\n').slice(0, 2)).toEqual(['A: Root calls: fast only', 'B: Root calls: slow only']);
    const json = await sluice('diff', files.apart, ...APART, '--by', 'accounts', '--format', 'json');
    expect(JSON.parse(json.out)).toMatchObject({ groupsA: ['fast'], groupsB: ['slow'] });
    expect(JSON.parse(json.out)).not.toHaveProperty('groups');
  });

  it('are refused where they are of all root calls', async () => {
    for (const view of [ROOT_CALLS_SET, 'timeline', 'instrumentation'])
      for (const command of [
        ['report', files.apart, '--group', 'slow'],
        ['diff', files.apart, ...APART],
        ['diff', files.apart, '--group-b', 'slow'],
        ['convert', files.apart, '--group', 'slow', '--format', 'csv'],
      ])
        expect(await sluice(...command, '--view', view), command.join(' ')).toMatchObject({
          code: 2,
          out: '',
          err: expect.stringMatching(
            new RegExp(`apart.sluice: --view ${view} is a table of all root calls.*overhead, accounts`, 's'),
          ) as string,
        });
    const lines = await sluice('report', files.apart, '--group', 'slow', '--lines');
    expect(lines.err).toContain('--view lines is a table of all root calls');
    expect((await sluice('report', files.apart, '--view', ROOT_CALLS_SET)).code).toBe(0);
  });

  it('of what probes cost are made of its trees', async () => {
    const { out } = await sluice('report', files.apart, '--group', 'slow', '--view', 'overhead');
    expect(out).toContain('Root calls: slow only');
    expect(out).toMatch(/11 +s\.Query\.C\(\)$/m);
    expect(out).not.toContain('Parser');
  });
});

describe('what is of one group', () => {
  it('says so in its texts', async () => {
    for (const view of ['tree', 'hot', 'threads']) {
      const { out } = await sluice('report', files.apart, '--group', 'slow', '--view', view);
      expect(out, view).toMatch(/^Root calls: slow only$/m);
    }
    expect((await sluice('report', files.apart)).out).not.toContain('Root calls:');
  });

  it('says so in its JSON', async () => {
    for (const view of [[], ['--view', 'hot'], ['--view', 'accounts']]) {
      const json = ['--format', 'json', ...view];
      const { out } = await sluice('report', files.apart, '--group', 's*', ...json);
      expect(JSON.parse(out), view.join(' ')).toMatchObject({ groups: ['slow'] });
      expect(JSON.parse((await sluice('report', files.apart, ...json)).out)).not.toHaveProperty('groups');
    }
    const { out } = await sluice('diff', files.apart, ...APART, '--format', 'json');
    expect(JSON.parse(out)).toMatchObject({ a: { groups: ['fast'] }, b: { groups: ['slow'] } });
  });

  it('says so in files for other programs', async () => {
    for (const format of ['speedscope', 'hprof']) {
      const { out } = await sluice('convert', files.apart, '--group', 'slow', '--format', format);
      expect(out, format).toContain('Root calls: slow only.');
    }
  });
});

describe('groups of one recording', () => {
  it('are compared per root call, also where there are as many of them', async () => {
    const basisOf = async (...args: string[]): Promise<unknown> => {
      const { out } = await sluice('diff', ...args, '--format', 'json');
      return (JSON.parse(out) as { per: unknown }).per;
    };
    const perRootCall = { basis: 'root-call', unitsA: 10, unitsB: 11 };
    expect(await basisOf(files.apart, ...APART)).toEqual(perRootCall);
    expect(await basisOf(files.apart, files.apart, ...APART)).toEqual(perRootCall);
    expect(await basisOf(files.apart, ...APART, '--per', 'recording')).toMatchObject({ basis: 'recording' });
    expect(await basisOf(files.apart, files.apart)).toMatchObject({ basis: 'recording' });
  });
});

describe('a group that is not there', () => {
  const commands = (file: string, group: string): [string, string[]][] => [
    ['report', ['report', file, '--group', group]],
    ['diff', ['diff', file, file, '--group', group]],
    ['diff --group-b', ['diff', file, '--group-b', group]],
    ['convert', ['convert', file, '--group', group, '--format', 'collapsed']],
  ];

  it.each([
    ['apart', 'late', 'It has "fast", "slow": name one of these'],
    ['fastAlone', 'slow', 'It has "fast": name one of these'],
    ['together', 'slow', 'recorded without --slow-calls and --split'],
  ] as const)('in %s: %s is refused, with the file and what there is', async (name, group, remedy) => {
    for (const [title, command] of commands(files[name], group)) {
      const { code, out, err } = await sluice(...command);
      expect({ code, out }, title).toEqual({ code: 2, out: '' });
      expect(err, title).toContain(`${name}.sluice: The recording has no group of root calls "${group}"`);
      expect(err, title).toContain(remedy);
    }
  });

  it('leaves nothing to compare: a recording alone, or twice the same root calls of it', async () => {
    const alone = await sluice('diff', files.fastAlone, '--group', 'fast');
    expect(alone).toMatchObject({
      code: 2,
      err: expect.stringContaining('--group fast --group-b slow') as string,
    });
    const same = await sluice('diff', files.apart, '--group', 'slow', '--group-b', 's*');
    expect(same.code).toBe(2);
    expect(same.err).toContain('Both sides are the same root calls');
  });
});
