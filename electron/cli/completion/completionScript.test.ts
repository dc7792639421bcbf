import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { commandTree } from './commandTree.ts';
import { completionScript, type Shell } from './completionScript.ts';

const program = new Command('sluice');
program
  .command('list')
  .description("the running JVMs, and why it can't be")
  .option('--args', 'each with: its line');
program
  .command('report')
  .description('a recording as text')
  .argument('<file>')
  .addOption(new Option('--format <format>', 'how').choices(['text', 'json']))
  .option('-o, --output <file>', 'where')
  .option('--top <n>', 'lines');

const script = (shell: Shell): string => completionScript(shell, commandTree(program));
const has = (shell: Shell): boolean => spawnSync(shell, ['-c', 'exit 0']).status === 0;

/** What bash offers for a line whose last word is being typed. */
function bashOffers(line: string, folder = tmpdir()): readonly string[] {
  const words = line.split(' ').map((word) => `'${word}'`);
  const asked = `${script('bash')}
    COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}
    _sluice; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', asked], { encoding: 'utf8', cwd: folder }).split('\n').filter(Boolean);
}

function fishOffers(line: string): readonly string[] {
  const asked = `${script('fish')}\ncomplete -C ${JSON.stringify(line)}`;
  return execFileSync('fish', ['--no-config', '-c', asked], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
    .map((offered) => offered.split('\t')[0]);
}

describe('bash completes', () => {
  it('commands', () => {
    expect(bashOffers('sluice re')).toEqual(['report']);
    expect(bashOffers('sluice help l')).toEqual(['list']);
  });

  it('the options of the command, and the values of those that have some', () => {
    expect(bashOffers('sluice report --')).toEqual(['--format', '--output', '--top', '--help']);
    expect(bashOffers('sluice list --')).toEqual(['--args', '--help']);
    expect(bashOffers('sluice report --format j')).toEqual(['json']);
    expect(bashOffers('sluice report --top ')).toEqual([]);
  });

  it('files where a file is meant', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-test-'));
    try {
      writeFileSync(join(folder, 'shop.sluice'), '');
      for (const line of ['sluice report sh', 'sluice report -o sh'])
        expect(bashOffers(line, folder)).toEqual(['shop.sluice']);
      expect(bashOffers('sluice list sh', folder)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

it.skipIf(!has('fish'))('fish completes commands, options and values', () => {
  expect(fishOffers('sluice re')).toEqual(['report']);
  expect(fishOffers('sluice report --fo')).toEqual(['--format']);
  expect(fishOffers('sluice report --format ')).toEqual(['json', 'text']);
});

it.skipIf(!has('zsh'))('zsh reads its script', () => {
  const { status, stderr } = spawnSync('zsh', ['-fn', '-c', script('zsh')], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});

it('tells zsh each option with its values', () => {
  expect(script('zsh')).toContain("'*--format[how]:value:(text json)'");
  expect(script('zsh')).toContain("'*-o[where]:file:_files'");
  expect(script('zsh')).toContain("'list:the running JVMs, and why it can’t be'");
});
