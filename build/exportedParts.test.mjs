import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { exportedBundle } from './bundle.mjs';
import { filesUnder, fromRoot } from './tree.mjs';

let script = '';
beforeAll(async () => {
  ({ script } = await exportedBundle());
});

const variants = ['renderer', 'shared'].flatMap(filesUnder).filter((file) => file.includes('.inExport.'));

/** What others can import of a module, types left out. */
async function exportsOf(file) {
  const { metafile } = await build({
    ...{ entryPoints: [fromRoot(file)], format: 'esm', write: false, metafile: true, outdir: 'out' },
    ...{ jsx: 'automatic', absWorkingDir: fromRoot() },
  });
  return Object.values(metafile.outputs)[0].exports;
}

test.each(variants)('%s has what the module has in whose place it is', async (file) => {
  const whole = file.replace('.inExport', '');
  expect(existsSync(join(fromRoot(), whole))).toBe(true);
  expect(await exportsOf(file)).toEqual(await exportsOf(whole));
});

/** Of texts, those in the page: the whole page is no message to look at. */
const found = (...texts) => texts.filter((text) => script.includes(text));

test('an exported page has what messages tell, and not what the documents say of them', () => {
  const told = [
    'The page was closed, or fell behind: {what} was stopped there.',
    'it is abstract and has no code',
  ];
  expect(found(...told)).toEqual(told);
  expect(found('A page that records was closed', 'Only a method with code can carry a probe.')).toEqual([]);
});

test('an exported page has no views that need an engine, and reads no files of other tools', () => {
  expect(found('An exported page opens no heap dumps.')).toHaveLength(1);
  expect(found('Filter by class, PID, user', 'Shortest paths', 'jdk.ExecutionSample')).toEqual([]);
});
