import { describe, expect, it } from 'vitest';
import { missingPaths, namesOfSeveral } from './docsPaths.mjs';

const FILES = ['README.md', 'docs/ARCHITECTURE.md', 'shared/base/ids.ts', 'build/java.mjs'];
const missing = (text, path = 'docs/ARCHITECTURE.md') => missingPaths(path, text, FILES);

describe('paths in docs', () => {
  it('finds files, folders, patterns and bare file names', () => {
    expect(
      missing(
        '`shared/base/ids.ts`, `shared/base/`, `shared/*/ids.ts`, `ids.ts` and [read](../README.md#top)',
      ),
    ).toEqual([]);
  });

  it('names what is not there', () => {
    expect(missing('`shared/base/gone.ts`, `lost.ts`, [read](gone.md)')).toEqual([
      'docs/ARCHITECTURE.md: names gone.md, which does not exist',
      'docs/ARCHITECTURE.md: names shared/base/gone.ts, which does not exist',
      'docs/ARCHITECTURE.md: names lost.ts, which does not exist',
    ]);
  });

  it('names what is not there, also where its first part is no folder of the root', () => {
    expect(missing('`base/ids.ts`, `base/gone`, `other/lost.ts`', 'shared/README.md')).toEqual([
      'shared/README.md: names base/gone, which does not exist',
      'shared/README.md: names other/lost.ts, which does not exist',
    ]);
  });

  it('leaves alone what is made, what is elsewhere and what is no path', () => {
    expect(
      missing('`dist/cli/sluice.js`, `java/lang/Object`, `and/or`, `npm test`, [web](https://example.org/a)'),
    ).toEqual([]);
  });

  it('leaves code blocks alone', () => {
    expect(missing('```\n`shared/gone.ts`\n```\n')).toEqual([]);
  });
});

it('names a file that is meant, where several have its name', () => {
  const files = [...FILES, 'shared/cct/ids.ts'];
  const named = (text) => namesOfSeveral('docs/ARCHITECTURE.md', text, files);
  expect(named('`ids.ts`, and `ids.ts` again; `java.mjs`')).toEqual([
    'docs/ARCHITECTURE.md: ids.ts is the name of 2 files: say in which folder',
  ]);
  expect(named('`shared/cct/ids.ts`, `java.mjs`')).toEqual([]);
});
