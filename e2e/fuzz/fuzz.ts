/**
 * Fuzzes the decoders, each for so many seconds; its blocks are counted (build/countBlocks.mjs). `npm run test:fuzz` runs it:
 *
 *   fuzz.mjs REPORT LITERALS.json FOLDER SECONDS SEED SHARE OF
 *
 * SHARE, of 0 to OF - 1, is which of the decoders: each OF-th from there on. One process keeps one core busy.
 * REPORT becomes [{ title, status: passed | failed }]. What fails is written to FOLDER: into e2e/fuzz/corpus with it, where
 * corpus.test.ts decodes it again in each `npm test`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensure } from '../../shared/base/assert.ts';
import { hexLines } from '../../shared/testing/goldenWire.ts';
import { corpusOf } from './corpus.ts';
import { fuzz } from './coverageLoop.ts';
import { fuzzTargets } from './fuzzTargets.ts';

const [report, literalsFile, folder, seconds, seed, share, of] = process.argv.slice(2);
const { sluiceBlocks } = globalThis as { sluiceBlocks?: Uint8Array };
const blocks = ensure(sluiceBlocks, 'counters of blocks');
const literals = JSON.parse(readFileSync(literalsFile, 'utf8')) as (number | string)[];

const entries: { title: string; status: string }[] = [];
for (const target of fuzzTargets().filter((_, i) => i % Number(of) === Number(share))) {
  const known = { ...target, seeds: [...target.seeds, ...corpusOf(target.name).values()] };
  const { executions, corpusSize, findings, mostBytes } = await fuzz(
    known,
    blocks,
    literals,
    Number(seconds),
    Number(seed),
  );
  const mostMib = (mostBytes / 2 ** 20).toFixed(1);
  console.log(
    `  ${target.name}: ${executions} inputs, ${corpusSize} of them new, ${findings.length} faults, at most ${mostMib} MiB for one`,
  );
  if (findings.length === 0)
    entries.push({ title: `${target.name}: nothing but SluiceErrors`, status: 'passed' });
  for (const [i, { what, bytes }] of findings.entries()) {
    mkdirSync(join(folder, target.name), { recursive: true });
    const file = join(folder, target.name, `${seed}-${i}.hex`);
    writeFileSync(file, hexLines(bytes));
    entries.push({ title: `${target.name}: ${what} (${file})`, status: 'failed' });
  }
}
writeFileSync(report, JSON.stringify(entries, null, 2));
