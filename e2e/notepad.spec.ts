import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { isThere, NOTEPAD } from '../build/testPrograms.mjs';
import type { CallNode } from './fixtures/callTreePicture.ts';
import { reportOf, startRecording, type Report } from './fixtures/cli.ts';
import { startDisplay, type Display } from './fixtures/display.ts';
import { JDKS, type Jdk } from './fixtures/jdks.ts';
import { startTarget } from './fixtures/targets.ts';

/** The paper's Notepad (JFluid, section 6): a window of Swing's, core classes measured too, root = what the button New does. */
const ROOT = 'Notepad$NewAction::actionPerformed';

let display: Display;

test.skip(!isThere(NOTEPAD), `not installed: ${NOTEPAD.packages.join(', ')}`);

test.beforeAll(async () => {
  display = await startDisplay();
});
test.afterAll(async () => {
  await display.stop();
});

for (const jdk of JDKS) {
  test(`Notepad is recorded with core classes, lazily and eagerly, ${jdk.name}`, async () => {
    test.setTimeout(300_000);
    const folder = mkdtempSync(join(tmpdir(), 'sluice-notepad-'));
    try {
      const lazy = await recordNew(jdk, 'lazy', join(folder, 'lazy.sluice'));
      const eager = await recordNew(jdk, 'eager', join(folder, 'eager.sluice'));
      for (const report of [lazy, eager]) {
        // Compilers replace calls of some of the JDK's methods: those are told, and nothing else is missing.
        expect(report).toMatchObject({ complete: false, droppedEvents: 0 });
        expect(report.losses).toEqual([
          expect.stringMatching(/^\d+ methods, classes or loaders are not measured, or in part$/),
        ]);
        expect(report.refusals).toContainEqual(expect.stringMatching(/\[intrinsic\]$/));
        expect(report.roots).toMatchObject([{ method: 'Notepad$NewAction.actionPerformed', calls: 3 }]);
        expect(report.methods.filter(({ calls }) => calls > 0).length).toBeGreaterThan(300);
      }
      expect(eager.instrumentedMethods).toBeGreaterThan(lazy.instrumentedMethods);
      // What Swing does besides hangs on its timers; what Notepad calls, and calls directly, does not.
      expect(callsOfNotepad(lazy)).toEqual(callsOfNotepad(eager));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

async function recordNew(jdk: Jdk, scheme: string, file: string): Promise<Report> {
  const program = await startTarget(jdk, 'NotepadHost', {
    jvmArgs: [`-Dnotepad=${NOTEPAD.paths.jar}`],
    env: { ...process.env, DISPLAY: display.name },
  });
  try {
    await program.send('run');
    const options = ['--include-core', '--scheme', scheme];
    const recording = await startRecording(program.pid, ROOT, file, options);
    for (let i = 0; i < 3; i++) await program.send('run');
    const { code, stderr } = await recording.stop();
    expect(code, stderr).toBe(0);
    await program.send('run'); // it works on as before
    expect(program.errors.text).not.toMatch(/VerifyError|LinkageError|Exception/);
  } finally {
    await program.stop();
  }
  return reportOf(file);
}

/** `Caller > callee: calls` for each call that a method of Notepad makes, all contexts added up. */
function callsOfNotepad({ roots }: Report): Record<string, number> {
  const sums: Record<string, number> = {};
  const open: CallNode[] = [...roots];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const child of node.children) {
      open.push(child);
      if (!node.method.startsWith('Notepad')) continue;
      const call = `${node.method} > ${child.method}`;
      sums[call] = (sums[call] ?? 0) + child.calls;
    }
  }
  return sums;
}
