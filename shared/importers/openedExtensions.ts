import { RECORDING_EXTENSION } from '../recording/fileSections.ts';

const IMPORTED_EXTENSIONS = ['.jfr'] as const;

/** Of files of others that are read as recordings (openRecording.ts, which is no part of the page's first script). */
export type ImportedExtension = (typeof IMPORTED_EXTENSIONS)[number];

/** As people name files with thread dumps: jstack and jcmd write what they are told to, VisualVM .tdump, logs have them too. */
const THREAD_DUMP_EXTENSIONS = ['.txt', '.tdump', '.json', '.log'] as const;

/** What a file dialog offers, and what the desktop opens by its command line. What a file is tell its first bytes. */
export const OPENED_EXTENSIONS: readonly string[] = [
  RECORDING_EXTENSION,
  ...IMPORTED_EXTENSIONS,
  ...THREAD_DUMP_EXTENSIONS,
  ...['.hprof', '.gz'],
];
