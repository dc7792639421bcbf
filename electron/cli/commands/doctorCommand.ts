import { jsonDocument } from '../../../shared/naming/jsonDocument.ts';
import type { Command } from 'commander';
import { UsageError } from '../../../shared/base/errors.ts';
import { visibleLine } from '../../../shared/naming/visibleText.ts';
import type { Finding } from '../../../shared/ipc/finding.ts';
import { chooseTarget } from '../targets/chooseTarget.ts';
import type { CommandContext } from '../terminal/commandContext.ts';
import { EXIT } from '../terminal/exitCode.ts';
import { formatOption, type OutputFormat } from '../options/formatOption.ts';

interface DoctorFlags {
  readonly format: OutputFormat;
  readonly diagnostics: boolean;
}

export function addDoctorCommand(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .description('what this machine can do; of a target: why it can be attached to, or why not')
    .argument('[target]', 'pid, or a part of the main class or jar')
    .addOption(formatOption())
    .option('--diagnostics', 'a text for a bug report, without names, paths and arguments of yours', false)
    .addHelpText(
      'after',
      '\nNothing is sent to the target. Exit code 3 when there is a problem that forbids attaching.\n',
    )
    .action(async (target: string | undefined, { format, diagnostics }: DoctorFlags) => {
      if (diagnostics && (format === 'json' || target !== undefined)) {
        throw new UsageError(
          `--diagnostics with ${format === 'json' ? '--format json' : 'a target'}: it is a text about this machine.`,
          'Leave one of them out.',
        );
      }
      const { engine, terminal } = context;
      if (diagnostics) await terminal.data(await engine.diagnostics());
      else context.exitCode = await doctorCommand(context, target, format);
    });
}

/** `sluice doctor`: all that attaching depends on. @returns exit code */
async function doctorCommand(
  { engine, terminal }: CommandContext,
  target: string | undefined,
  format: OutputFormat,
): Promise<number> {
  const pid = target === undefined ? null : chooseTarget(target, await engine.listJvms());
  const { machine, target: found } = await engine.findings(pid);
  const problems = [...machine, ...found].filter(({ state }) => state === 'problem').length;
  if (format === 'json') {
    const report = { format: 'sluice-doctor', version: 1, problems, machine, pid, target: found };
    await terminal.data(jsonDocument(report));
  } else {
    await terminal.data(formatFindings('This machine', machine));
    if (pid !== null) await terminal.data(`\n${formatFindings(`Process ${pid}`, found)}`);
  }
  return problems > 0 ? EXIT.cannotAttach : EXIT.good;
}

/**
 *     This machine
 *       ok       node   Node 20.20.2
 *       problem  files  There is no place ...
 *                       One of these directories must be writable ...
 */
function formatFindings(title: string, findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ id }) => id.length));
  const lines = findings.flatMap(({ id, state, text, remedy }) => {
    const head = `  ${state.padEnd(7)}  ${id.padEnd(width)}  `;
    return [
      `${head}${visibleLine(text)}`,
      ...(remedy === '' ? [] : [`${' '.repeat(head.length)}${visibleLine(remedy)}`]),
    ];
  });
  return `${[title, ...lines].join('\n')}\n`;
}
