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

/** Of lines that both have: one is known by what stands before its first figure. @param before, after what each run printed */
export function comparedText(before, after) {
  const [a, b] = [before, after].map(medianLines);
  const lines = [...a].flatMap(([label, { shape, first, medians }]) => {
    const other = b.get(label);
    if (other === undefined) return [];
    const percent = 100 * (other.medians[other.first] / medians[first] - 1);
    const change = Number.isFinite(percent)
      ? `   ${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)} %`
      : '';
    return [`before  ${filled(shape, medians)}`, `after   ${filled(other.shape, other.medians)}${change}`];
  });
  return lines.join('\n');
}

/**
 * What stands before the first figure of a line, and which of those it is -> the line without numbers, and the median of each. Figures
 * are in columns: the first one stands behind two spaces; in a line without any it is the first number.
 */
function medianLines(outputs) {
  const lines = new Map();
  for (const output of outputs) {
    const seen = new Map();
    for (const line of output.split('\n')) {
      const numbers = (line.match(NUMBER) ?? []).map((digits) => Number(digits.replaceAll(',', '')));
      if (numbers.length === 0) continue;
      const [name] = /^\s*\S.*?(?=\s{2,}\d)/.exec(line) ?? [line.slice(0, line.search(NUMBER))];
      const nth = (seen.get(name) ?? 0) + 1;
      seen.set(name, nth);
      const { runs } = lines.get(`${name}#${nth}`) ?? { runs: [] };
      const shape = line.trim().replace(/\s+/g, ' ').replace(NUMBER, '#');
      lines.set(`${name}#${nth}`, {
        shape,
        first: (name.match(NUMBER) ?? []).length,
        runs: [...runs, numbers],
      });
    }
  }
  for (const line of lines.values())
    line.medians = line.runs[0].map((_, i) => median(line.runs.map((run) => run[i] ?? NaN)));
  return lines;
}

function filled(shape, numbers) {
  let at = 0;
  return shape.replace(/#/g, () => String(numbers[at++] ?? '?'));
}

/** The upper one of the two in the middle. */
function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
