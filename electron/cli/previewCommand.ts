import type { Command } from 'commander';
import { previewJson, previewText } from '../../shared/recording/preview.ts';
import type { CommandContext } from './commandContext.ts';
import { formatOption, type OutputFormat } from './formatOption.ts';
import { withLiveTarget } from './liveTarget.ts';
import { withMeantRoots } from './meantRoots.ts';
import { printLines } from './print.ts';
import { isSchemeTyped, requestOf, withRequestOptions, type RequestFlags } from './recordingOptions.ts';
import { withOwnCode } from './withOwnCode.ts';

export function addPreviewCommand(program: Command, context: CommandContext): void {
  withRequestOptions(program.command('preview'), 'lazy')
    .description('what a recording would instrument, and what it cannot: attaches, looks, detaches')
    .argument('<target>', 'pid, or a part of the main class or jar')
    .addOption(formatOption())
    .action(
      async (target: string, flags: RequestFlags & { readonly format: OutputFormat }, command: Command) => {
        const { engine, terminal } = context;
        const request = requestOf(flags);
        const preview = await withLiveTarget(engine, terminal, target, async (sessionId) => {
          const asked = await withOwnCode(engine, terminal, sessionId, request, isSchemeTyped(command));
          return withMeantRoots(engine, terminal, sessionId, asked.roots, (roots) =>
            engine.preview(sessionId, { ...asked, roots }),
          );
        });
        if (flags.format === 'json') await terminal.data(previewJson(preview));
        else await printLines(terminal, previewText(preview));
      },
    );
}
