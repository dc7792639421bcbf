import { RECORDING_EXTENSION } from '../recording/fileSections.ts';

const IMPORTED_EXTENSIONS = ['.jfr'] as const;

/** Of files of others that are read as recordings (openRecording.ts, which is no part of the page's first script). */
export type ImportedExtension = (typeof IMPORTED_EXTENSIONS)[number];

/** What a file dialog offers. */
export const OPENED_EXTENSIONS: readonly string[] = [RECORDING_EXTENSION, ...IMPORTED_EXTENSIONS];
