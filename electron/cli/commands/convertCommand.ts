import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { Option, type Command } from 'commander';
import { UsageError } from '../../../shared/base/errors.ts';
import { METRICS, metricNamed, SELF_TIME, type Metric } from '../../../shared/metrics/metric.ts';
import { isMeasured, measuredPairs } from '../../../shared/recording/measuredPairs.ts';
import { dataSetCsv } from '../../../shared/export/dataSetCsv.ts';
import { exportedPieces } from '../../../shared/export/exportedPieces.ts';
import { exportedRecording, SMALLER_ROWS } from '../../../shared/export/exportedRecording.ts';
import { limitWarning } from '../../../shared/export/usualLimits.ts';
import {
  EXPORT_FORMATS,
  exportFormat,
  formatOfFile,
  type ExportFormat,
} from '../../../shared/export/exportFormats.ts';
import { formatCountOf } from '../../../shared/naming/formatNumbers.ts';
import { toldText } from '../../../shared/base/toldText.ts';
import type { Snapshot } from '../../../shared/recording/snapshot.ts';
import { viewNamed } from '../../../shared/rows/views.ts';
import { namedTables, type NamedTable } from '../../../shared/tables/namedTables.ts';
import { readAccounted, withReadOptions, type ReadFlags } from '../options/accountOption.ts';
import type { CommandContext } from '../terminal/commandContext.ts';
import { shareOf, wholeNumber } from '../options/optionValues.ts';
import { htmlParts } from '../results/htmlParts.ts';
import { print } from '../terminal/print.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { writeFileAtomically } from '../files/writeFileAtomically.ts';

const IDS: readonly ExportFormat[] = EXPORT_FORMATS.map(({ id }) => id);

interface ConvertOptions extends ReadFlags {
  readonly format?: ExportFormat;
  readonly output?: string;
  readonly value?: string;
  /** Of earlier releases: in place of --value. */
  readonly values?: 'time' | 'calls';
  readonly invert: boolean;
  /** 0 to 1. */
  readonly hideBelow?: number;
  readonly topNodes?: number;
  /** A data set in place of the call trees. */
  readonly view?: string;
}

const FORMATS = `
Formats and who reads them:
${EXPORT_FORMATS.map(({ id, readers, holds, gzip }) => `  ${id.padEnd(12)}${readers}: ${holds}${gzip ? '; gzip' : ''}\n`).join('')}Without --format it is told by the end of the output's name, e.g. run.pb.gz, run.speedscope.json, run.html.
Inverted, callers upon callees: collapsed with --invert; Sandwich in speedscope, Invert call stack in Firefox Profiler.
`;

export function addConvertCommand(program: Command, { terminal }: CommandContext): void {
  withReadOptions(
    program
      .command('convert')
      .description(
        'a saved recording for other programs: flame graphs, speedscope, pprof, Firefox Profiler, CSV, HTML',
      )
      .argument('<file>', 'made by record or launch'),
  )
    .addOption(new Option('--format <format>', 'what to write').choices(IDS))
    .option('-o, --output <file>', 'where it is written; - is stdout (default: stdout)')
    .option('--value <metric>', 'of collapsed stacks: selfNs (default), calls, or what else was measured')
    .addOption(new Option('--values <values>').choices(['time', 'calls']).hideHelp())
    .option('--invert', 'collapsed stacks innermost first, the thread last: flame graphs upside down', false)
    .option(
      '--hide-below <percent>',
      'contexts below this part of the total are summed up below their callers',
      shareOf,
    )
    .option(
      '--top-nodes <n>',
      'at most so many contexts, the largest ones; the rest is summed up',
      wholeNumber,
    )
    .option('--view <name>', 'a table of the recording in place of its call trees; csv only')
    .addHelpText('after', FORMATS)
    .action((file: string, options: ConvertOptions) => convertCommand(terminal, file, options));
}

/** `sluice convert`: one recording, one file for another program. */
async function convertCommand(terminal: Terminal, file: string, options: ConvertOptions): Promise<void> {
  const output = options.output === '-' ? undefined : options.output;
  const format = options.format ?? formatOfOutput(output);
  const { gzip, endings } = exportFormat(format);
  if (output === undefined && gzip && process.stdout.isTTY) {
    throw new UsageError(
      `The format ${format} is binary, and stdout is a terminal.`,
      `Give a file: -o run${endings[0]}`,
    );
  }
  const value = options.value ?? options.values;
  if (value !== undefined && format !== 'collapsed') {
    throw new UsageError(
      `--value is of collapsed stacks: the format ${format} has times and calls.`,
      'Leave it out, or take --format collapsed.',
    );
  }
  if (output !== undefined && (await isSameFile(file, output))) {
    throw new UsageError(
      `${output} is the recording itself, and would be replaced.`,
      'Give another file with --output.',
    );
  }
  if (options.invert && format !== 'collapsed') {
    throw new UsageError(
      `--invert is of collapsed stacks: the format ${format} holds the call tree as it is.`,
      'Take --format collapsed, or invert it where it is shown: Sandwich in speedscope, Invert call stack in Firefox Profiler.',
    );
  }
  const { hideBelow: share = 0, topNodes = null } = options;
  if (format === 'html' && (share > 0 || topNodes !== null)) {
    throw new UsageError(
      'An HTML page holds the whole recording.',
      'Leave --hide-below and --top-nodes out.',
    );
  }
  const { snapshot, apart } = await readAccounted(file, options);
  const tables = namedTables(snapshot, { names: 'long', top: null, apart });
  const table = viewNamed<never, NamedTable>(options.view, [], tables);
  if (table !== undefined && (format !== 'csv' || share > 0 || topNodes !== null))
    throw new UsageError(
      `--view ${table.id} is a table: it is written as CSV, and has no contexts.`,
      'Take --format csv, without --hide-below and --top-nodes.',
    );
  const stacks = { metric: stackMetric(value ?? 'time', snapshot), isInverted: options.invert };
  const recording = exportedRecording(format === 'html' ? apart : snapshot, { share, topNodes });
  const samples = recording.threads.reduce((sum, { rows }) => sum + rows.length, 0);
  let plainBytes = 0;
  const counted = function* (pieces: Iterable<string | Uint8Array>): Generator<string | Uint8Array> {
    for (const piece of pieces) {
      plainBytes += Buffer.byteLength(piece);
      yield piece;
    }
  };
  const pieces = counted(
    table === undefined
      ? await exportedPieces(recording, format, stacks, htmlParts)
      : dataSetCsv({ set: table.set(), value: null, filter: null }),
  );
  const plain = Readable.from(pieces, { objectMode: false });
  // What fails in one stream of a pipeline ends the others, so the loop below throws it.
  const bytes = gzip ? pipeline(plain, createGzip(), () => {}) : plain;
  if (output === undefined) {
    await print(terminal, bytes as AsyncIterable<Uint8Array>);
  } else {
    await writeFileAtomically(output, bytes as AsyncIterable<Uint8Array>);
    terminal.talk(`wrote ${output} (${format})`);
  }
  if (recording.cutRows > 0) {
    const cut = formatCountOf(recording.cutRows, 'smaller context', 'smaller contexts', ',');
    terminal.talk(`note: ${cut} summed up as "${SMALLER_ROWS}" below their callers; all sums are whole`);
  }
  const warning = limitWarning(format, samples, plainBytes);
  if (warning !== null) terminal.talk(`warning: ${warning}`);
}

/** @throws SluiceError 'usage' for what a stack has no value of */
function stackMetric(name: string, snapshot: Snapshot): Metric {
  if (name === 'time') return SELF_TIME;
  const pairs = measuredPairs(snapshot);
  const metric = metricNamed(name);
  if (metric !== undefined && metric.sumOf === null && isMeasured(metric, pairs)) return metric;
  const names = METRICS.filter((each) => each.sumOf === null && isMeasured(each, pairs)).map(({ id }) => id);
  throw new UsageError(
    `--value ${toldText(name)} is nothing that collapsed stacks of this recording have.`,
    `Take ${names.join(', ')}: a stack has what its last method did itself.`,
  );
}

/** Under whatever names. */
async function isSameFile(file: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([file, other].map((path) => stat(path).catch(() => null)));
  return a !== null && b !== null && a.dev === b.dev && a.ino === b.ino;
}

function formatOfOutput(output: string | undefined): ExportFormat {
  const format = output === undefined ? null : formatOfFile(output);
  if (format !== null) return format;
  throw new UsageError(
    output === undefined
      ? 'No format is given: --format FORMAT.'
      : extname(output) === ''
        ? `The name ${JSON.stringify(output)} has no ending, which would say the format.`
        : `Unsupported format ${toldText(extname(output))}: ${JSON.stringify(output)}.`,
    output?.toLowerCase().endsWith('.json')
      ? 'JSON of the recording itself: sluice report FILE --format json. For speedscope name it run.speedscope.json.'
      : `Give one of --format ${IDS.join(', ')}.`,
  );
}
