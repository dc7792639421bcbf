import { ensure } from '../base/assert.ts';

/** A format that other programs read; what writes it is in exportedPieces.ts, which the page does not load at its start. */
interface ExportFormatEntry {
  readonly id: string;
  /** The name that people know. */
  readonly title: string;
  /** Programs that read it. */
  readonly readers: string;
  /** What of a recording is in it. */
  readonly holds: string;
  /** How its files end, as they are offered first; no other format's file ends like that. */
  readonly endings: readonly string[];
  /** Its pieces are still to be compressed. */
  readonly gzip: boolean;
  /** Servers that store profiles take it, up to usualLimits.ts. */
  readonly limited: boolean;
}

/** What a recording can be written as for other programs: help, menu and tests go through all of them. */
export const EXPORT_FORMATS = [
  {
    id: 'collapsed',
    title: 'Collapsed Stacks',
    readers: 'flamegraph.pl, speedscope, Firefox Profiler, Perfetto',
    holds: 'one metric a file (--value)',
    endings: ['.collapsed', '.folded'],
    gzip: false,
    limited: true,
  },
  {
    id: 'speedscope',
    title: 'speedscope',
    readers: 'speedscope.app',
    holds: 'times, exact calls and what else was measured, a profile for each and each thread',
    endings: ['.speedscope.json'],
    gzip: false,
    limited: true,
  },
  {
    id: 'pprof',
    title: 'pprof',
    readers: 'pprof, speedscope, Perfetto, Pyroscope',
    holds: 'calls, error, wall, what else was measured',
    endings: ['.pb.gz', '.pprof'],
    gzip: true,
    limited: true,
  },
  {
    id: 'firefox',
    title: 'Firefox Profiler',
    readers: 'profiler.firefox.com',
    holds: 'times, and as further processes exact calls and what else was measured',
    endings: ['.firefox.json.gz', '.json.gz'],
    gzip: true,
    limited: true,
  },
  {
    id: 'csv',
    title: 'CSV Table',
    readers: 'spreadsheets',
    holds: 'a line for each context',
    endings: ['.csv'],
    gzip: false,
    limited: false,
  },
  {
    id: 'html',
    title: 'HTML Page',
    readers: 'any browser',
    holds: 'the window itself with the recording in it, one file; no network',
    endings: ['.html', '.htm'],
    gzip: false,
    limited: false,
  },
  {
    id: 'hprof',
    title: 'HPROF Text',
    readers: "tools of HPROF's text",
    holds: 'TRACE, CPU SAMPLES or CPU TIME, MONITOR TIME',
    endings: ['.hprof.txt'],
    gzip: false,
    limited: false,
  },
] as const satisfies readonly ExportFormatEntry[];
export type ExportFormat = (typeof EXPORT_FORMATS)[number]['id'];

export function exportFormat(format: ExportFormat): ExportFormatEntry {
  return ensure(
    EXPORT_FORMATS.find(({ id }) => id === format),
    `export format ${format}`,
  );
}

/** The format that a file's name asks for; null when it tells none. */
export function formatOfFile(file: string): ExportFormat | null {
  const name = file.toLowerCase();
  return EXPORT_FORMATS.find(({ endings }) => endings.some((ending) => name.endsWith(ending)))?.id ?? null;
}
