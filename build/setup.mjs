import { Problem } from './command.mjs';
import { BUNDLE_NAMES, bundle } from './bundle.mjs';
import { buildDemo } from './demo.mjs';
import { withLock } from './lock.mjs';
import { installPackages } from './packages.mjs';
import { fromRoot } from './tree.mjs';

const OLDEST_NODE = 20;

/**
 * Makes everything that a command of this checkout needs, from nothing, and only what is missing or stale: npm
 * packages, the agent's jar, the demo program, bundles. Safe to run many times at once.
 * @param bundles names of build/bundle.mjs; all of them unless told
 */
export async function setUp({ bundles = BUNDLE_NAMES, quiet = true } = {}) {
  checkNode();
  await withLock(fromRoot('.cache', 'setup.lock'), async () => {
    await installPackages();
    const { buildAgent } = await import('./java.mjs');
    await buildAgent({ quiet });
    await buildDemo({ quiet });
    await bundle(bundles, { quiet });
  });
}

function checkNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= OLDEST_NODE) return;
  throw new Problem(
    `Sluice needs Node ${OLDEST_NODE} or newer, and this is ${process.versions.node}. ` +
      'Install a newer one (https://nodejs.org) and run the command again.',
  );
}
