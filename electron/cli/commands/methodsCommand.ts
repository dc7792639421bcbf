import { jsonDocument } from '../../../shared/naming/jsonDocument.ts';
import type { Command } from 'commander';
import { SluiceError, UsageError } from '../../../shared/base/errors.ts';
import { similarNames } from '../../../shared/base/similarNames.ts';
import { parseMethodPattern, type MethodPattern } from '../../../shared/callgraph/methodPattern.ts';
import type { ClassRow, MethodRow } from '../../../shared/ipc/engineApi.ts';
import { shownName } from '../../../shared/naming/shownName.ts';
import { visibleLine, visibleText } from '../../../shared/naming/visibleText.ts';
import type { CommandContext } from '../terminal/commandContext.ts';
import { formatOption, type OutputFormat } from '../options/formatOption.ts';
import { typedPattern } from '../options/optionValues.ts';
import { ALL_CLASSES, withLiveTarget } from '../targets/liveTarget.ts';

/** Their class files are read one by one. */
const MAX_CLASSES = 200;

interface ClassMethods extends Pick<ClassRow, 'name' | 'loader' | 'module'> {
  readonly methods: readonly MethodRow[];
}

export function addMethodsCommand(program: Command, context: CommandContext): void {
  program
    .command('methods')
    .description('the methods of a class of a running JVM, as root patterns: attaches, looks, detaches')
    .argument('<target>', 'pid, or a part of the main class or jar')
    .argument(
      '<class>',
      "a class, or a pattern: com.acme.Shop, 'com.acme.*', 'com.acme.Shop::get*'",
      typedPattern,
    )
    .addOption(formatOption())
    .action((target: string, classPattern: string, { format }: { format: OutputFormat }) =>
      methodsCommand(context, target, parseMethodPattern(classPattern), format),
    );
}

/** `sluice methods`: each with the pattern that names it, and why it cannot be a root if it cannot. */
async function methodsCommand(
  { engine, terminal }: CommandContext,
  target: string,
  pattern: MethodPattern,
  format: OutputFormat,
): Promise<void> {
  const classes = await withLiveTarget(engine, terminal, target, async (sessionId) => {
    const loaded = await engine.searchClasses(sessionId, '', ALL_CLASSES);
    const matching = loaded.filter(({ name }) => pattern.matchesClass(name));
    checkNumber(matching, loaded, pattern);
    const found: ClassMethods[] = [];
    for (const { classId, name, loader, module } of matching) {
      // The JVM hands methods out in an order of its own.
      const methods = (await engine.methodsOf(sessionId, classId))
        .filter((method) => pattern.matchesMethod(name, method.name, method.descriptor))
        .sort((x, y) => (x.pattern < y.pattern ? -1 : 1));
      if (methods.length > 0) found.push({ name, loader, module, methods });
    }
    return found;
  });
  if (classes.length === 0)
    throw new SluiceError(
      'root-not-found',
      `No method matches ${pattern.text}.`,
      'Give the class alone to see all.',
    );
  await terminal.data(
    format === 'json' ? jsonDocument(classes.map(jsonOf)) : classes.map(formatClass).join('\n'),
  );
}

function checkNumber(
  matching: readonly ClassRow[],
  loaded: readonly ClassRow[],
  { text }: MethodPattern,
): void {
  if (matching.length === 0) {
    const near = similarNames(
      text.split('::')[0],
      loaded.map(({ name }) => name),
    );
    throw new SluiceError(
      'root-not-found',
      `No loaded class matches ${text}.`,
      near.length > 0
        ? `Similar classes are loaded: ${near.join(', ')}.`
        : 'It may not be loaded yet. See the loaded ones with: sluice classes TARGET WORD',
    );
  }
  if (matching.length > MAX_CLASSES) {
    throw new UsageError(
      `${text} matches ${matching.length} loaded classes; at most ${MAX_CLASSES} can be listed at once.`,
      'Give a narrower pattern.',
    );
  }
}

function jsonOf({ name, loader, module, methods }: ClassMethods): object {
  return {
    class: name,
    loader,
    module,
    methods: methods.map(({ name: method, descriptor, pattern, returnType, whyNot }) => ({
      method,
      descriptor,
      pattern,
      returnType,
      whyNot,
    })),
  };
}

/**
 *     com.acme.Shop (loader app)
 *       com.acme.Shop::order(int)  void
 *       com.acme.Shop::load()      void  no root: it is native: choose a method that calls it
 */
function formatClass({ name, loader, methods }: ClassMethods): string {
  const patterns = methods.map(({ pattern }) => visibleText(pattern)); // whole: they are copied
  const width = patterns.reduce((max, pattern) => Math.max(max, pattern.length), 0);
  const lines = methods.map(({ returnType, whyNot }, row) => {
    const why = whyNot === '' ? '' : `  no root: ${visibleLine(whyNot)}`;
    return `  ${patterns[row].padEnd(width)}  ${shownName(returnType)}${why}`;
  });
  return `${[`${shownName(name)} (loader ${shownName(loader)})`, ...lines].join('\n')}\n`;
}
