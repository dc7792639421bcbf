import { visibleJson } from '../../../shared/naming/visibleText.ts';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { UsageError } from '../../../shared/base/errors.ts';
import type { RecordingRequest } from '../../../shared/ipc/engineApi.ts';
import type { EngineClient } from '../../../shared/ipc/engineClient.ts';
import {
  isExceeded,
  parseAccountLimit,
  type AccountLimit,
  type AccountUse,
} from '../../../shared/recording/options/accountLimits.ts';
import { accountsOf, type Account } from '../../../shared/recording/options/accounts.ts';
import { formatBytes, formatCount } from '../../../shared/naming/formatNumbers.ts';
import { attachTarget } from '../targets/attachTarget.ts';
import type { CommandContext } from '../terminal/commandContext.ts';
import { EXIT, exitCodeOfInterrupt } from '../terminal/exitCode.ts';
import type { Interrupts } from '../terminal/interrupts.ts';
import { collect, duration } from '../options/optionValues.ts';
import { Recorder } from '../recording/recorder.ts';
import {
  isSchemeTyped,
  requestOf,
  withRequestOptions,
  type RequestFlags,
} from '../recording/recordingOptions.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withMeantRoots } from '../targets/meantRoots.ts';
import { withOwnCode } from '../recording/withOwnCode.ts';

interface WatchFlags extends RequestFlags {
  readonly limit: readonly string[];
  readonly period?: number;
  readonly duration?: number;
}

interface Watch {
  readonly accounts: readonly Account[];
  readonly limits: readonly AccountLimit[];
  readonly periodMs: number;
  /** null: until Ctrl-C, the end of the program, or a limit. */
  readonly durationMs: number | null;
}

const USUAL_PERIOD_MS = 10_000;
/** Where nothing else is chosen. */
const USUAL_SIZE = '512k';

export function addWatchCommand(program: Command, context: CommandContext): void {
  withRequestOptions(program.command('watch'), 'lazy')
    .description(
      'what accounts of a running JVM hold: a line of JSON each period, and exit code 5 beyond a limit',
    )
    .argument('<target>', 'pid, or a part of the main class or jar')
    .option(
      '--limit <limit>',
      'live:ACCOUNT=SIZE or made:ACCOUNT=SIZE, which is an end with code 5; repeatable',
      collect,
      [],
    )
    .option('--period <time>', 'between two lines: 500ms, 10s, 2m (default: 10s)', duration)
    .option(
      '-d, --duration <time>',
      'how long (default: until Ctrl-C, a limit, or the end of the program)',
      duration,
    )
    .addHelpText(
      'after',
      `\nWithout --root the methods of the accounts are the roots; without --live one object in ${USUAL_SIZE} bytes is followed.\n` +
        "  sluice watch shop --account 'app=com.acme.**' --limit live:app=100MB\n",
    )
    .action(async (target: string, flags: WatchFlags, command: Command) => {
      const { engine, terminal, interrupts } = context;
      context.exitCode = await watchCommand(engine, terminal, interrupts, target, {
        ...flags,
        schemeIsTyped: isSchemeTyped(command),
      });
    });
}

/** @throws SluiceError 'usage' */
function requestToWatch(flags: WatchFlags, accounts: readonly Account[]): RecordingRequest {
  const roots = accounts.flatMap(({ patterns }) => patterns.map(({ text }) => text));
  const request = requestOf({ ...flags, root: flags.root.length > 0 ? flags.root : roots });
  const live = request.live.length > 0 ? request.live : [USUAL_SIZE];
  // Nobody reads times, and the clock costs most.
  return { ...request, live, clock: 'none', metrics: 'calls,objects' };
}

/** `sluice watch`: records, prints what accounts hold, detaches. @returns exit code */
async function watchCommand(
  engine: EngineClient,
  terminal: Terminal,
  interrupts: Interrupts,
  target: string,
  flags: WatchFlags & { readonly schemeIsTyped: boolean },
): Promise<number> {
  const accounts = accountsOf((flags['account'] ?? []) as readonly string[]);
  if (accounts.length === 0)
    throw new UsageError(
      'No account is given to watch: --account NAME=PATTERN.',
      "For example: --account 'app=com.acme.**'",
    );
  const watch: Watch = {
    accounts,
    limits: flags.limit.map((text) => parseAccountLimit(text, accounts)),
    periodMs: flags.period ?? USUAL_PERIOD_MS,
    durationMs: flags.duration ?? null,
  };
  const request = requestToWatch(flags, accounts);
  const interrupt = interrupts.endingInOrder(
    'Asked twice to end: the program has its classes restored by itself.',
  );
  const { sessionId } = await attachTarget(engine, terminal, target);
  if (interrupt.aborted) return exitCodeOfInterrupt(interrupt);
  const recorder = new Recorder(sessionId);
  const unsubscribe = engine.subscribe(recorder.learn);
  try {
    engine.setReader(sessionId, recorder.take);
    const asked = await withOwnCode(engine, terminal, sessionId, request, flags.schemeIsTyped);
    await withMeantRoots(engine, terminal, sessionId, asked.roots, (roots) =>
      engine.start(sessionId, { ...asked, roots }),
    );
    const exceeded = await untilExceeded(engine, terminal, sessionId, recorder, watch, interrupt);
    for (const sentence of exceeded) terminal.talk(`EXCEEDED ${sentence}`);
    if ((await engine.status(sessionId)).phase !== 'ended') await engine.detach(sessionId);
    return exceeded.length > 0 ? EXIT.gateFailed : EXIT.good;
  } finally {
    unsubscribe();
  }
}

/** A line each period. @returns a sentence for each limit that is exceeded; none: it ended otherwise */
async function untilExceeded(
  engine: EngineClient,
  terminal: Terminal,
  sessionId: string,
  recorder: Recorder,
  { accounts, limits, periodMs, durationMs }: Watch,
  interrupt: AbortSignal,
): Promise<readonly string[]> {
  const startMs = Date.now();
  const over = engine.over(sessionId).then(() => true);
  for (;;) {
    const leftMs = durationMs === null ? Infinity : startMs + durationMs - Date.now();
    const pause = delay(Math.max(0, Math.min(periodMs, leftMs)), false, { signal: interrupt });
    const isOver = await Promise.race([over, pause]).catch(() => true);
    if (!isOver) await engine.flush(sessionId);
    const uses = recorder.accountUses(accounts);
    await terminal.data(`${lineOf(uses, recorder.collections)}\n`);
    const exceeded = limits.flatMap((limit) => {
      const use = uses.get(limit.account);
      return use !== undefined && isExceeded(limit, use) ? [sentenceOf(limit, use)] : [];
    });
    if (exceeded.length > 0 || isOver || leftMs <= periodMs) return exceeded;
  }
}

/** The form is fixed: docs/live-objects.md. */
function lineOf(uses: ReadonlyMap<string, AccountUse>, collections: number): string {
  return visibleJson(
    JSON.stringify({
      time: new Date().toISOString(),
      collections,
      accounts: Object.fromEntries(Array.from(uses, ([name, use]) => [name, rounded(use)])),
    }),
  );
}

function rounded(use: AccountUse): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(use).map(([id, value]) => [id, Math.round(value as number)]));
}

function sentenceOf({ text, of, unit }: AccountLimit, use: AccountUse): string {
  const bytes = of === 'live' ? use.liveBytes : use.bytes;
  const objects = of === 'live' ? use.liveObjects : use.objects;
  const error = of === 'live' && use.liveError > 0 ? ` ± ${formatBytes(use.liveError)}` : '';
  const found = unit === 'bytes' ? `${formatBytes(bytes)}${error}` : `${formatCount(objects, ',')} objects`;
  return `${text}: ${found} ${of === 'live' ? 'are live' : 'were made'}`;
}
