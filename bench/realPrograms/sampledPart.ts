import { loadavg } from 'node:os';
import type { SampledResult } from './sampled.ts';
import { agreement } from './sampledShares.ts';

/** Sampled times may share so many fewer of the ten hottest methods with the judge than it shares with itself. */
const FEWER_ALLOWED = 1;

interface SampledSetting {
  readonly machine: string;
  readonly java: string;
  readonly absent: readonly string[];
}

/** Charged and sampled times beside each other, both held against async-profiler. */
export function sampledPart(
  results: readonly SampledResult[],
  { machine, java, absent }: SampledSetting,
): { readonly text: string; readonly missed: readonly string[] } {
  const missed: string[] = [];
  const rows = results.flatMap((result) => {
    const [before, after] = result.judged;
    const itself = agreement(before, after);
    return result.recorded.map(({ clock, charged, sampled, chargedMs, sampledMs, notes }) => {
      const [ofCharged, ofSampled] = [charged, sampled].map((each) => agreement(each, after));
      const name = `${result.program.name}, ${clock}`;
      if (ofSampled.common < itself.common - FEWER_ALLOWED) missed.push(`${name}: ${ofSampled.common} of ten, the judge with itself ${itself.common}`);
      for (const note of notes) console.log(`  ${name}: ${note}`);
      return [
        ...[result.program.name, clock, `${ofCharged.common}`, `${ofSampled.common}`, `${itself.common}`],
        ...[ofCharged.overlap, ofSampled.overlap, itself.overlap].map((overlap) => overlap.toFixed(2)),
        `${ofSampled.within} of ${ofSampled.judged}`,
        `${itself.within} of ${itself.judged}`,
        ...[result.bareMs, chargedMs, sampledMs].map((ms) => ms.toFixed(1)),
        `${sampled.samples}, ${after.samples}`,
      ];
    });
  });
  const heads = [
    ...['Program', 'Clock', 'Ten: charged', 'Ten: sampled', 'Ten: judge itself'],
    ...['Overlap: charged', 'Overlap: sampled', 'Overlap: judge itself'],
    ...['Within 2 errors: sampled', 'Within 2 errors: judge itself', 'Bare, ms CPU', 'Charged, ms', 'Sampled, ms', 'Samples'],
  ];
  const table = [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const text = [
    `Charged and sampled times (\`--sampled-times\`) of warm rounds, in one JVM, with async-profiler as the judge, before and after. ${java}, ${machine}, load ${loadavg()[0].toFixed(1)} at the end.`,
    ...absent.map((each) => `Left out: ${each}.`),
    '',
    ...table,
    '',
    'Ten: how many of the ten hottest methods by self time are the judge’s too. Within 2 errors: methods with 100 samples or more whose parts differ by two standard errors at most. Times are of a call of the root.',
  ].join('\n');
  return { text, missed };
}
