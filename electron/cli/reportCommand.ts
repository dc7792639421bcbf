import { Option, type Command } from 'commander';
import type { NameStyle } from '../../shared/model/methodNames.ts';
import { reportJson } from '../../shared/model/reportJson.ts';
import { reportText, type ReportTextOptions } from '../../shared/model/reportText.ts';
import type { CommandContext } from './commandContext.ts';
import { wholeNumber } from './optionValues.ts';
import { readRecording } from './readRecording.ts';
import type { Terminal } from './terminal.ts';

interface ReportOptions {
  readonly view: ReportTextOptions['view'];
  readonly top: number;
  readonly names: NameStyle;
  readonly format: 'text' | 'json';
}

export function addReportCommand(program: Command, { terminal }: CommandContext): void {
  program
    .command('report')
    .description('a saved recording as text or JSON')
    .argument('<file>', 'made by record or launch')
    .addOption(
      new Option('--view <view>', 'what to show')
        .choices(['tree', 'hot', 'instrumentation', 'overhead'])
        .default('tree'),
    )
    .option('--top <n>', 'at most so many rows of each table of the text, the largest ones', wholeNumber, 100)
    .addOption(
      new Option('--names <style>', 'class names in the text')
        .choices(['short', 'shortened', 'long'])
        .default('shortened'),
    )
    .addOption(new Option('--format <format>', 'how').choices(['text', 'json']).default('text'))
    .action((file: string, options: ReportOptions) => reportCommand(terminal, file, options));
}

/** `sluice report`: a saved recording as text for people or JSON for programs. */
async function reportCommand(terminal: Terminal, file: string, options: ReportOptions): Promise<void> {
  const snapshot = await readRecording(file);
  if (options.format === 'json') {
    for (const piece of reportJson(snapshot)) await terminal.data(piece);
  } else {
    for (const line of reportText(snapshot, options)) await terminal.data(`${line}\n`);
  }
}
