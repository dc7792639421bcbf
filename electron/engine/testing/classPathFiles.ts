import { createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** Folders and jars with files of these names, for class paths of which only names are read. */
export class ClassPathFiles {
  readonly root: string;

  constructor(name: string) {
    this.root = mkdtempSync(join(tmpdir(), `sluice-${name}-`));
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  folder(name: string, ...files: readonly string[]): string {
    const path = join(this.root, name);
    for (const file of files) {
      mkdirSync(dirname(join(path, file)), { recursive: true });
      writeFileSync(join(path, file), '');
    }
    return path;
  }

  /** Jars in it lie there as they are, but for those named packed. @param files with what is in them, where that matters */
  async jar(
    name: string,
    ...files: readonly (string | readonly [string, string | Buffer])[]
  ): Promise<string> {
    const path = join(this.root, name);
    const zip = new ZipFile();
    for (const file of files) {
      const [entry, bytes] = typeof file === 'string' ? [file, ''] : file;
      zip.addBuffer(Buffer.from(bytes), entry, {
        compress: !entry.endsWith('.jar') || entry.endsWith('/packed.jar'),
      });
    }
    zip.end();
    await pipeline(zip.outputStream, createWriteStream(path));
    return path;
  }
}
