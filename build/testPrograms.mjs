import { existsSync } from 'node:fs';
import { canInstall, install, startsNoServices } from './debian.mjs';

/**
 * Real programs that the end-to-end tests record, as Debian's packages have them. Where we may, they are installed;
 * a test whose program is missing is skipped with that reason.
 * @typedef {{ packages: readonly string[], paths: Readonly<Record<string, string>>, isService?: boolean }} TestProgram
 */

/** OpenJDK's Notepad demo, and a display without a screen to show it on. */
export const NOTEPAD = {
  packages: ['openjdk-17-demo', 'openjdk-17-jre', 'xvfb'],
  paths: {
    jar: '/usr/share/doc/openjdk-17-jre-headless/demo/jfc/Notepad/Notepad.jar',
    displayServer: '/usr/bin/Xvfb',
  },
};

/** Tomcat with its example applications. */
export const TOMCAT = {
  packages: ['tomcat10-common', 'tomcat10-examples', 'tomcat10-user'],
  paths: {
    home: '/usr/share/tomcat10',
    configuration: '/usr/share/tomcat10/skel/conf',
    examples: '/usr/share/tomcat10-examples/examples',
    bootstrap: '/usr/share/tomcat10/bin/bootstrap.jar',
  },
};

/** A display with a window manager, keys that are pressed there, and what Electron is linked with. */
export const DESKTOP = {
  packages: [
    ...['xvfb', 'openbox', 'xdotool', 'libgtk-3-0', 'libnss3', 'libasound2', 'libgbm1', 'libatk-bridge2.0-0'],
    ...['libcups2', 'libxss1', 'libnotify4', 'libxtst6', 'libsecret-1-0'],
  ],
  paths: {
    displayServer: '/usr/bin/Xvfb',
    windowManager: '/usr/bin/openbox',
    keys: '/usr/bin/xdotool',
  },
};

/** A C compiler, for the agent of the tests that reads the code a JVM runs (e2e/fixtures/installedCode.c). */
export const C_COMPILER = { packages: ['gcc', 'libc6-dev'], paths: { cc: '/usr/bin/cc' } };

/** A machine to go to by ssh: this one. Nobody's machine gets a server that listens for the sake of a test. */
export const SSH_SERVER = {
  isService: true,
  packages: ['openssh-server', 'openssh-client'],
  paths: { sshd: '/usr/sbin/sshd', ssh: '/usr/bin/ssh', keygen: '/usr/bin/ssh-keygen' },
};

/** @param {TestProgram} program */
export function isThere({ paths }) {
  return Object.values(paths).every((path) => existsSync(path));
}

/** Installs what is missing. @param programs all of them unless told */
export async function provideTestPrograms(programs = [NOTEPAD, TOMCAT, C_COMPILER, SSH_SERVER]) {
  for (const program of programs) {
    const mayBe = canInstall() && (!program.isService || startsNoServices());
    if (!isThere(program) && mayBe) await install([...program.packages]);
  }
}
