import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { buildApplication, startApplication } from './applications/application.ts';
import { APPLICATIONS } from './applications/applications.ts';
import { Load } from './applications/load.ts';
import { CLI, reportOf, startRecording } from './fixtures/cli.ts';
import { installedCodeOf } from './fixtures/installedCode.ts';
import { JDKS } from './fixtures/jdks.ts';
import { LineReader } from './fixtures/lineReader.ts';

/** So many root calls at least. */
const CALLS = 10;
/** To start, to compile and to answer beside other work. */
const LIMIT_MS = 240_000;

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-applications-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

for (const source of APPLICATIONS) {
  for (const jdk of JDKS) {
    test(`own code of ${source.name} is recorded under load, exactly, and left as it was, ${jdk.name}`, async () => {
      test.setTimeout(4 * LIMIT_MS);
      const { name, root, turn } = source;
      const into = join(folder, `${name}-${jdk.feature}`);
      const application = await startApplication(jdk, source, buildApplication(jdk, source, into));
      try {
        const load = new Load(application.address, turn, 1);
        /** Requests of the root between two moments: those that were answered within, or were under way at one of them as well. */
        const requests = (fromMs: number, toMs: number, isWhole: boolean): number =>
          load.answered.filter(
            ({ request, atMs, tookMs }) =>
              root.requests.test(request) &&
              (isWhole ? atMs >= fromMs && atMs + tookMs <= toMs : atMs + tookMs >= fromMs && atMs <= toMs),
          ).length;
        const answers = async (fromMs: number): Promise<void> =>
          expect.poll(() => requests(fromMs, Infinity, true), { timeout: LIMIT_MS }).toBeGreaterThan(CALLS);
        await answers(0);
        const own = (): ReturnType<typeof installedCodeOf> =>
          installedCodeOf(jdk, application.pid, `${name}/`);
        const codeBefore = await own();

        const askedMs = performance.now();
        const file = join(into, 'own.sluice');
        const recording = await startRecording(
          application.pid,
          root.method,
          file,
          ['--only', 'auto'],
          LIMIT_MS,
        );
        const beganMs = performance.now();
        await answers(beganMs);
        const codeMeanwhile = await own();
        const stopMs = performance.now();
        const { code, stderr } = await recording.stop();
        const endedMs = performance.now();
        await answers(endedMs);
        await load.stop(); // each answer was right

        expect(code, stderr).toBe(0);
        expect(stderr).toContain(`only your code: ${name}.**`);
        const report = await reportOf(file);
        expect(report).toMatchObject({ complete: true, losses: [], droppedEvents: 0 });
        expect(report.roots).toMatchObject([{ method: root.method.replace('::', '.') }]);
        const [{ calls, children }] = report.roots;
        expect(calls).toBeGreaterThanOrEqual(requests(beganMs, stopMs, true));
        expect(calls).toBeLessThanOrEqual(requests(askedMs, endedMs, false));
        expect(children.length).toBeGreaterThan(0);
        expect(report.methods.filter((method) => !method.class.startsWith(`${name}.`))).toEqual([]);

        expect(codeMeanwhile).not.toMatchObject(codeBefore);
        expect(await own()).toMatchObject(codeBefore); // and what was loaded since
        if (name === 'booking' && jdk.feature >= 21)
          expect(await (await fetch(`${application.address}/api/thread`)).text()).toContain('VirtualThread[');
      } finally {
        await application.stop();
      }
    });
  }
}

/** All that Tomcat answers goes through it. */
const WHOLE_SERVER = 'org.apache.catalina.core.StandardEngineValve::invoke';
const CTRL_C = '\u0003';

for (const jdk of JDKS) {
  test(`a whole server as root is asked about first, and recorded with own code and its borders, ${jdk.name}`, async () => {
    test.setTimeout(4 * LIMIT_MS);
    const source = APPLICATIONS.find(({ name }) => name === 'lending')!;
    const into = join(folder, `server-${jdk.feature}`);
    const application = await startApplication(jdk, source, buildApplication(jdk, source, into));
    try {
      const load = new Load(application.address, source.turn, 1);
      const answers = async (fromMs: number): Promise<void> =>
        expect
          .poll(() => load.answered.filter(({ atMs }) => atMs >= fromMs).length, { timeout: LIMIT_MS })
          .toBeGreaterThan(CALLS);
      await answers(0);
      const file = join(into, 'server.sluice');
      const asked = `'${process.execPath}' '${CLI}' record ${application.pid} --root '${WHOLE_SERVER}' --output '${file}'`;
      // Somebody has to sit at a terminal to be asked.
      const terminal = spawn('script', ['-qec', asked, '/dev/null'], { stdio: 'pipe' });
      const said = new LineReader(terminal.stdout);
      const askedMs = performance.now();
      await said.waitFor(/What is to be measured\?/, LIMIT_MS);
      expect(said.text).toMatch(/[1-9]\d*,\d{3} methods/);
      terminal.stdin.write('b\n');
      await said.waitFor(/recording; Ctrl-C/, LIMIT_MS); // behind what the line said before
      const beganMs = performance.now();
      await answers(beganMs);
      const stopMs = performance.now();
      terminal.stdin.write(CTRL_C);
      const [code] = (await once(terminal, 'close')) as [number | null];
      const endedMs = performance.now();
      await load.stop(); // each answer was right

      expect(code, said.text).toBe(0);
      const report = await reportOf(file);
      expect(report).toMatchObject({ complete: true, losses: [], droppedEvents: 0 });
      const [{ method, calls, children }] = report.roots;
      expect(method).toBe(WHOLE_SERVER.replace('::', '.'));
      const count = (isOf: (fromMs: number, toMs: number) => boolean): number =>
        load.answered.filter(({ atMs, tookMs }) => isOf(atMs, atMs + tookMs)).length;
      expect(calls).toBeGreaterThanOrEqual(count((fromMs, toMs) => fromMs >= beganMs && toMs <= stopMs));
      expect(calls).toBeLessThanOrEqual(count((fromMs, toMs) => toMs >= askedMs && fromMs <= endedMs));
      expect(children.length).toBeGreaterThan(0);
    } finally {
      await application.stop();
    }
  });
}
