import { RECORDING_EXTENSION } from '../recording/format/fileSections.ts';

const IMPORTED_EXTENSIONS = ['.jfr'] as const;

/** Of files of others that are read as recordings (openRecording.ts, which is no part of the page's first script). */
export type ImportedExtension = (typeof IMPORTED_EXTENSIONS)[number];

/** Of formats that only profilers read; thread dumps of VisualVM among them. An installer tells the system that we open them. */
export const ASSOCIATED_EXTENSIONS: readonly string[] = [
  RECORDING_EXTENSION,
  ...IMPORTED_EXTENSIONS,
  ...['.tdump', '.hprof'],
];

/** As people name files with thread dumps, which jstack and jcmd write where they are told to, and packed ones: all sorts of files have these. */
const SHARED_EXTENSIONS = ['.txt', '.json', '.log', '.gz'] as const;

/** What a file dialog offers, and what the desktop opens by its command line. What a file is tell its first bytes. */
export const OPENED_EXTENSIONS: readonly string[] = [...ASSOCIATED_EXTENSIONS, ...SHARED_EXTENSIONS];
