import { existsSync } from 'node:fs';
import { canInstall, install } from './debian.mjs';

const JAR = '/usr/share/doc/openjdk-17-jre-headless/demo/jfc/Notepad/Notepad.jar';
const DISPLAY_SERVER = '/usr/bin/Xvfb';

/**
 * OpenJDK's Notepad demo, and a display without a screen to show it on: Debian's packages, installed where we may.
 * @returns the path of the jar; "" when either is missing: the test that needs them is then skipped with that reason
 */
export async function provideNotepad() {
  if (!isThere() && canInstall()) await install(['openjdk-17-demo', 'openjdk-17-jre', 'xvfb']);
  return isThere() ? JAR : '';
}

function isThere() {
  return existsSync(JAR) && existsSync(DISPLAY_SERVER);
}
