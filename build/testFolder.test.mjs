import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeAbandoned } from './testFolder.mjs';
import { fromRoot } from './tree.mjs';

let parent;
beforeEach(() => (parent = mkdtempSync(join(tmpdir(), 'sluice-parent-'))));
afterEach(() => rmSync(parent, { recursive: true, force: true }));

/** A test run that executes `script` with its folder in `parent`. */
function run(script) {
  const env = { ...process.env, TMPDIR: parent };
  delete env.SLUICE_TEST_FOLDER;
  const module = JSON.stringify(fromRoot('build', 'testFolder.mjs'));
  const text = `import { useTestFolder } from ${module};
    import { mkdirSync } from 'node:fs'; import { tmpdir } from 'node:os'; import { join } from 'node:path';
    useTestFolder(); ${script}`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', text], { env, encoding: 'utf8' });
}

it('what a test leaves goes with the run and is named, also when the run fails', () => {
  const { status, stdout, stderr } = run(
    `mkdirSync(join(tmpdir(), 'sluice-left')); console.log(tmpdir()); throw new Error('failed')`,
  );
  expect(status).toBe(1);
  expect(stdout.trim()).toMatch(new RegExp(`^${parent}/sluice-tests-`));
  expect(stderr).toContain('Tests left behind, and it was removed: sluice-left');
  expect(readdirSync(parent)).toEqual([]);
});

it('a worker has the folder of its run', () => {
  const { stdout } = run(`import('node:child_process').then(({ execFileSync }) => {
    const worker = 'import { useTestFolder } from ' + ${JSON.stringify(JSON.stringify(fromRoot('build', 'testFolder.mjs')))} +
      '; useTestFolder(); console.log(process.env.TMPDIR)';
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', worker], { encoding: 'utf8' });
    console.log(said.trim() === tmpdir());
  });`);
  expect(stdout.trim()).toBe('true');
});

it('what a killed run left goes with the next; that of one that runs stays', () => {
  const { stdout } = run(`console.log(tmpdir()); process.kill(process.pid, 'SIGKILL')`);
  const killed = stdout.trim();
  const running = join(parent, `sluice-tests-${process.pid}-abc`);
  mkdirSync(running);
  expect(existsSync(killed)).toBe(true);
  removeAbandoned(parent);
  expect(readdirSync(parent).map((name) => join(parent, name))).toEqual([running]);
});
