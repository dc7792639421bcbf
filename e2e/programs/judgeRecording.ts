import { runCli } from '../fixtures/cli.ts';
import type { CountedCalls } from './callOracle.ts';
import type { Program } from './programs.ts';

export interface Judgement {
  readonly methods: number;
  readonly calls: number;
  readonly isComplete: boolean;
  /** What the recording says that it lacks. */
  readonly losses: readonly string[];
  /** The warnings among its notes. */
  readonly warnings: readonly string[];
  /** "p.A.run()V: 10 calls, recorded 9" */
  readonly differences: readonly string[];
  /** What must not be, a sentence each. */
  readonly violations: readonly string[];
}

export interface HotView {
  readonly complete: boolean;
  readonly losses: readonly string[];
  readonly rows: readonly {
    readonly class: string;
    readonly method: string;
    readonly descriptor: string;
    readonly calls: number;
  }[];
}

/** Holds a saved recording against the oracle. */
export async function judgeRecording(
  file: string,
  oracle: CountedCalls,
  program: Program,
): Promise<Judgement> {
  const hot = JSON.parse(await reportText(file, '--view', 'hot', '--format', 'json')) as HotView;
  const told = await reportText(file, '--top', '1', '--names', 'long'); // with what is not measured
  return judge(hot, told, oracle, program);
}

/**
 * Told complete, every call must be there; told incomplete, one must be missing. Calls of hidden classes of the program are always
 * missing, and each must be named.
 * @param told the report as text
 */
export function judge(
  { complete, losses, rows }: HotView,
  told: string,
  oracle: CountedCalls,
  { prefixes, mayTell, writtenByJvm }: Pick<Program, 'prefixes' | 'mayTell' | 'writtenByJvm'>,
): Judgement {
  const recorded = new Map<string, number>();
  for (const row of rows) {
    if (!prefixes.some((prefix) => row.class.startsWith(prefix))) continue;
    const key = `${row.class}.${row.method}${row.descriptor}`;
    recorded.set(key, (recorded.get(key) ?? 0) + row.calls);
  }
  const differences: string[] = [];
  for (const method of new Set([...oracle.calls.keys(), ...recorded.keys()])) {
    if (writtenByJvm?.test(method)) continue;
    const [wanted, found] = [oracle.calls.get(method) ?? 0, recorded.get(method) ?? 0];
    if (wanted !== found) differences.push(`${method}: ${wanted} calls, recorded ${found}`);
  }
  const violations: string[] = [];
  if (oracle.calls.size === 0) violations.push('the oracle counted nothing');
  if (complete && differences.length > 0)
    violations.push(`told complete, but ${differences.length} methods differ`);
  if (complete && oracle.hiddenClasses.size > 0)
    violations.push(`told complete, but ${oracle.hiddenClasses.size} hidden classes were called`);
  const isRight = differences.length === 0 && oracle.hiddenClasses.size === 0;
  if (!complete && isRight && !losses.every((loss) => mayTell?.test(loss)))
    violations.push(`told incomplete, but every count is right: ${losses.join(' ')}`);
  for (const hidden of oracle.hiddenClasses)
    if (!told.includes(hidden)) violations.push(`the hidden class ${hidden} is not named`);
  const calls = [...oracle.calls.values()].reduce((sum, count) => sum + count, 0);
  const refusals =
    /^Not measured, or in part.*\n((?: {2}.*\n)*)/m.exec(told)?.[1].split('\n').slice(0, TOLD_REFUSALS) ?? [];
  const warnings = [
    ...(told.match(/^Note: warning: .*$/gm) ?? []),
    ...refusals.filter((line) => line !== ''),
  ];
  const figures = { methods: oracle.calls.size, calls, isComplete: complete };
  return { ...figures, losses, warnings, differences, violations };
}

async function reportText(file: string, ...options: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli(['report', file, ...options]);
  if (code !== 0) throw new Error(`sluice report ended with ${code}: ${stderr}`);
  return stdout;
}

/** Of what is not measured, so many are shown. */
const TOLD_REFUSALS = 10;
