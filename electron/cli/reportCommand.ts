import { readFile } from 'node:fs/promises';
import { SluiceError, messageOf } from '../../shared/base/errors.ts';
import type { NameStyle } from '../../shared/model/methodNames.ts';
import { reportJson } from '../../shared/model/reportJson.ts';
import { reportText, type ReportTextOptions } from '../../shared/model/reportText.ts';
import type { Snapshot } from '../../shared/model/snapshot.ts';
import { decodeSnapshot } from '../../shared/model/snapshotCodec.ts';
import type { Terminal } from './terminal.ts';

export interface ReportOptions {
  readonly view: ReportTextOptions['view'];
  readonly top: number;
  readonly names: NameStyle;
  readonly format: 'text' | 'json';
}

/** `sluice report`: a saved recording as text for people or JSON for programs. */
export async function reportCommand(terminal: Terminal, file: string, options: ReportOptions): Promise<void> {
  const snapshot = await readSnapshot(file);
  if (options.format === 'json') {
    for (const piece of reportJson(snapshot)) await terminal.data(piece);
  } else {
    for (const line of reportText(snapshot, options)) await terminal.data(`${line}\n`);
  }
}

async function readSnapshot(file: string): Promise<Snapshot> {
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await readFile(file));
  } catch (thrown) {
    throw new SluiceError('io', `${file} could not be read: ${messageOf(thrown)}.`, '', { cause: thrown });
  }
  try {
    return decodeSnapshot(bytes);
  } catch (thrown) {
    if (!(thrown instanceof SluiceError)) throw thrown;
    throw new SluiceError(thrown.code, `${file}: ${thrown.message}`, thrown.remedy, { cause: thrown });
  }
}
