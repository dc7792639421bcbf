import { describe, expect, it } from 'vitest';
import { unknownCommands } from './docsCommands.mjs';

const KNOWN = {
  scripts: ['check', 'bench', 'sluice', 'test:fuzz'],
  parts: ['unit', 'e2e'],
  files: [
    'electron/cli/commands/recordCommand.ts',
    'shared/cct/cctBuilder.bench.ts',
    'shared/cct/cctBuilder.test.ts',
    'e2e/window/tables.spec.ts',
  ],
  options: ['--root', '--silent'],
};
const unknown = (text) => unknownCommands('README.md', text, KNOWN);

describe('commands in docs', () => {
  it('are scripts, parts, benches, specs, tests and commands that there are', () => {
    expect(
      unknown(
        [
          '`npm run check`, `npm test -- unit|e2e`, `npm run bench -- cctBuilder`, `npx vitest run shared/cct`, `--root`',
          '    npx playwright test -c e2e/window tables     one spec; words that are prose',
          "    npm run --silent sluice -- record 4711 --root 'a.B::c'",
          '',
        ].join('\n'),
      ),
    ).toEqual([]);
  });

  it('are named where there is no such thing', () => {
    expect(
      unknown(
        [
          '`npm run lint`, `npm test -- unit|slow`, `npm run bench -- gone`, `npx vitest run shared/gone`, `--branch`',
          '    npx playwright test tables gone.spec',
          '    sluice replay 4711',
          '',
        ].join('\n'),
      ),
    ).toEqual(
      [
        'npm run lint',
        'npm test -- slow',
        'npm run bench -- gone',
        'npx playwright test gone.spec',
        'npx vitest run shared/gone',
        'sluice replay',
        '--branch',
      ].map((name) => `README.md: names ${name}, which does not exist`),
    );
  });

  it('are left alone in prose', () => {
    expect(unknown('To npm run lint is no command of ours, nor is sluice replay.')).toEqual([]);
  });
});
