import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { messageOf, SluiceError, UsageError } from '../../../shared/base/errors.ts';
import { splitOptions } from '../jvms/javaOptions.ts';

/**
 * Opens a file in an editor, which then is a program of its own; no shell reads the command.
 * @param command as one types it; {file} and {line} stand for what is opened
 * @throws SluiceError 'usage' | 'not-found'
 */
export async function openInEditor(command: string, file: string, line: number): Promise<void> {
  const [program, ...options] = splitOptions(command).map((word) =>
    word.replaceAll('{file}', file).replaceAll('{line}', String(Math.max(1, line))),
  );
  if (program === undefined || !command.includes('{file}'))
    throw new UsageError(
      `The command of the editor has no {file}: ${command}.`,
      'For example: code --goto {file}:{line}',
    );
  if (!isAbsolute(file) || !existsSync(file))
    throw new SluiceError('not-found', `There is no file ${file}.`, 'Look for the source again.');
  await new Promise<void>((resolve, reject) => {
    const editor = spawn(program, options, { stdio: 'ignore', detached: true });
    editor.once('spawn', resolve);
    editor.once('error', (thrown) =>
      reject(
        new SluiceError(
          'not-found',
          `The editor could not be started by ${program}: ${messageOf(thrown)}.`,
          'Give the command as it works in a terminal.',
        ),
      ),
    );
    editor.unref();
  });
}
