import { afterEach, expect, it, vi } from 'vitest';
import { recording } from '../testing/revelationBench.ts';

afterEach(() => void vi.restoreAllMocks());

const METHODS = Array.from({ length: 200 }, (_, i) => `m${i}`);
const WIDE = `class Main {
  static void root() { ${METHODS.map((name) => `${name}(0);`).join(' ')} }
  ${METHODS.map((name) => `static void ${name}(int i) { if (i > 0) root(); }`).join(' ')}
}`;

/** From now on 50 ms pass between two looks at the clock, as where the tool has a small share of a core. */
function starve(): void {
  let nowMs = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 50));
}

it.each(['lazy', 'eager'] as const)(
  'long work that nothing can interrupt says that it gets on, %s',
  async (scheme) => {
    if (scheme === 'eager') starve();
    const { jvm, workSteps } = await recording(WIDE, ['Main'], { scheme });
    if (scheme === 'lazy') {
      expect(workSteps.count).toBe(0);
      starve();
      await jvm.invoke('Main.root');
    }
    expect(workSteps.count).toBeGreaterThan(2);
  },
);
