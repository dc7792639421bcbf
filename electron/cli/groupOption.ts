import type { Command } from 'commander';
import { collect } from './optionValues.ts';

/** Which root calls a command shows; none: all of them. */
export interface GroupFlags {
  readonly group: readonly string[];
}

/** For commands that show recordings. */
export function withGroupOption(command: Command): Command {
  return command.option(
    '--group <name>',
    "only root calls of this group: slow or fast of --slow-calls, a value of --split; '*' stands for any text; repeatable",
    collect,
    [],
  );
}
