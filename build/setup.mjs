import { BUNDLE_NAMES, bundle } from './bundle.mjs';
import { buildDemo } from './demo.mjs';
import { withLock } from './lock.mjs';
import { checkNode } from './nodeVersion.mjs';
import { installPackages } from './packages.mjs';
import { fromRoot } from './tree.mjs';

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
