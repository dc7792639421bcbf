import { EXPORT_FORMATS, exportFormat } from '../../shared/export/exportFormats.ts';
import { RECORDING_EXTENSION } from '../../shared/recording/format/fileSections.ts';
import type { FileFormat } from '../worker/cctProtocol.ts';

export interface ExportChoice {
  readonly format: Exclude<FileFormat, 'sluice'>;
  readonly title: string;
}

/** What can be exported to, by the names that people know: the formats of `sluice convert`. */
export const EXPORT_CHOICES: readonly ExportChoice[] = EXPORT_FORMATS.flatMap(
  ({ id, title }): ExportChoice[] =>
    id === 'collapsed'
      ? [
          { format: id, title: `${title}, Times` },
          { format: 'collapsedCalls', title: `${title}, Calls` },
        ]
      : [{ format: id, title }],
);

/** How a file of this format ends. */
export function endingOf(format: FileFormat): string {
  switch (format) {
    case 'sluice':
      return RECORDING_EXTENSION;
    case 'collapsedCalls':
      return `.calls${exportFormat('collapsed').endings[0]}`;
    default:
      return exportFormat(format).endings[0];
  }
}

/**
 * The name that a file is offered with: OrderServer-2026-11-21-184209.sluice. Of an opened file its own, with the new ending.
 * @param subject a main class with or without its package, the path of a jar, or the name of a file
 */
export function offeredName(subject: string, startedAtMs: number | null, format: FileFormat): string {
  const last = subject.split(/[/\\]/).at(-1) ?? '';
  const stem = last.replace(/\.(sluice|jar)$/i, '');
  const isFile = startedAtMs === null || /\.jar$/i.test(last); // its points divide no packages
  const simple = isFile ? stem : (stem.split('.').at(-1) ?? '');
  const safe = startedAtMs === null ? fileSafe(stem) : shortened(fileSafe(simple).replace(/^[.-]+/, '_'));
  return `${safe}${startedAtMs === null ? '' : `-${secondOf(startedAtMs)}`}${endingOf(format)}`;
}

/** Letters and digits of any language: nothing that a file system, a shell or a list of files takes for something else. */
function fileSafe(name: string): string {
  return name.replace(/[^\p{L}\p{N}._-]+/gu, '_') || 'recording';
}

/** File systems take names of 255 bytes; the time and the ending follow. */
const MOST_NAME_BYTES = 160;

function shortened(name: string): string {
  let bytes = 0;
  const fitting = Array.from(name.slice(0, MOST_NAME_BYTES)).filter((char) => {
    bytes += new TextEncoder().encode(char).length;
    return bytes <= MOST_NAME_BYTES;
  });
  return fitting.join('');
}

/** 2026-11-21-184209, by the local clock. */
function secondOf(timeMs: number): string {
  const date = new Date(timeMs);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}-${two(date.getHours())}${two(date.getMinutes())}${two(date.getSeconds())}`;
}
