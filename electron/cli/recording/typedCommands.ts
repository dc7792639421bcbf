import { SluiceError, UsageError } from '../../../shared/base/errors.ts';
import type { MethodSwitch } from '../../../shared/recording/methodSwitch.ts';
import type { EngineClient } from '../../../shared/ipc/engineClient.ts';
import { formatCountOf } from '../../../shared/naming/formatNumbers.ts';
import {
  changedMetrics,
  hasPart,
  isMetricsChoice,
  leavesTimesOut,
} from '../../../shared/recording/options/chosenMetrics.ts';
import { INITIAL_OPTIONS, partsText } from '../../../shared/recording/options/chosenOptions.ts';
import { optionConflict } from '../../../shared/recording/options/optionConflict.ts';
import { OPTIONS } from '../../../shared/recording/options/options.ts';
import { progressLine } from '../terminal/progressLine.ts';
import { explain, type Terminal } from '../terminal/terminal.ts';

export const COMMANDS_HELP = `
Commands while it records, a line each: typed in the terminal (record), or from --commands:
  off PATTERN...   methods are not measured any more; their time is their caller's own
  on PATTERN...    they are measured again
  pause, resume    what begins in between is not counted, and the time is nobody's
  reset            the results start over; the recording goes on
  snapshot FILE    saves what there is so far; the recording goes on
  gc               the program collects all garbage: with --live what is left is live
  roots PATTERN... begins a new recording with these roots, in place of this one
  metrics +NAME... begins one with other metrics: metrics +objects, metrics -time +bytecodes
  status           what is happening, and what is switched off
  stop             ends the recording and saves it
`;
const WORDS =
  'off PATTERN..., on PATTERN..., pause, resume, reset, snapshot FILE, gc, roots PATTERN..., metrics +NAME..., status, stop';
/** For who sits at the terminal. */
export const TYPED_WORDS = `commands: ${WORDS}`;

/** Saves the recording as it is now. */
export type SaveSnapshot = (file: string) => Promise<void>;

/** What is done beside asking the engine. */
export interface TypedActions {
  readonly save: SaveSnapshot;
  readonly collect: () => Promise<void>;
}

/**
 * What is typed while a recording runs, or written by a script: one command a line, done one after the other. Answers are
 * talk; a command that is refused changes nothing, and the recording goes on.
 */
export class TypedCommands {
  /** Resolves when "stop" was typed. */
  readonly stopped: Promise<void>;
  readonly #engine: EngineClient;
  readonly #terminal: Terminal;
  readonly #sessionId: string;
  readonly #actions: TypedActions;
  #resolveStopped: () => void = () => {};
  #last: Promise<void> = Promise.resolve();

  constructor(engine: EngineClient, terminal: Terminal, sessionId: string, actions: TypedActions) {
    this.#actions = actions;
    this.#engine = engine;
    this.#terminal = terminal;
    this.#sessionId = sessionId;
    this.stopped = new Promise((resolve) => (this.#resolveStopped = resolve));
  }

  readonly take = (line: string): void => this.queue(() => this.#obey(wordsOf(line)));

  /** Something else that is to be done in its turn. */
  readonly queue = (task: () => Promise<void>): void => {
    this.#last = this.#last.then(task).catch((thrown: unknown) => explain(this.#terminal, thrown));
  };

  /** Resolves when all that was typed up to now is done. */
  get obeyed(): Promise<void> {
    return this.#last;
  }

  async #obey([word, ...patterns]: readonly string[]): Promise<void> {
    const engine = this.#engine;
    const id = this.#sessionId;
    if (patterns.length === 0 && (word === 'off' || word === 'on' || word === 'roots')) {
      throw new UsageError(
        `${word} takes at least one method pattern.`,
        `For example: ${word} com.acme.Shop::order`,
      );
    }
    switch (word) {
      case undefined:
        return;
      case 'off':
        return this.#tell(await engine.switchOff(id, patterns));
      case 'on':
        return this.#tell(await engine.switchOn(id, patterns));
      case 'pause': {
        const { elapsedMs } = (await engine.pause(id)).measurement;
        return this.#terminal.talk(`paused after ${seconds(elapsedMs)}; resume lets it go on`);
      }
      case 'resume': {
        const { pausedMs } = (await engine.resume(id)).counters;
        return this.#terminal.talk(`recording again; paused for ${seconds(pausedMs)} in all`);
      }
      case 'reset':
        await engine.reset(id);
        return this.#terminal.talk('reset: the results begin here');
      case 'snapshot':
        return this.#takeSnapshot(patterns);
      case 'gc':
        return this.#actions.collect();
      case 'roots':
        return this.#beginAnew(patterns);
      case 'metrics':
        return this.#measureAnew(patterns);
      case 'status':
        return this.#tellStatus();
      case 'stop':
        return this.#resolveStopped();
      default:
        throw new UsageError(`"${word}" is no command.`, `There are: ${WORDS}.`);
    }
  }

  async #takeSnapshot(files: readonly string[]): Promise<void> {
    const [file] = files;
    if (files.length !== 1) {
      throw new UsageError(`snapshot takes one file, not ${files.length}.`, 'snapshot now.sluice');
    }
    await this.#actions.save(file);
    this.#terminal.talk(`saved ${file}; the recording goes on`);
  }

  /** A request that is refused leaves the recording that runs as it is. */
  async #beginAnew(roots: readonly string[]): Promise<void> {
    const { request } = (await this.#engine.status(this.#sessionId)).measurement;
    if (!request) throw new SluiceError('busy', 'Nothing is recorded.');
    const { methods } = await this.#engine.preview(this.#sessionId, { ...request, roots });
    await this.#engine.stop(this.#sessionId);
    await this.#engine.start(this.#sessionId, { ...request, roots });
    this.#terminal.talk(
      `recording ${roots.join(' ')} from here on, up to ${formatCountOf(methods, 'method')}`,
    );
  }

  /** A change that is refused leaves the recording that runs as it is. Without time among the metrics no clock runs. */
  async #measureAnew(words: readonly string[]): Promise<void> {
    const { request } = (await this.#engine.status(this.#sessionId)).measurement;
    if (!request) throw new SluiceError('busy', 'Nothing is recorded.');
    if (words.length === 0)
      throw new UsageError(
        `metrics takes what changes; measured are ${request.metrics}.`,
        'metrics +objects',
      );
    const metrics = changedMetrics(request.metrics, words);
    if (!isMetricsChoice(metrics))
      throw new UsageError(
        `The metrics ${metrics} are not measured together.`,
        `There are ${partsText(OPTIONS.metrics)}.`,
      );
    const clock = leavesTimesOut(metrics) ? 'none' : request.clock;
    const { bytecodes, weights } = hasPart(metrics, 'bytecodes') ? request : INITIAL_OPTIONS;
    const changed = { ...request, metrics, clock, bytecodes, weights };
    const conflict = optionConflict(changed, false);
    if (conflict !== null)
      throw new UsageError(`metrics ${words.join(' ')}: ${conflict.why}.`, conflict.remedy);
    await this.#engine.stop(this.#sessionId);
    await this.#engine.start(this.#sessionId, changed);
    this.#terminal.talk(
      `recording ${metrics} from here on${clock === request.clock ? '' : ', without a clock'}`,
    );
  }

  #tell(switches: readonly MethodSwitch[]): void {
    for (const entry of switches) this.#terminal.talk(answerTo(entry));
  }

  async #tellStatus(): Promise<void> {
    const status = await this.#engine.status(this.#sessionId);
    this.#terminal.talk(progressLine(status));
    const { count, names } = status.instrumentation.switchedOff;
    for (const name of names) this.#terminal.talk(`  off ${name}`);
    if (count > names.length) this.#terminal.talk(`  and ${count - names.length} more`);
  }
}

function answerTo({ on, pattern, methods }: MethodSwitch): string {
  const count = methods === 1 ? '1 method is' : `${methods} methods are`;
  if (on)
    return methods === 0 ? `on ${pattern}: none was switched off` : `on ${pattern}: ${count} measured again`;
  return methods === 0
    ? `off ${pattern}: no measured method matches so far; those that come will not be measured`
    : `off ${pattern}: ${count} not measured any more`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** At spaces, but not within a parameter list; quotes as for a shell are taken off. A regular expression is one word. */
function wordsOf(line: string): readonly string[] {
  const words = line.trim().split(/\s+(?![^(]*\))/);
  const expression = words.findIndex((word) => /^['"]?re:/.test(word));
  if (expression > 0)
    words.splice(expression, words.length, line.slice(line.indexOf(words[expression])).trim());
  return words.filter((word) => word !== '').map((word) => word.replace(/^(['"])(.*)\1$/, '$2'));
}
