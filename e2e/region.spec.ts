import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { openPage, startApp } from './fixtures/app.ts';
import { installedCodeOf } from './fixtures/installedCode.ts';
import { runCli, spawnCli } from './fixtures/cli.ts';
import { JDKS, type Jdk } from './fixtures/jdks.ts';
import { startTarget, type Target } from './fixtures/targets.ts';
import { LATE_ROOT_CLASS } from './rootTrees.ts';

/** What `sluice region --format json` says; only what the specs look at. */
interface Region {
  readonly method: string;
  readonly passes: number;
  readonly timed: number;
  readonly minNs: number;
  readonly maxNs: number;
  readonly elapsedMs: number;
  readonly percentiles: readonly { readonly percent: number; readonly ns: number }[];
  readonly bars: readonly { readonly passes: number }[];
}

/** Times a region while the program obeys the words. */
async function timed(program: Target, args: readonly string[], ...words: readonly string[]): Promise<Region> {
  const cli = spawnCli(['region', String(program.pid), '--format', 'json', ...args]);
  await cli.stderr.waitFor(/^timing/);
  for (const word of words) await program.send(word);
  cli.kill('SIGINT');
  expect(await cli.code, cli.stderr.text).toBe(0);
  return JSON.parse(cli.stdout.text) as Region;
}

function markedLines(): string {
  const source = readFileSync(new URL('targets/Regions.java', import.meta.url), 'utf8').split('\n');
  const line = (mark: string): number => source.findIndex((text) => text.endsWith(mark)) + 1;
  return `${line('// from')}-${line('// to')}`;
}

function started(jdk: Jdk): Promise<Target> {
  return startTarget(jdk, 'Regions');
}

for (const jdk of JDKS) {
  test(`passes are exact and times plausible, and the class is as it was, ${jdk.name}`, async () => {
    const program = await started(jdk);
    try {
      await program.send('run');
      const codeBefore = await installedCodeOf(jdk, program.pid, 'Regions');

      const spin = await timed(program, ['--method', 'Regions::spin'], 'run', 'run');
      expect(spin.method).toBe('Regions::spin(long)');
      expect(spin).toMatchObject({ passes: 20, timed: 20 });
      expect(spin.minNs).toBeGreaterThanOrEqual(200_000);
      expect(spin.maxNs).toBeLessThanOrEqual(spin.elapsedMs * 1e6);
      expect(spin.percentiles[0].ns).toBeGreaterThanOrEqual(spin.minNs);
      expect(spin.bars.reduce((sum, { passes }) => sum + passes, 0)).toBe(20);

      const lines = ['--method', 'Regions::branches', '--lines', markedLines()];
      expect(await timed(program, lines, 'run')).toMatchObject({ passes: 14, timed: 14 });
      // Without a method, the lines tell which one it is.
      expect(await timed(program, ['--method', 'Regions', ...lines.slice(2)], 'run')).toMatchObject({
        method: 'Regions::branches(int)',
        passes: 14,
      });

      expect(await timed(program, ['--method', 'Regions::race(int)'], 'run')).toMatchObject({
        passes: 4_000,
      });
      const recursion = await timed(program, ['--method', 'Regions::recursion'], 'run');
      expect(recursion.passes).toBe(10);

      expect(await installedCodeOf(jdk, program.pid, 'Regions')).toEqual(codeBefore);
      expect(program.errors.text).not.toMatch(/Exception|Error/);
    } finally {
      await program.stop();
    }
  });

  test(`passes that end by a stack overflow are counted, ${jdk.name}`, async () => {
    const program = await started(jdk);
    try {
      const { passes } = await timed(program, ['--method', 'Regions::overflow'], 'other', 'other', 'other');
      const depths = [...program.output.text.matchAll(/^entered (\d+)$/gm)].map(([, depth]) => Number(depth));
      expect(depths).toHaveLength(3);
      expect(passes).toBe(depths.reduce((sum, depth) => sum + depth, 0));
    } finally {
      await program.stop();
    }
  });

  test(`a tool that is killed leaves the class as it was, ${jdk.name}`, async () => {
    const program = await started(jdk);
    try {
      await program.send('run');
      const codeBefore = await installedCodeOf(jdk, program.pid, 'Regions');
      const cli = spawnCli(['region', String(program.pid), '--method', 'Regions::spin']);
      await cli.stderr.waitFor(/^timing/);
      expect(await installedCodeOf(jdk, program.pid, 'Regions')).not.toEqual(codeBefore);
      cli.kill('SIGKILL');
      await program.send('run');
      await expect.poll(() => installedCodeOf(jdk, program.pid, 'Regions')).toEqual(codeBefore);
      // And another tool can time it at once.
      expect(await timed(program, ['--method', 'Regions::spin'], 'run')).toMatchObject({ passes: 10 });
    } finally {
      await program.stop();
    }
  });

  test(`a class that is not loaded yet is timed from its first instruction, ${jdk.name}`, async () => {
    const program = await startTarget(jdk, LATE_ROOT_CLASS.target);
    try {
      const method = LATE_ROOT_CLASS.root;
      const region = await timed(program, ['--method', method, '--wait-for-class'], 'run');
      expect(region.passes).toBe(1);
    } finally {
      await program.stop();
    }
  });
}

for (const jdk of JDKS.filter(({ feature }) => feature >= 21)) {
  test(`virtual threads that change their carriers are timed, ${jdk.name}`, async () => {
    const program = await startTarget(jdk, 'VirtualThreads');
    try {
      expect(await timed(program, ['--method', 'VirtualThreads::root'], 'run')).toMatchObject({
        passes: 1_000,
      });
      expect(await timed(program, ['--method', 'VirtualThreads::leaf'], 'run')).toMatchObject({
        passes: 10_000,
      });
    } finally {
      await program.stop();
    }
  });
}

test('in the window a method is timed live, and another one after it', async ({ page }) => {
  const app = await startApp();
  const program = await started(JDKS[0]);
  try {
    await openPage(page, app);
    await page
      .getByRole('grid', { name: 'Running JVMs' })
      .getByRole('row', { name: String(program.pid) })
      .click();
    await page.getByRole('button', { name: 'Attach', exact: true }).click();
    await page.getByRole('tab', { name: 'Region' }).click();
    const region = page.getByRole('region', { name: 'Timed region' });
    const time = async (method: string, lines: string): Promise<void> => {
      await region.getByRole('textbox', { name: 'Method' }).fill(method);
      await region.getByRole('textbox', { name: 'Lines' }).fill(lines);
      await region.getByRole('button', { name: 'Time it' }).click();
      await expect(region.getByRole('button', { name: 'Stop timing' })).toBeEnabled();
    };
    const passes = region.locator('dd').first();
    await time('Regions::spin', '');
    await program.send('run');
    await expect(passes).toHaveText('10');
    await program.send('run');
    await expect(passes).toHaveText('20');
    await expect(region.getByRole('img', { name: /Histogram of 20 passes/ })).toBeVisible();
    await region.getByRole('button', { name: 'Stop timing' }).click();

    await time('Regions', markedLines());
    await program.send('run');
    await expect(passes).toHaveText('14');
    await page.getByRole('button', { name: 'Detach', exact: true }).click();
    await expect(page.getByRole('grid', { name: 'Running JVMs' })).toBeVisible();
    await program.send('run');
  } finally {
    await program.stop();
    await app.stop();
  }
});

test('the program ends: what it has told until then is shown', async () => {
  const program = await started(JDKS[0]);
  try {
    const cli = spawnCli(['region', String(program.pid), '--method', 'Regions::spin']);
    await cli.stderr.waitFor(/^timing/);
    await program.send('run');
    program.process.stdin?.write('exit\n');
    expect(await cli.code, cli.stderr.text).toBe(0);
    expect(cli.stderr.text).toContain('the session ended');
    expect(cli.stdout.text).toMatch(/^10 passes in /m);
  } finally {
    await program.stop();
  }
});

test('what cannot be timed is refused with the methods and lines that there are', async () => {
  const program = await started(JDKS[0]);
  try {
    const refusal = async (...args: string[]): Promise<string> => {
      const { code, stderr } = await runCli(['region', String(program.pid), '--duration', '1s', ...args]);
      expect(code, stderr).toBe(2);
      return stderr;
    };
    expect(await refusal('--method', 'Regions::race')).toMatch(
      /2 methods match: race\(int\) in lines \d+, race\(String\) in lines \d+\.\s+Name one of them/,
    );
    expect(await refusal('--method', 'Regions::spin', '--lines', '1-2')).toMatch(
      /Regions::spin lines 1-2: there is no code in them\.\s+Code there is: spin\(long\) in lines \d+-\d+/,
    );
    expect(await refusal('--method', 'Regions', '--lines', '1-400')).toMatch(
      /methods have code there: .*Name one/s,
    );
    expect(await refusal('--method', 'Regions::none')).toMatch(
      /has no such method\.\s+Its methods are: .*spin/,
    );
    expect(await refusal('--method', 'Rejions::spin')).toMatch(/no such class is loaded/);
    expect(await refusal('--method', 'Regions::spin', '--lines', '9-3')).toContain('the smaller first');
    expect(await refusal()).toContain('No method is given');
    const { passes } = await timed(program, ['--method', 'Regions::spin'], 'run');
    expect(passes).toBe(10);
  } finally {
    await program.stop();
  }
});
