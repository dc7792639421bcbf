#!/usr/bin/env node
// npm run --silent sluice -- <arguments>: the command line of this checkout, built first where it is stale.
import { pathToFileURL } from 'node:url';
import { PAGE_BUNDLES } from './bundle.mjs';
import { command } from './command.mjs';
import { setUp } from './setup.mjs';
import { fromRoot } from './tree.mjs';

await command(async () => {
  await setUp({ bundles: ['cli', ...PAGE_BUNDLES] });
  // In this process: a signal reaches it once, however it is sent, and so does its exit code whoever waits.
  await import(pathToFileURL(fromRoot('dist/cli/sluice.js')));
  return process.exitCode;
});
