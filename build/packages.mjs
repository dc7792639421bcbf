import { existsSync, readFileSync } from 'node:fs';
import { Problem, run, say } from './command.mjs';
import { ROOT, fromRoot } from './tree.mjs';

/** Runs `npm ci` unless node_modules already holds what package-lock.json asks for. */
export async function installPackages() {
  if (packagesAreInstalled()) return;
  say('Installing the npm packages (once) ...');
  const npmScript = process.env.npm_execpath; // set when npm runs us; also right where `npm` is npm.cmd
  const [program, ...before] = npmScript?.endsWith('.js') ? [process.execPath, npmScript] : ['npm'];
  const args = [...before, 'ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await run(program, args, {
    cwd: ROOT,
    capture: true,
    shell: program === 'npm' && process.platform === 'win32',
  }).catch((error) => ({ code: 1, output: String(error) }));
  if (code !== 0) {
    throw new Problem(
      `npm ci failed, so Sluice cannot be built. npm said:\n${lastLines(output, 12)}\n` +
        'Check that the npm registry can be reached (proxy, `npm config get registry`) and run the command again.',
    );
  }
}

/**
 * npm notes what it installed in node_modules/.package-lock.json: each package of package-lock.json must be there in
 * the same version, but for optional ones, which npm leaves out on other systems.
 */
function packagesAreInstalled() {
  const installedFile = fromRoot('node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const wanted = JSON.parse(readFileSync(fromRoot('package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages;
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '') return true;
    const found = installed[path];
    return found ? found.version === version : optional === true;
  });
}

function lastLines(text, count) {
  return text.trimEnd().split('\n').slice(-count).join('\n');
}
