import { describe, expect, it } from 'vitest';
import { cliPage, commandNames } from './cliPage.mjs';

const GENERAL = [
  'Usage: sluice',
  '',
  'Commands:',
  '  list [options]    the running JVMs,',
  '                    all of them',
  '  report <file>     as text',
  '  help [command]    display help',
  '',
  'Exit codes:',
  '  good is 0',
  '',
].join('\n');

describe('the page of the command line', () => {
  it('finds the commands of the help, and no words behind them', () => {
    expect(commandNames(GENERAL)).toEqual(['list', 'report']);
  });

  it('has a block for each command', () => {
    expect(cliPage(GENERAL, new Map([['list', 'Usage: sluice list\n']]))).toContain(
      '## list\n\n```text\nUsage: sluice list\n```\n',
    );
  });
});
