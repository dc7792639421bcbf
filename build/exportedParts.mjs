import { existsSync, readFileSync } from 'node:fs';

/**
 * What esbuild leaves out of the page that holds a recording (docs/decisions/html-export.md): `x.inExport.ts` takes the place of `x.ts`
 * beside it; of messages only what is told stays; parts that are loaded later (renderer/worker/loadPart.ts) are there at once. Left
 * alone, esbuild puts each module of such a part into a function, and all is a tenth longer.
 */
export const inExport = {
  name: 'in export',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/](renderer|shared)[\\/].*\.tsx?$/ }, ({ path }) => {
      const ofExport = path.replace(/\.tsx?$/, '.inExport$&');
      const text = readFileSync(existsSync(ofExport) ? ofExport : path, 'utf8');
      const contents = /[\\/]messages[\\/]/.test(path) ? toldOnly(text) : partsAtOnce(text);
      return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
};

function partsAtOnce(text) {
  const imports = [];
  const contents = text.replace(/\(\) => import\(('[^']+')\)/g, (_, from) => {
    imports.push(`import * as part${imports.length} from ${from};`);
    return `async () => part${imports.length - 1}`;
  });
  return `${imports.join(' ')}${contents}`;
}

/** Of notes and refusals: cause, what was done and remedy are for docs/messages.md. */
function toldOnly(text) {
  return text.replace(/^ {4}(cause|done|remedy):\s(?!string;)[^]*?,\n(?= {4}\w+:| {2}\},)/gm, '');
}

/** Of d3-interpolate what d3-scale needs for numbers: the rest is of colours and texts, 17 KB with d3-color. */
export const numbersOnly = {
  name: 'numbers only',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^d3-interpolate$/ }, ({ path, importer }) =>
      /[\\/]d3-scale[\\/]/.test(importer) ? { path, namespace: 'numbers-only' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'numbers-only' }, () => ({
      contents: `
        export const interpolateNumber = (a, b) => (t) => a * (1 - t) + b * t;
        export const interpolate = interpolateNumber;
        export const interpolateRound = (a, b) => (t) => Math.round(a * (1 - t) + b * t);
        export const piecewise = () => { throw new Error('d3 is here for numbers only'); };`,
    }));
  },
};
