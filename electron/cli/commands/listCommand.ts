import { jsonDocument } from '../../../shared/naming/jsonDocument.ts';
import type { Command } from 'commander';
import type { JvmSummary } from '../../../shared/ipc/engineApi.ts';
import { shownName } from '../../../shared/naming/shownName.ts';
import { visibleLine, visibleText } from '../../../shared/naming/visibleText.ts';
import type { CommandContext } from '../terminal/commandContext.ts';
import { formatOption, type OutputFormat } from '../options/formatOption.ts';

export function addListCommand(program: Command, context: CommandContext): void {
  program
    .command('list')
    .description('the running JVMs, whether they can be attached to, and why not')
    .option('--args', 'each with its command line', false)
    .addOption(formatOption())
    .action(({ format, args }: { format: OutputFormat; args: boolean }) =>
      listCommand(context, format, args),
    );
}

/** `sluice list`: the running JVMs, whether they can be attached to, and why not. */
async function listCommand(
  { engine, terminal }: CommandContext,
  format: OutputFormat,
  withArguments: boolean,
): Promise<void> {
  const jvms = await engine.listJvms();
  const text = (): string => formatJvms(jvms, withArguments);
  await terminal.data(format === 'json' ? jsonDocument(jvms) : text());
  if (jvms.length === 0 && format === 'text') terminal.talk('No running JVM was found.');
}

/**
 *     PID   ATTACH  UPTIME  JAVA     USER  MAIN
 *     4711  no      2h 5m   17.0.15  ada   com.acme.Main
 *           not attachable: ...
 *           java -Xmx1g com.acme.Main --port 80        with arguments
 */
export function formatJvms(jvms: readonly JvmSummary[], withArguments = false): string {
  if (jvms.length === 0) return '';
  const rows = [
    ['PID', 'ATTACH', 'UPTIME', 'JAVA', 'USER', 'MAIN'],
    ...jvms.map((jvm) => [
      String(jvm.pid),
      jvm.attachable ? 'yes' : 'no',
      formatUptime(jvm.uptimeMs),
      shownName(jvm.javaVersion) || '?',
      shownName(jvm.user),
      `${shownName(jvm.mainClass) || '?'}${jvm.container ? ' (container)' : ''}`,
    ]),
  ];
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const lines: string[] = [];
  rows.forEach((row, index) => {
    const last = row.length - 1;
    lines.push(row.map((cell, column) => (column === last ? cell : cell.padEnd(widths[column]))).join('  '));
    if (index === 0) return;
    const { whyNot, notices, commandLine } = jvms[index - 1];
    const indent = ' '.repeat(widths[0]);
    if (whyNot) lines.push(`${indent}  not attachable: ${visibleLine(whyNot)}`);
    for (const { by, text } of notices)
      if (by === 'look') lines.push(`${indent}  note: ${visibleLine(text)}`);
    if (withArguments) lines.push(`${indent}  java ${visibleText(commandLine) || '?'}`);
  });
  return `${lines.join('\n')}\n`;
}

function formatUptime(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m ${seconds % 60}s`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours}h ${minutes % 60}m` : `${Math.floor(hours / 24)}d ${hours % 24}h`;
}
