import { meanPairNs } from '../cct/overhead.ts';
import { countsCalls } from '../events/clock.ts';
import { formatPercent, formatTime } from '../naming/formatNumbers.ts';
import { costlyMethods, probeOverhead } from '../recording/probeOverhead.ts';
import type { FindingRule } from './finding.ts';

/** Probes take longer than the program: its times are small differences of large ones. */
export const DEAR_PROBES: FindingRule = {
  id: 'dear-probes',
  title: 'The probes take longer than the program',
  threshold: 0.5,
  isOf: ({ clock, threads }) => countsCalls(clock) && clock !== 'none' && threads.length > 0,
  find: ({ snapshot: { calibration, methods: planned }, results: { all, methods }, names }) => {
    const overhead = probeOverhead([all], calibration);
    const { probeNs, programNs } = overhead;
    const share = probeNs / (probeNs + programNs);
    const roots = new Set(planned.filter(({ root }) => root).map(({ id }) => id));
    const [dearest] = costlyMethods(overhead, (id) => roots.has(id));
    if (!(share >= DEAR_PROBES.threshold) || dearest === undefined) return [];
    const error = share * (1 - share) * (calibration.spreadNs / meanPairNs(calibration));
    const name = methods.namer(names)(dearest.methodId);
    return [
      {
        text:
          `Probes took ${formatTime(probeNs)}, ${formatPercent(share, 1)} ± ${formatPercent(error, 1)} of the time of the roots. ` +
          `${name} has ${formatPercent(dearest.share, 1)} of that: switch it off, or leave it out.`,
        row: name,
        view: 'overhead',
        ...{ share, shareError: error, times: dearest.calls },
      },
    ];
  },
};
