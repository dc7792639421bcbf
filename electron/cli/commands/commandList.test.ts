import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, it } from 'vitest';
import type { CommandContext } from '../terminal/commandContext.ts';
import { COMMANDS } from './commandList.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../docs/guide.md'), 'utf8');

it('each command is in the table of the guide', () => {
  const program = new Command().enablePositionalOptions();
  for (const add of COMMANDS) add(program, {} as CommandContext); // nothing is run
  for (const command of program.commands)
    expect(guide).toMatch(new RegExp(`\\n\\| \`${command.name()}[ \`]`));
});
