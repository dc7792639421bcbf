import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ensure } from '../../shared/base/assert.ts';
import { LineReader } from '../../e2e/fixtures/lineReader.ts';
import { VisualVmDriver } from '../realPrograms/visualVmDriver.ts';
import type { Contender, Outcome, Running } from './contender.ts';

/** Beside the time that it records: it may not end. */
const RUN_LIMIT_MS = 300_000;

/**
 * The engine of a VisualVM, attached, core classes left out: bench/realPrograms/VisualVmEngine.java.
 * @param folder for what it writes
 * @param home of VisualVM
 */
export function visualVm(folder: string, home: string): Contender {
  return {
    name: 'VisualVM',
    goals: null,
    async record(running, forMs) {
      const driver = new VisualVmDriver(running.jdk, join(folder, `visualvm-${running.jdk.feature}`), home);
      if (!driver.isThere) throw new Error(`${home} is not a folder of VisualVM with its engine`);
      await driver.prepare();
      const pid = String(running.application.pid);
      return attach(driver.java, driver.arguments('attach', ...rootOf(running), pid, String(forMs)));
    },
  };
}

async function attach(java: string, args: readonly string[]): Promise<Outcome> {
  const startAtMs = performance.now();
  const child = spawn(java, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const limit = setTimeout(() => child.kill('SIGKILL'), RUN_LIMIT_MS);
  const closed = once(child, 'close');
  const errors = new LineReader(child.stderr);
  const lines = new LineReader(child.stdout);
  const at = new Map<string, number>();
  child.stdout.on('data', () => {
    for (const [, name] of lines.text.matchAll(/^PEER (first|detaching|detached) /gm))
      if (!at.has(name)) at.set(name, performance.now());
  });
  try {
    await closed;
  } finally {
    clearTimeout(limit);
  }
  const detachAtMs = at.get('detaching');
  const detachedAtMs = at.get('detached');
  if (detachAtMs === undefined || detachedAtMs === undefined)
    throw new Error(`it did not end as it should: ${(errors.text || lines.text).slice(0, 300)}`);
  const value = (name: string): number =>
    Number(new RegExp(`^PEER ${name} (\\d+)$`, 'm').exec(lines.text)?.[1] ?? NaN);
  return {
    ...{ startAtMs, detachAtMs, detachedAtMs },
    wholeRootAtMs: at.get('first') ?? null, // when it tells its window that there are results
    instrumented: value('instrumented'),
    called: value('called'),
    rootCalls: value('rootCalls'),
    faults: [...lines.text.matchAll(/^PEER failed (.*)$/gm)].map(([, text]) => text),
  };
}

/** Class, name and descriptor, as javap tells it. */
function rootOf({ jdk, source, classPath }: Running): string[] {
  const [className, name] = source.root.method.split('::');
  const told = execFileSync(jdk.tool('javap'), ['-s', '-p', '-cp', classPath, className], {
    encoding: 'utf8',
  });
  const [, descriptor] = ensure(
    new RegExp(` ${name}\\(.*\\n\\s+descriptor: (\\S+)`).exec(told),
    `descriptor of ${source.root.method}`,
  );
  return [className, name, descriptor];
}
