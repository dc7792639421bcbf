import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { fromRoot } from './tree.mjs';

/** A script as a Node of that version would run it, as far as the script can tell. */
function runBy(version, script, ...args) {
  const versions = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  const simulated = `data:text/javascript,${encodeURIComponent(versions)}`;
  return spawnSync(process.execPath, ['--import', simulated, fromRoot(script), ...args], {
    encoding: 'utf8',
  });
}

/** All by which it is started; `npm start` runs the engine of the second. */
const SCRIPTS = [
  'dist/cli/sluice.js',
  'dist/engine/serverMain.js',
  'build/start.mjs',
  'build/sluice.mjs',
  'build/build.mjs',
];

it.each(SCRIPTS)('%s says in a sentence that Node is too old, and does nothing', (script) => {
  for (const version of ['16.20.2', '18.20.8', '20.12.2']) {
    const { status, stdout, stderr } = runBy(version, script, '--no-open');
    expect(stderr.replace(/^sluice: /, '')).toBe(
      `Sluice needs Node 20.13 or newer, and this is ${version}. Install a newer one (https://nodejs.org) and run the command again.\n`,
    );
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  }
});

it('the oldest Node that will do, and all newer ones, run the command line', () => {
  for (const version of ['20.13.0', '21.0.0', '22.1.0', '26.12.0'])
    expect(runBy(version, 'dist/cli/sluice.js', '--version')).toMatchObject({ status: 0, stderr: '' });
});
