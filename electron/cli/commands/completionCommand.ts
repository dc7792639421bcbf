import { Argument, type Command } from 'commander';
import type { CommandContext } from '../terminal/commandContext.ts';
import { commandTree } from '../completion/commandTree.ts';
import { completionScript, SHELLS, type Shell } from '../completion/completionScript.ts';

const HELP = `
  bash  eval "$(sluice completion bash)"                 in ~/.bashrc
  zsh   source <(sluice completion zsh)                  in ~/.zshrc, after compinit
  fish  sluice completion fish | source                  in ~/.config/fish/completions/sluice.fish
`;

/** `sluice completion`: what Tab completes, as a script of the shell, made of the commands as they are declared. */
export function addCompletionCommand(program: Command, { terminal }: CommandContext): void {
  program
    .command('completion')
    .description('a script with which the shell completes commands, options and their values')
    .addArgument(new Argument('<shell>', 'whose script').choices(SHELLS))
    .addHelpText('after', HELP)
    .action(async (shell: Shell) => {
      await terminal.data(completionScript(shell, commandTree(program)));
    });
}
