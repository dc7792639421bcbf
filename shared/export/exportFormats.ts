/** What a recording can be written as for other programs. */
export const EXPORT_FORMATS = [
  'collapsed',
  'speedscope',
  'pprof',
  'firefox',
  'csv',
  'html',
  'hprof',
] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** How files of each format end; longer ones first where one ends like another. */
export const EXPORT_FILE_ENDINGS: Readonly<Record<ExportFormat, readonly string[]>> = {
  speedscope: ['.speedscope.json'],
  firefox: ['.firefox.json.gz', '.json.gz'],
  pprof: ['.pb.gz', '.pprof'],
  collapsed: ['.collapsed', '.folded'],
  csv: ['.csv'],
  html: ['.html', '.htm'],
  hprof: ['.hprof.txt'],
};

/** Formats whose files are gzip. */
export const GZIP_FORMATS: ReadonlySet<ExportFormat> = new Set(['pprof', 'firefox']);

/** The format that a file's name asks for; null when it tells none. */
export function formatOfFile(file: string): ExportFormat | null {
  const name = file.toLowerCase();
  return (
    EXPORT_FORMATS.find((format) => EXPORT_FILE_ENDINGS[format].some((ending) => name.endsWith(ending))) ??
    null
  );
}
