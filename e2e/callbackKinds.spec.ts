import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ensure } from '../shared/base/assert.ts';
import { callbackSource, type CallbackKind } from './callbacks/callbackKind.ts';
import { CALLBACK_KINDS } from './callbacks/callbackKinds.ts';
import { reportOf, runCli, startRecording, type Report } from './fixtures/cli.ts';
import { JDKS, type Jdk } from './fixtures/jdks.ts';
import { LineReader } from './fixtures/lineReader.ts';

/** In the usual tests, one of each rule: named by an interface, looked up by name, reflected, from a proxy, on other threads. */
const QUICK = ['SaxHandler', 'DomFilter', 'Provider', 'Serialising', 'Executing'];

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-callbacks-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const isQuick = ({ name }: CallbackKind): boolean => QUICK.includes(name);

const compiled = new Set<string>();

/** All at once, for javac takes a second to start; but the usual tests wait for none of the others. */
function provideProgram(kind: CallbackKind): void {
  if (compiled.has(kind.name)) return;
  const together = CALLBACK_KINDS.filter((other) => isQuick(other) === isQuick(kind));
  const sources = join(folder, 'callbacks');
  mkdirSync(sources, { recursive: true });
  for (const each of together) {
    writeFileSync(join(sources, `${each.name}.java`), callbackSource(each));
    if (each.service !== undefined) provideService(each.name, each.service);
    compiled.add(each.name);
  }
  const files = together.map(({ name }) => join(sources, `${name}.java`));
  const options = ['-nowarn', '-Xlint:none', '-proc:none', '-d', folder];
  execFileSync(JDKS[0].tool('javac'), [...options, ...files], { stdio: 'pipe' });
}

/** In a folder of its own: what one program provides, no other looks for. */
function provideService(name: string, service: string): void {
  const services = join(folder, name, 'META-INF', 'services');
  mkdirSync(services, { recursive: true });
  writeFileSync(join(services, service), `callbacks.${name}$P\n`);
}

interface Recorded {
  readonly report: Report;
  /** Of each callback, as the program itself counted it. */
  readonly hits: readonly number[];
}

function optionsOf(kind: CallbackKind, scheme: string): readonly string[] {
  return ['--scheme', scheme, '--clock', 'none', ...(kind.threads === true ? ['--follow-threads'] : [])];
}

function commandOf({ name }: CallbackKind): readonly string[] {
  const classPath = [folder, join(folder, name)].join(delimiter);
  return ['-Djava.awt.headless=true', '-cp', classPath, `callbacks.${name}`];
}

function hitsOf(output: string): readonly number[] {
  const [, list] = ensure(/^hits \[(.*)\]$/m.exec(output), 'hits');
  return list.split(', ').map(Number);
}

async function launched(jdk: Jdk, kind: CallbackKind, scheme: string): Promise<Recorded> {
  const file = join(folder, `${kind.name}-${jdk.feature}-${scheme}.sluice`);
  const options = ['--root', `callbacks.${kind.name}::root`, ...optionsOf(kind, scheme), '-o', file];
  const program = [jdk.tool('java'), ...commandOf(kind)];
  const { code, stdout, stderr } = await runCli(['launch', ...options, '--', ...program]);
  expect(code, stderr).toBe(0);
  return { report: await reportOf(file), hits: hitsOf(stdout) };
}

async function attached(jdk: Jdk, kind: CallbackKind, scheme: string): Promise<Recorded> {
  const file = join(folder, `${kind.name}-${jdk.feature}-${scheme}-attached.sluice`);
  const program = spawn(jdk.tool('java'), [...commandOf(kind), 'gate'], { stdio: 'pipe' });
  try {
    const stdout = new LineReader(program.stdout);
    await stdout.waitFor(/^ready/);
    const pid = ensure(program.pid, 'pid');
    const root = `callbacks.${kind.name}::root`;
    const recording = await startRecording(pid, root, file, optionsOf(kind, scheme));
    program.stdin.write('\n');
    await stdout.waitFor(/^hits/);
    const { code, stderr } = await recording.stop();
    expect(code, stderr).toBe(0);
    return { report: await reportOf(file), hits: hitsOf(stdout.text) };
  } finally {
    program.kill('SIGKILL');
  }
}

function expectAllCounted({ name, callbacks }: CallbackKind, { report, hits }: Recorded): void {
  const counted = callbacks.map((callback) => {
    const [nested, method] = callback.split('.');
    return report.methods
      .filter(
        (each) => each.class === `callbacks.${name}$${nested}` && each.method.replace(/\(.*/, '') === method,
      )
      .reduce((sum, { calls }) => sum + calls, 0);
  });
  const told = Object.fromEntries(callbacks.map((callback, i) => [callback, counted[i]]));
  expect(told).toEqual(Object.fromEntries(callbacks.map((callback, i) => [callback, hits[i]])));
  expect(callbacks.filter((_, i) => hits[i] === 0)).toEqual([]); // a program that calls nothing shows nothing
  expect(report).toMatchObject({ complete: true, losses: [], droppedEvents: 0 });
}

const WAYS = { launched, attached };

/** Of all combinations one for each way. */
function isUsual(way: keyof typeof WAYS, jdk: Jdk, scheme: string): boolean {
  return way === 'launched'
    ? jdk === JDKS.at(-1) && scheme === 'lazy'
    : jdk === JDKS[0] && scheme === 'eager';
}

/** `npm test` has the quick kinds in each way, `npm run test:all` each kind in one, `npm run test:long` all. */
function detailsOf(kind: CallbackKind, way: keyof typeof WAYS, usual: boolean): { tag?: string } | null {
  if (usual && isQuick(kind)) return {};
  return (usual && way === 'launched') || process.env.SLUICE_LONG ? { tag: '@slow' } : null;
}

for (const kind of CALLBACK_KINDS) {
  for (const jdk of JDKS) {
    for (const scheme of ['lazy', 'eager']) {
      for (const way of ['launched', 'attached'] as const) {
        const details = detailsOf(kind, way, isUsual(way, jdk, scheme));
        if (details === null) continue;
        test(
          `${kind.name}: what the JDK calls back is counted in a program that has nothing else, ${jdk.name}, ${scheme}, ${way}`,
          details,
          async () => {
            provideProgram(kind);
            expectAllCounted(kind, await WAYS[way](jdk, kind, scheme));
          },
        );
      }
    }
  }
}
