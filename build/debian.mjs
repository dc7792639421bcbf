import { existsSync } from 'node:fs';
import { run, say } from './command.mjs';

/** Whether packages can be installed here without asking anybody: Debian, and we are root. */
export function canInstall() {
  return process.platform === 'linux' && process.getuid() === 0 && existsSync('/usr/bin/apt-get');
}

/** Whether a service that is installed here is not started: so it is in images of containers (policy-rc.d, without systemd). */
export function startsNoServices() {
  return existsSync('/usr/sbin/policy-rc.d') && !existsSync('/run/systemd/system');
}

/** Installs Debian packages, and says so; that it could not is said too, and no more. */
export async function install(packages) {
  const names = packages.join(' ');
  say(`Installing the Debian packages ${names} ...`);
  const options = { capture: true, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  await run('apt-get', ['update'], options);
  const args = ['install', '-y', '--no-install-recommends', ...packages];
  const { code, output } = await run('apt-get', args, options);
  if (code !== 0) say(`apt-get could not install ${names}: ${output.trim().split('\n').at(-1)}`);
}
