import type { Command } from 'commander';
import { previewJson, previewText } from '../../../shared/recording/preview.ts';
import type { CommandContext } from '../terminal/commandContext.ts';
import { formatOption, type OutputFormat } from '../options/formatOption.ts';
import { withLiveTarget } from '../targets/liveTarget.ts';
import { withMeantRoots } from '../targets/meantRoots.ts';
import { printLines } from '../terminal/print.ts';
import {
  isSchemeTyped,
  requestOf,
  withRequestOptions,
  type RequestFlags,
} from '../recording/recordingOptions.ts';
import { withOwnCode } from '../recording/withOwnCode.ts';

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
