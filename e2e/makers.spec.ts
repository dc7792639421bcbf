import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { JDKS } from './fixtures/jdks.ts';
import { madeIn, summed, type MadeRow } from './fixtures/madeRows.ts';

/**
 * Each class has a way of its own to be made, and its constructor counts: how many there are, and in which method's call. In the
 * constructor of Below is one more Supplied each, by a reference that was linked before the root was called.
 */
const MADE = `
Below       Makers.references     5
Bridged     Makers.references    40
Found       Makers.handles      300
Hidden      Makers.references    30
Linked      Makers.handles       70
Listed      Makers.handles       60
Mapped      Makers.references   200
Read        Makers.reflection    26
Reflected   Makers.reflection    80
Served      Makers.reflection     9
Supplied    Makers$Below.<init>   5
Supplied    Makers.references  1000
Throwing    Makers.references     6
Unreflected Makers.handles       50
`;

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-makers-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function linesOf(rows: readonly MadeRow[]): readonly string[] {
  const ofProgram = rows.filter(({ made }) => /^Makers\$\w+$/.test(made));
  const sums = summed(ofProgram, ({ made, method }) => {
    const by = method.replace(/\(.*/, '').replace(/^new (\S+)/, '$1.<init>');
    return `${made.replace('Makers$', '')} ${by}`;
  });
  return [...sums].map(([key, [objects]]) => `${key} ${objects}`).sort();
}

const EXPECTED = MADE.split('\n')
  .filter((line) => line !== '')
  .map((line) => line.replace(/ +/g, ' '));

for (const jdk of JDKS)
  for (const scheme of ['lazy', 'everything'])
    test(`${jdk.name}, launched, ${scheme}: what hidden classes, method handles and reflection make is counted once, for who called them`, async () => {
      const rows = await madeIn(jdk, folder, ['--scheme', scheme], 'Makers', 'launched');
      expect(linesOf(rows)).toEqual(EXPECTED);
      const lists = rows.filter(
        ({ made, method }) => made === 'java.util.ArrayList' && method.startsWith('Makers.references'),
      );
      expect(lists.map(({ numbers }) => numbers[0])).toEqual([17]);
    });

for (const jdk of JDKS)
  test(`${jdk.name}, attached: the same, but for what was linked before`, async () => {
    const rows = await madeIn(jdk, folder, [], 'Makers');
    const before = /^Supplied Makers\$Below/;
    expect(linesOf(rows).filter((line) => !before.test(line))).toEqual(
      EXPECTED.filter((line) => !before.test(line)),
    );
  });
