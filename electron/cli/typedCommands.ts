import { SluiceError } from '../../shared/base/errors.ts';
import type { MethodSwitch } from '../../shared/model/methodSwitch.ts';
import type { Engine } from '../engine/engine.ts';
import { progressLine } from './progressLine.ts';
import { explain, type Terminal } from './terminal.ts';

export const COMMANDS_HELP = `
Commands while it records, a line each: typed in the terminal (record), or from --commands:
  off PATTERN...   methods are not measured any more; their time is their caller's own
  on PATTERN...    they are measured again
  status           what is happening, and what is switched off
  stop             ends the recording and saves it
`;

/**
 * What is typed while a recording runs, or written by a script: one command a line, done one after the other. Answers are
 * talk; a command that is refused changes nothing, and the recording goes on.
 */
export class TypedCommands {
  /** Resolves when "stop" was typed. */
  readonly stopped: Promise<void>;
  readonly #engine: Engine;
  readonly #terminal: Terminal;
  readonly #sessionId: string;
  #resolveStopped: () => void = () => {};
  #last: Promise<void> = Promise.resolve();

  constructor(engine: Engine, terminal: Terminal, sessionId: string) {
    this.#engine = engine;
    this.#terminal = terminal;
    this.#sessionId = sessionId;
    this.stopped = new Promise((resolve) => (this.#resolveStopped = resolve));
  }

  readonly take = (line: string): void => {
    this.#last = this.#last
      .then(() => this.#obey(wordsOf(line)))
      .catch((thrown: unknown) => this.#terminal.talk(explain(thrown)));
  };

  async #obey([word, ...patterns]: readonly string[]): Promise<void> {
    switch (word) {
      case undefined:
        return;
      case 'off':
        return this.#tell(await this.#engine.switchOff(this.#sessionId, patterns));
      case 'on':
        return this.#tell(await this.#engine.switchOn(this.#sessionId, patterns));
      case 'status':
        return this.#tellStatus();
      case 'stop':
        return this.#resolveStopped();
      default:
        throw new SluiceError(
          'usage',
          `"${word}" is no command.`,
          'There are: off PATTERN..., on PATTERN..., status, stop.',
        );
    }
  }

  #tell(switches: readonly MethodSwitch[]): void {
    for (const entry of switches) this.#terminal.talk(answerTo(entry));
  }

  async #tellStatus(): Promise<void> {
    const status = await this.#engine.status(this.#sessionId);
    this.#terminal.talk(progressLine(status));
    const { count, names } = status.switchedOff;
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

/** At spaces, but not within a parameter list; quotes as for a shell are taken off. A regular expression is one word. */
function wordsOf(line: string): readonly string[] {
  const words = line.trim().split(/\s+(?![^(]*\))/);
  const expression = words.findIndex((word) => /^['"]?re:/.test(word));
  if (expression > 0)
    words.splice(expression, words.length, line.slice(line.indexOf(words[expression])).trim());
  return words.filter((word) => word !== '').map((word) => word.replace(/^(['"])(.*)\1$/, '$2'));
}
