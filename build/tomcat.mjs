import { existsSync } from 'node:fs';
import { canInstall, install } from './debian.mjs';

const HOME = '/usr/share/tomcat10';
const EXAMPLES = '/usr/share/tomcat10-examples/examples';

/**
 * Tomcat with its example applications: Debian's packages, installed where we may.
 * @returns whether it is there; the test that needs it is else skipped with that reason
 */
export async function provideTomcat() {
  if (!isThere() && canInstall()) await install(['tomcat10-common', 'tomcat10-examples']);
  return isThere();
}

function isThere() {
  return existsSync(`${HOME}/bin/bootstrap.jar`) && existsSync(EXAMPLES);
}
