import { lstatSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { SluiceError, messageOf } from '../../../shared/base/errors.ts';

/**
 * The address of the page in a file that nobody else may read: 0600 in a folder 0700 of its own. A browser that opens it
 * goes there; so the token is in no command line, which every user of the machine may read.
 */
export class AddressFile {
  readonly path: string;
  readonly #folder: string;

  private constructor(folder: string, url: string) {
    this.#folder = folder;
    this.path = join(folder, 'sluice.html');
    try {
      writeFileSync(this.path, pageFor(url), { mode: 0o600, flag: 'wx' });
    } catch (thrown) {
      this.remove();
      throw thrown;
    }
  }

  /** Below the home folder and visible there: a browser in a sandbox of its own sees no other temporary folder. */
  static forBrowser(url: string): AddressFile {
    return AddressFile.#below([homedir(), tmpdir()], url);
  }

  /** In the folder of the user's session, which the system empties, if there is one. */
  static forReader(url: string): AddressFile {
    return AddressFile.#below([process.env['XDG_RUNTIME_DIR'] ?? tmpdir(), tmpdir()], url);
  }

  static #below(parents: readonly string[], url: string): AddressFile {
    const problems: string[] = [];
    for (const parent of parents) {
      try {
        if (parent !== tmpdir() && !isOurs(parent)) continue; // as when root keeps the HOME of a user
        return new AddressFile(mkdtempSync(join(parent, 'sluice-address-')), url);
      } catch (thrown) {
        problems.push(messageOf(thrown));
      }
    }
    throw new SluiceError(
      'io',
      `Sluice found no place for the file with its address. ${problems.join(' ')}`,
      'Set TMPDIR to a folder that is yours.',
    );
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function isOurs(folder: string): boolean {
  return process.geteuid === undefined || lstatSync(folder).uid === process.geteuid();
}

/** @param url of what encodeURIComponent leaves and :/.#=, which needs no escape */
function pageFor(url: string): string {
  return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${url}">
<title>Sluice</title>
<p>Sluice is at <a href="${url}">${url}</a></p>
`;
}
