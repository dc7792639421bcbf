import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { sluice } from './testing/commandLine.ts';

const NAMES = {
  run: { className: 'org.tomcat.Worker', name: 'run', descriptor: '()V' },
  order: { className: 'com.acme.Orders', name: 'order', descriptor: '()V' },
  sort: { className: 'java.util.ArrayList', name: 'sort', descriptor: '()V' },
  compare: { className: 'com.acme.Orders', name: 'compare', descriptor: '()V' },
};
const SCRIPT = 'main: 0>run 10>order 20>sort 40>compare 50<compare 60<sort 70<order 100<run';

let folder = '';
const path = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-test-'));
  const write = (name: string, script: string, ownPackages?: readonly string[]): void => {
    const { target, ...rest } = exampleSnapshot(script, {}, NAMES);
    const own = ownPackages === undefined ? {} : { ownPackages };
    writeFileSync(path(name), encodeSnapshot({ ...rest, target: { ...target, ...own } }));
  };
  write('told.sluice', SCRIPT, ['com.acme']);
  write('slower.sluice', SCRIPT.replace('100<run', '160<run'));
  write('others.sluice', SCRIPT, ['com.other']);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface JsonNode {
  readonly method: string;
  readonly selfNs: number;
  readonly children: readonly JsonNode[];
}

function linesOf(nodes: readonly JsonNode[], indent = ''): readonly string[] {
  return nodes.flatMap(({ method, selfNs, children }) => [
    `${indent}${method} ${selfNs}`,
    ...linesOf(children, `${indent}  `),
  ]);
}

describe('--my-code', () => {
  it('folds other frames into their own callers, and shows what has none', async () => {
    const { out, err } = await sluice(
      'report',
      '--my-code',
      path('told.sluice'),
      '--view',
      'tree',
      '--format',
      'json',
    );
    expect(err).toBe('');
    const { trees, steps } = JSON.parse(out) as { trees: readonly JsonNode[]; steps: readonly object[] };
    expect(linesOf(trees[0].children)).toEqual(['order 50', '  compare 10', 'other 40']);
    expect(steps).toEqual([{ kind: 'myCode', packages: ['com.acme'] }]);
  });

  it('is told above the table, with its packages', async () => {
    const { out } = await sluice('report', path('told.sluice'), '--my-code', '--view', 'hot');
    expect(out).toContain('Steps: My Code: com.acme\n');
    expect(out).not.toContain('sort');
  });

  it('compares where one of two recordings tells its own packages', async () => {
    const { out } = await sluice(
      ...[
        'diff',
        path('told.sluice'),
        path('slower.sluice'),
        '--my-code',
        '--view',
        'hot',
        '--format',
        'json',
      ],
    );
    const { rows } = JSON.parse(out) as { readonly rows: readonly { readonly method: string }[] };
    expect(rows.map(({ method }) => method).sort()).toEqual(['compare', 'order', 'other']);
  });

  it.each([
    [
      ['report', 'slower.sluice'],
      "--my-code: the recording does not tell which packages are the program's own.",
    ],
    [['diff', 'slower.sluice', 'slower.sluice'], '--my-code: the recording does not tell'],
    [['report', 'others.sluice'], 'No method of the recording is in com.other.'],
  ])('is refused for %j, with what to do', async ([command, ...files], sentence) => {
    const refused = await sluice(command, ...files.map(path), '--my-code', '--view', 'tree');
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining(sentence) });
    if (files[0] === 'slower.sluice') expect(refused.err).toContain('--only com.acme');
  });

  it('is a fact that the recording has in its JSON, where it is known', async () => {
    const targetOf = async (name: string): Promise<unknown> =>
      (JSON.parse((await sluice('report', path(name), '--format', 'json')).out) as { target: unknown })
        .target;
    expect(await targetOf('told.sluice')).toMatchObject({ ownPackages: ['com.acme'] });
    expect(await targetOf('slower.sluice')).not.toHaveProperty('ownPackages');
  });
});
