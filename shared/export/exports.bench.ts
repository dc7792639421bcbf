/**
 * Every export of the trees of a recording of 1,000,000 contexts of 20,000 methods: seconds, and MB before compression.
 * Run: npm run bench -- exports
 */
import { walkedRecording } from '../testing/walkedRecording.ts';
import { collapsedStacks } from './collapsed.ts';
import { csvTable } from './csv.ts';
import { exportedRecording } from './exportedRecording.ts';
import type { ExportedRecording } from './exportedRecording.ts';
import { firefoxProfile } from './firefoxProfile.ts';
import { pprofProfile } from './pprof.ts';
import { speedscopeFile } from './speedscope.ts';
import { SELF_TIME } from '../metrics/metric.ts';

const EXPORTS: Readonly<Record<string, (recording: ExportedRecording) => Iterable<string | Uint8Array>>> = {
  collapsed: (recording) => collapsedStacks(recording, { metric: SELF_TIME, isInverted: false }),
  speedscope: speedscopeFile,
  pprof: pprofProfile,
  firefox: firefoxProfile,
  csv: csvTable,
};

const snapshot = walkedRecording(1_000_000, 20_000);
for (const [name, write] of Object.entries(EXPORTS)) {
  const start = performance.now();
  let length = 0;
  for (const piece of write(exportedRecording(snapshot))) length += piece.length;
  const seconds = (performance.now() - start) / 1000;
  console.log(
    `${name.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s ${(length / 1e6).toFixed(1).padStart(8)} MB`,
  );
}
