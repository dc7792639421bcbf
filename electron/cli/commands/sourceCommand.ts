import type { Command } from 'commander';
import { SluiceError, UsageError } from '../../../shared/base/errors.ts';
import { parseMethodPattern, type MethodPattern } from '../../../shared/callgraph/methodPattern.ts';
import type { MethodSource, SourceForm } from '../../../shared/ipc/methodSource.ts';
import { visibleLine } from '../../../shared/naming/visibleText.ts';
import type { CommandContext } from '../terminal/commandContext.ts';
import { ALL_CLASSES, withLiveTarget } from '../targets/liveTarget.ts';
import { typedPattern } from '../options/optionValues.ts';

interface SourceFlags {
  readonly sources?: readonly string[];
  readonly decompile?: boolean;
  readonly fetch?: boolean;
  readonly bytecode?: boolean;
  readonly all?: boolean;
}

export function addSourceCommand(program: Command, context: CommandContext): void {
  program
    .command('source')
    .description('the code of a method of a running JVM: its source, decompiled, or its bytecode')
    .argument('<target>', 'pid, or a part of the main class or jar')
    .argument(
      '<method>',
      'one method: com.acme.Shop::order, or with parameters where it has namesakes',
      typedPattern,
    )
    .option('--sources <places...>', 'folders and archives of sources, looked at first')
    .option('--decompile', 'where there is no source: by Vineflower (Apache-2.0), if it has been fetched')
    .option('--fetch', 'with --decompile: fetches Vineflower from Maven Central, 1.6 MB, once')
    .option('--bytecode', 'the bytecode, also where there is a source')
    .option('--all', 'the whole file')
    .action((target: string, pattern: string, flags: SourceFlags) =>
      sourceCommand(context, target, parseMethodPattern(pattern), flags),
    );
}

/** `sluice source`: the lines of the method, with their numbers. */
async function sourceCommand(
  { engine, terminal }: CommandContext,
  target: string,
  pattern: MethodPattern,
  flags: SourceFlags,
): Promise<void> {
  const source = await withLiveTarget(engine, terminal, target, async (sessionId) => {
    const { className, name, descriptor } = await oneMethod(engine, sessionId, pattern);
    const { javaVersion } = (await engine.status(sessionId)).target;
    const form: SourceForm = flags.bytecode ? 'bytecode' : flags.decompile ? 'decompiled' : 'source';
    const question = { sessionId, commandLine: '', classPath: [], javaVersion, className, name, descriptor };
    const places = flags.sources ?? [];
    return engine.source({ ...question, places, form, mayFetch: flags.fetch === true });
  });
  terminal.talk(`${source.title}: ${source.place}`);
  for (const note of source.notes) terminal.talk(`note: ${note}`);
  await terminal.data(sourceText(source, flags.all === true));
}

async function oneMethod(
  engine: CommandContext['engine'],
  sessionId: string,
  pattern: MethodPattern,
): Promise<{ readonly className: string; readonly name: string; readonly descriptor: string }> {
  const classes = await engine.searchClasses(sessionId, pattern.text.split('::')[0], ALL_CLASSES);
  const found: { className: string; name: string; descriptor: string; pattern: string }[] = [];
  for (const { classId, name: className } of classes.filter(({ name }) => pattern.matchesClass(name)))
    for (const method of await engine.methodsOf(sessionId, classId))
      if (pattern.matchesMethod(className, method.name, method.descriptor))
        found.push({ className, ...method });
  if (found.length === 1) return found[0];
  if (found.length === 0)
    throw new SluiceError(
      'root-not-found',
      `No method of a loaded class matches ${pattern.text}.`,
      'See those of a class with: sluice methods TARGET CLASS',
    );
  throw new UsageError(
    `${pattern.text} matches ${found.length} methods.`,
    `Name one: ${found
      .slice(0, 5)
      .map((method) => method.pattern)
      .join(', ')}.`,
  );
}

/**
 *        41    int price() {
 *        42      return 7;
 *        43    }
 */
function sourceText({ text, firstLine, lastLine, sourceLines }: MethodSource, all: boolean): string {
  const lines = text.split('\n');
  const isFound = firstLine > 0 && !all;
  const [first, end] = isFound ? [Math.max(0, firstLine - 2), lastLine + 1] : [0, lines.length];
  const numbered = lines.slice(first, end).map((line, i) => {
    const number = sourceLines === null ? first + i + 1 : sourceLines[first + i];
    return `${(number > 0 ? String(number) : '').padStart(6)}  ${visibleLine(line.replaceAll('\t', '    '))}`;
  });
  return `${numbered.join('\n')}\n`;
}
