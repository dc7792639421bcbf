import { loadavg } from 'node:os';
import type { SampledResult } from './sampled.ts';
import { agreement, together, type Agreement } from './sampledShares.ts';

/** Sampled times may share so many fewer of the ten hottest methods with the judge than it shares with itself. */
const FEWER_ALLOWED = 1;

/** Sampled time of the root, over what it took. */
const ROOT_OFF_ALLOWED = 0.03;

/** So many of the contexts hold the judge's time within their ±. */
const HELD_WANTED = 0.9;

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
    return result.recorded.map(
      ({
        clock,
        charged,
        sampled,
        chargedMs,
        sampledMs,
        notes,
        judged,
        judgedInJava,
        heldOut,
        bareMs,
        bareRounds,
      }) => {
        const [before, after] = judged;
        const both = together(before, after);
        const itself = agreement(before, after);
        const [beforeInJava, afterInJava] = judgedInJava;
        const inJava = [
          agreement(sampled, together(beforeInJava, afterInJava)),
          agreement(beforeInJava, afterInJava),
        ];
        const [ofCharged, ofSampled] = [charged, sampled].map((each) => agreement(each, both));
        const name = `${result.program.name}, ${clock}`;
        if (ofSampled.common < itself.common - FEWER_ALLOWED)
          missed.push(`${name}: ${ofSampled.common} of ten, the judge with itself ${itself.common}`);
        const rootIsOffBy = Math.abs(sampledMs / bareMs - 1);
        if (!(rootIsOffBy <= ROOT_OFF_ALLOWED))
          missed.push(`${name}: the root is off by ${(100 * rootIsOffBy).toFixed(1)} %`);
        if (heldOut.within < HELD_WANTED * heldOut.contexts)
          missed.push(
            `${name}: ± holds ${((100 * heldOut.within) / heldOut.contexts).toFixed(1)} % of the contexts`,
          );
        for (const note of notes) console.log(`  ${name}: ${note}`);
        const three = (of: (each: Agreement) => string): string =>
          [ofCharged, ofSampled, itself].map(of).join(' / ');
        return [
          name,
          three(({ common }) => String(common)),
          three(({ overlap }) => overlap.toFixed(2)),
          inJava.map(({ common, overlap }) => `${common}, ${overlap.toFixed(2)}`).join(' / '),
          [ofSampled, itself].map(({ within, judged }) => `${within} of ${judged}`).join(' / '),
          `${heldOut.within} of ${heldOut.contexts} / ${heldOut.sampledWithin} of ${heldOut.sampledContexts}`,
          `${[bareMs, chargedMs, sampledMs].map((ms) => ms.toFixed(1)).join(' / ')} (${bareRounds})`,
          `${((100 * sampledMs) / bareMs - 100).toFixed(1)} %`,
          `${sampled.samples} / ${both.samples}`,
        ];
      },
    );
  });
  const heads = [
    'Program, clock',
    'Of ten',
    'Overlap',
    'Both in Java code',
    'Within 2 errors',
    'Within ±',
    'Call of the root, ms',
    'Root off by',
    'Samples',
  ];
  const table = [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const text = [
    `Charged and sampled times (\`--sampled-times\`) of warm rounds in one JVM; async-profiler is the judge, in the same phases, before the recording and after it. ${java}, ${machine}, load ${loadavg()[0].toFixed(1)} at the end.`,
    ...absent.map((each) => `Left out: ${each}.`),
    '',
    ...table,
    '',
    '- Of ten: how many of the ten hottest methods by self time are the judge’s too. By charged times / by sampled ones / of the judge before the recording, by its phase after it.',
    '- Overlap: of self times by method; 1 is the same. Of the same three.',
    '- Both in Java code: of ten, and overlap, without the judge’s samples in the kernel and in the JVM’s own code. A Flight Recorder takes these from JDK 25 on. By sampled times / of the judge with itself.',
    '- Within 2 errors: of methods with 100 samples or more, those whose parts differ by two standard errors at most. Sampled / the judge before and after.',
    '- Within ±: contexts whose sampled time is off by its ± at most, by the judge; at least 90 % are wanted. Where Sluice takes samples of Java code only, the judge’s are those. All / those with 10 samples or more of their own.',
    '- Call of the root: bare, mean CPU time of the rounds of those phases by the program’s own watch / charged / sampled (rounds). Root off by: the last over the first; at most 3 % is wanted.',
    '- Samples: in the root, of Sluice / of the judge.',
  ].join('\n');
  return { text, missed };
}
