import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApplication } from '../e2e/applications/application.ts';
import { APPLICATIONS } from '../e2e/applications/applications.ts';
import { JDKS } from '../e2e/fixtures/jdks.ts';
import { chosen } from './argument.ts';
import { steadyRequests } from './bigApplications/steadyRequests.ts';

/**
 * How long requests of a big application take once all probes are in and all code is compiled: attached to under load, and launched with
 * probes from the start, in turn. Attached they may take no longer.
 * `npm run bench -- steadyRequests`; `--program=booking`, `--jdk=25`, `--setting=own` choose.
 */
const SETTINGS = [
  { name: 'default', options: [] },
  { name: 'own code', options: ['--only', 'auto'] },
];
/** Medians of two launched recordings differ by as much. */
const NOISE = 1.1;

const folder = mkdtempSync(join(tmpdir(), 'sluice-applications-'));
let failed = 0;
try {
  for (const source of chosen('--program', APPLICATIONS, ({ name }) => name))
    for (const jdk of chosen('--jdk', JDKS, ({ feature }) => String(feature))) {
      const classPath = buildApplication(jdk, source, join(folder, `${source.name}-${jdk.feature}`));
      for (const { name, options } of chosen('--setting', SETTINGS, (setting) => setting.name)) {
        console.log(`${source.name}, ${jdk.name}, ${name}; root ${source.root.method}`);
        const requestsMs = { launched: NaN, attached: NaN };
        for (const how of ['attached', 'launched'] as const) {
          const { requestMs, courseMs, instrumented, called, rootCalls, losses } = await steadyRequests(
            ...([how, jdk, source, classPath, options] as const),
          );
          requestsMs[how] = requestMs;
          console.log(
            `  ${how}: requests ${requestMs.toFixed(1)} ms; methods ${instrumented} / ${called}, ${rootCalls} root calls; ` +
              `load of the machine ${loadavg()[0].toFixed(1)} ${losses.join(', ')}`,
          );
          console.log(`    in steps of 30 s: ${courseMs.map((ms) => ms.toFixed(1)).join(', ')} ms`);
        }
        const ratio = requestsMs.attached / requestsMs.launched;
        const isMissed = !(ratio <= NOISE);
        console.log(`  ${ratio.toFixed(2)} of launched, at most ${NOISE}${isMissed ? ': missed' : ''}`);
        if (isMissed) failed++;
      }
    }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed > 0 ? 1 : 0;
