import { failureLines } from '../../../shared/gates/failureLines.ts';
import type { GateFailure } from '../../../shared/gates/gate.ts';
import { METRICS } from '../../../shared/metrics/metric.ts';
import { EXIT } from '../terminal/exitCode.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** In the help of diff. */
export const GATES = `
Gates, --fail-on METRIC[:PATTERN]>LIMIT (quote them; exit code 5 when one fails):
  METRIC   ${METRICS.map(({ id, isExact }) => (isExact ? `${id} (exact)` : id)).join(', ')}, or one of them per calls: selfNs/calls
  PATTERN  each method that matches is judged by itself; without one the recording is judged as a whole
           objects, elements, bytes and live of classes that are made, whoever makes them: a class as it is named, or new PATTERN;
           what the methods of a class make is CLASS::*
  LIMIT    what B may be above A: 10%, 500ns, 20us, 5ms, 1s, 10MB, 4KiB, or a number of calls; < instead of > fails what falls
  Recordings are judged as they are: work that was added counts, and how long a run took does not. --per root-call judges what
  a root call does, where recordings have other numbers of them on purpose.
  A time fails only by what is beyond the bound of its error (±). Runs of a program differ by more than that: gates on
  calls are exact, gates on times need a limit that suits the program.
  With --view of a data set METRIC is one of its columns, and PATTERN a name, or several with commas, that a row has; * is each row.
  'calls>0%'   'calls:**>0'   'selfNs:com.acme.Shop::order>10%'   'selfNs/calls:com.acme.**>1us'   'calls:com.acme.Cache::get<-5%'
  'bytecodes:com.acme.**>0'   'objects:com.acme.Cart>0'   'bytes:new com.acme.**>+5%'   'elements:byte[]>0'   'live:com.acme.Session>0'   --by accounts 'bytes:xml>0'
`;

/** Tells what failed, or that all passed. @returns exit code */
export function verdict(
  terminal: Terminal,
  gates: readonly string[],
  failed: readonly GateFailure[],
): number {
  if (gates.length === 0) return EXIT.good;
  for (const line of failureLines(failed)) terminal.talk(`FAILED ${line}`);
  if (failed.length === 0) terminal.talk(`passed: ${gates.join(', ')}`);
  return failed.length === 0 ? EXIT.good : EXIT.gateFailed;
}
