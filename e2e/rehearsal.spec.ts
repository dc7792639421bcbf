import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { connectEngine } from '../electron/cli/engines/connectEngine.ts';
import { Recorder } from '../electron/cli/recording/recorder.ts';
import { encodeSnapshot } from '../shared/recording/file/snapshotCodec.ts';
import { recordingRequest } from '../shared/testing/recordingRequest.ts';
import { startApp } from './fixtures/app.ts';
import { pictureFrom, pictureOf } from './fixtures/callTreePicture.ts';
import { reportOf, startRecording } from './fixtures/cli.ts';
import { JDKS } from './fixtures/jdks.ts';
import { startTarget } from './fixtures/targets.ts';

/** So long a rehearsal waits for the first call of a root: recordingStart.ts. */
const FIRST_CALL_MS = 5_000;

/** n root calls, of which `rare` call what each fiftieth does. */
const treeOf = (n: number, rare: number): string => `
  WarmRoot.root ${n}
    WarmRoot$Round.area ${n}
      WarmRoot.tenfold ${n}
    WarmRoot$Square.area ${n}
      WarmRoot.tenfold ${n}
    WarmRoot$Shape.compareTo ${n}
      WarmRoot$Shape.compareTo ${n}
        WarmRoot$Round.area ${n}
          WarmRoot.tenfold ${n}
        WarmRoot$Square.area ${n}
          WarmRoot.tenfold ${n}
    WarmRoot.lambda$root ${n}
      WarmRoot.nested ${n}
        WarmRoot.deeper ${n}
    WarmRoot.reflected ${n}
      WarmRoot.deeper ${n}
    WarmRoot.handled ${n}
      WarmRoot.deeper ${n}
    WarmRoot.rare ${rare}
      WarmRoot.rarest ${rare}`;

function expectAllCalls(report: Awaited<ReturnType<typeof reportOf>>): void {
  const [root] = report.roots;
  expect(root.calls).toBeGreaterThan(20_000);
  const rare = root.children.find(({ method }) => method.endsWith('.rare'))?.calls ?? 0;
  expect(Math.abs(rare - root.calls / 50)).toBeLessThan(1);
  expect(pictureOf(report.roots)).toEqual(pictureFrom(treeOf(root.calls, rare)));
  expect(report).toMatchObject({ complete: true, losses: [], droppedEvents: 0 });
}

for (const jdk of JDKS) {
  test(`a warm program of very many classes is rehearsed, so that nobody waits, and each recorded root call is whole, ${jdk.name}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-rehearsal-'));
    const file = join(folder, 'warm.sluice');
    const program = await startTarget(jdk, 'WarmRoot');
    try {
      await program.send('run');
      const fillers = ['--exclude', 'WarmRoot$Filler'];
      const recording = await startRecording(program.pid, 'WarmRoot::root', file, fillers);
      await program.send('run');
      await program.send('other');
      const { code, stderr } = await recording.stop();
      expect(code, stderr).toBe(0);
    } finally {
      await program.stop();
    }
    const report = await reportOf(file);
    rmSync(folder, { recursive: true, force: true });
    expectAllCalls(report);
    expect(report.timeline.map(({ hotSwaps }) => hotSwaps).filter((swaps) => swaps > 0)).toEqual([]);
  });

  test(`a rehearsal in which no root is called ends when recording is wanted now, and each call is counted, ${jdk.name}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-rehearsal-'));
    const file = join(folder, 'now.sluice');
    const program = await startTarget(jdk, 'WarmRoot');
    const app = await startApp();
    const { engine, close } = await connectEngine(app.url);
    try {
      const { sessionId } = await engine.attach(program.pid);
      const recorder = new Recorder(sessionId);
      engine.subscribe(recorder.learn);
      engine.setReader(sessionId, (bytes) => recorder.take(bytes));
      const request = recordingRequest('WarmRoot::root', { excludes: ['WarmRoot$Filler'] });
      const start = engine.start(sessionId, request);
      await expect.poll(async () => (await engine.status(sessionId)).measurement.rehearsing).toBe(true);
      const wantedMs = performance.now();
      expect((await engine.recordNow(sessionId)).measurement.rehearsing).toBe(false);
      expect((await start).phase).toBe('recording');
      expect(performance.now() - wantedMs).toBeLessThan(FIRST_CALL_MS / 2);
      await program.send('run');
      await program.send('other');
      const snapshot = recorder.snapshot(await engine.stop(sessionId));
      writeFileSync(file, encodeSnapshot(snapshot));
      await engine.detach(sessionId);
    } finally {
      await close();
      await Promise.all([app.stop(), program.stop()]);
    }
    const report = await reportOf(file);
    rmSync(folder, { recursive: true, force: true });
    expectAllCalls(report);
  });
}
