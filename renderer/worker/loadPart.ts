import { SluiceError } from '../../shared/base/errors.ts';

/**
 * A part of the page that is no part of its first script: esbuild makes a file of it where it is imported by `import()`.
 * @param does "draws the timeline"
 * @throws SluiceError 'io': nobody serves it any more
 */
export async function loadPart<T>(does: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new SluiceError(
      'io',
      `The part of Sluice that ${does} could not be loaded.`,
      'The engine has ended, or another Sluice was installed meanwhile: start Sluice again.',
      { cause },
    );
  }
}
