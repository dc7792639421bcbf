#!/usr/bin/env node
// npm run --silent sluice -- <arguments>: the command line of this checkout, built first where it is stale.
import { spawn } from 'node:child_process';
import { command } from './command.mjs';
import { setUp } from './setup.mjs';
import { fromRoot } from './tree.mjs';

await command(async (args) => {
  await setUp({ bundles: ['cli', 'report'] });
  const child = spawn(process.execPath, [fromRoot('dist/cli/sluice.js'), ...args], { stdio: 'inherit' });
  // Ctrl-C reaches the child by itself; this process waits for what the child makes of it.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)));
  });
});
