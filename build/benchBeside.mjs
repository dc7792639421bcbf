import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Problem, run, say } from './command.mjs';

const NUMBER = /\d[\d,]*(?:\.\d+)?/g;

/**
 * The same bench of this checkout and of another one, in turn, each in a process of its own: what the machine does meanwhile meets both.
 * @param scripts paths for Node: of ours, of the other
 * @param folders they run in, in that order
 * @returns {Promise<string>} each line of figures as medians, of the other first, and how its first figure changes
 */
export async function benchBeside(scripts, folders, rounds, options) {
  const outputs = [[], []];
  for (let round = 0; round < 2 * rounds; round++) {
    const which = 1 - (round % 2); // the other one first
    say(`round ${(round >> 1) + 1} of ${rounds}: ${which === 0 ? 'this checkout' : folders[1]}`);
    const asked = [scripts[which], ...options];
    const { output } = await run(process.execPath, asked, { cwd: folders[which], capture: true });
    outputs[which].push(output);
  }
  return comparedText(outputs[1], outputs[0]);
}

/** A checkout that `npm run build` has been run in, or has the packages at least. */
export function otherCheckout(folder) {
  const path = resolve(folder);
  if (existsSync(resolve(path, 'build', 'bundleScript.mjs'))) return path;
  throw new Problem(`${folder} is no checkout of Sluice: it has no build/bundleScript.mjs.`);
}

/** The bench of another checkout as its own build bundles it. */
export async function otherScript(folder, bench) {
  if (!existsSync(resolve(folder, bench))) throw new Problem(`${folder} has no ${bench}.`);
  if (bench.endsWith('.mjs')) return resolve(folder, bench);
  const { bundleScript } = await import(pathToFileURL(resolve(folder, 'build', 'bundleScript.mjs')).href);
  return bundleScript(bench, 'bench');
}

/** Of lines that both have. @param before, after what each run printed */
export function comparedText(before, after) {
  const [a, b] = [before, after].map(medianLines);
  const lines = [...a].flatMap(([shape, medians]) => {
    const others = b.get(shape);
    if (others === undefined || medians.length === 0) return [];
    const percent = 100 * (others[0] / medians[0] - 1);
    const change = `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)} %`;
    return [`before  ${filled(shape, medians)}`, `after   ${filled(shape, others)}   first figure ${change}`];
  });
  return lines.join('\n');
}

/** A line without its numbers -> the median of each. */
function medianLines(outputs) {
  const numbers = new Map();
  for (const output of outputs) {
    const seen = new Map();
    for (const line of output.split('\n')) {
      const text = line.trim().replace(/\s+/g, ' ');
      const bare = text.replace(NUMBER, '#');
      const nth = (seen.get(bare) ?? 0) + 1;
      seen.set(bare, nth);
      const shape = nth === 1 ? bare : `${bare} (${nth})`;
      const found = (text.match(NUMBER) ?? []).map((digits) => Number(digits.replaceAll(',', '')));
      numbers.set(shape, [...(numbers.get(shape) ?? []), found]);
    }
  }
  return new Map(
    [...numbers].map(([shape, runs]) => [shape, runs[0].map((_, i) => median(runs.map((run) => run[i])))]),
  );
}

function filled(shape, numbers) {
  let at = 0;
  return shape.replace(/#/g, () => String(numbers[at++]));
}

/** The upper one of the two in the middle. */
function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
