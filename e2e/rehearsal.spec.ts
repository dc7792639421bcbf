import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { pictureFrom, pictureOf } from './fixtures/callTreePicture.ts';
import { reportOf, startRecording } from './fixtures/cli.ts';
import { JDKS } from './fixtures/jdks.ts';
import { startTarget } from './fixtures/targets.ts';

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
    const [root] = report.roots;
    expect(root.calls).toBeGreaterThan(20_000);
    const rare = root.children.find(({ method }) => method.endsWith('.rare'))?.calls ?? 0;
    expect(Math.abs(rare - root.calls / 50)).toBeLessThan(1);
    expect(pictureOf(report.roots)).toEqual(pictureFrom(treeOf(root.calls, rare)));
    expect(report).toMatchObject({ complete: true, droppedEvents: 0 });
    expect(report.timeline.map(({ hotSwaps }) => hotSwaps).filter((swaps) => swaps > 0)).toEqual([]);
  });
}
