// Serves the page with a fake engine, to work on the views without a JVM:
//   node renderer/testing/serve.mjs [shop|million|silent]
import { build } from 'esbuild';
import { mkdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const renderer = fileURLToPath(new URL('..', import.meta.url));
const cache = fileURLToPath(new URL('../../.cache/fakeServer/', import.meta.url));

mkdirSync(cache, { recursive: true });
const outfile = `${cache}fakeServer.mjs`;
await build({
  entryPoints: [fileURLToPath(new URL('fakeServer.ts', import.meta.url))],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
});
const { bundlePage, startFakeServer } = await import(pathToFileURL(outfile).href);
const server = await startFakeServer(await bundlePage(renderer), { program: process.argv[2] ?? 'shop' });
console.log(server.url);
