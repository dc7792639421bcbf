import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { SluiceError, messageOf } from '../../../shared/base/errors.ts';
import type { HtmlPageParts } from '../../../shared/export/htmlPage.ts';
import { installedFile } from '../../engine/process/installation.ts';

/** The page that is installed, and Node's gzip. @throws SluiceError 'io' where the page is not built */
export async function htmlParts(): Promise<HtmlPageParts> {
  const name = 'renderer/recordingPage.html';
  try {
    const page = await readFile(installedFile(name), 'utf8');
    return { page, packed: async (bytes) => (await promisify(gzip)(bytes)).toString('base64') };
  } catch (thrown) {
    throw new SluiceError(
      'io',
      `The part ${name} of Sluice could not be read: ${messageOf(thrown)}.`,
      'Build or install Sluice again.',
      { cause: thrown },
    );
  }
}
