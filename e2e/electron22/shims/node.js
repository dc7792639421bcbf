import './everywhere.js';
import fs from 'node:fs';
import { execFileSync } from 'node:child_process';
import { freemem } from 'node:os';

/** What Node 16 lacks of Node 20.13, as far as the window's engine asks for it. */

globalThis.fetch ??= () => Promise.reject(new Error('Node 16 has no fetch'));

process.availableMemory ??= freemem;

const NAMES = ['type', 'bsize', 'blocks', 'bfree', 'bavail', 'files', 'ffree'];
fs.statfsSync ??= (path) => {
  const format = ['-f', '-c', '%t %S %b %f %a %c %d', fs.realpathSync(path)];
  const [type, ...numbers] = execFileSync('/usr/bin/stat', format, { encoding: 'utf8' }).trim().split(' ');
  const values = [Number.parseInt(type, 16), ...numbers.map(Number)];
  return Object.fromEntries(NAMES.map((name, i) => [name, values[i]]));
};
