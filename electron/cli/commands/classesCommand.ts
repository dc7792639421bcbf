import { jsonDocument } from '../../../shared/naming/jsonDocument.ts';
import type { Command } from 'commander';
import { parseMethodPattern } from '../../../shared/callgraph/methodPattern.ts';
import type { ClassRow } from '../../../shared/ipc/engineApi.ts';
import { shownName } from '../../../shared/naming/shownName.ts';
import type { CommandContext } from '../terminal/commandContext.ts';
import { formatOption, type OutputFormat } from '../options/formatOption.ts';
import { ALL_CLASSES, withLiveTarget } from '../targets/liveTarget.ts';
import { wholeNumber } from '../options/optionValues.ts';

interface ClassesOptions {
  readonly top: number;
  readonly format: OutputFormat;
}

export function addClassesCommand(program: Command, context: CommandContext): void {
  program
    .command('classes')
    .description('the loaded classes of a running JVM: attaches, looks, detaches')
    .argument('<target>', 'pid, or a part of the main class or jar')
    .argument('[query]', "words that the name has, or a pattern: 'com.acme.**', 're:...' (default: all)")
    .option('--top <n>', 'at most so many, the best ones', wholeNumber, 100)
    .addOption(formatOption())
    .action((target: string, query: string | undefined, options: ClassesOptions) =>
      classesCommand(context, target, query ?? '', options),
    );
}

/** `sluice classes`: what roots can be chosen from. */
async function classesCommand(
  { engine, terminal }: CommandContext,
  target: string,
  query: string,
  { top, format }: ClassesOptions,
): Promise<void> {
  // Words have neither; a pattern that is none is refused before anything is attached to.
  const pattern = /[*:]/.test(query) ? parseMethodPattern(query) : null;
  const found = await withLiveTarget(engine, terminal, target, (sessionId) =>
    engine.searchClasses(sessionId, pattern === null ? query : '', ALL_CLASSES),
  );
  const matching = pattern === null ? found : found.filter(({ name }) => pattern.matchesClass(name));
  const shown = matching.slice(0, top);
  await terminal.data(
    format === 'json'
      ? jsonDocument(
          shown.map(({ name, loader, module, modifiable }) => ({ class: name, loader, module, modifiable })),
        )
      : formatClasses(shown),
  );
  if (matching.length === 0) terminal.talk(`No loaded class matches ${JSON.stringify(query)}.`);
  else if (matching.length > shown.length)
    terminal.talk(`${shown.length} of ${matching.length} classes; --top ${matching.length} shows all`);
}

/** One class a line with its loader: `com.acme.Shop  app`. */
function formatClasses(rows: readonly ClassRow[]): string {
  const names = rows.map(({ name }) => shownName(name));
  const width = names.reduce((max, name) => Math.max(max, name.length), 0);
  return rows
    .map(({ loader, modifiable }, row) => {
      const cannot = modifiable ? '' : '  (cannot be instrumented)';
      return `${names[row].padEnd(width)}  ${shownName(loader)}${cannot}\n`;
    })
    .join('');
}
