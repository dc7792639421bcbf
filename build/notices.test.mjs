import { describe, expect, it } from 'vitest';
import { noticesOf, packagesIn } from './notices.mjs';

describe('the notices of bundled packages', () => {
  it('are of those whose code is in a bundle, not of those that were looked at', () => {
    const inputs = {
      'renderer/index.tsx': { bytesInOutput: 500 },
      'node_modules/react/index.js': { bytesInOutput: 20 },
      'node_modules/react/cjs/react.production.js': { bytesInOutput: 7_000 },
      'node_modules/@assemblyscript/loader/index.js': { bytesInOutput: 9 },
      'node_modules/a/node_modules/b/index.js': { bytesInOutput: 1 },
      'node_modules/delaunator/index.js': { bytesInOutput: 0 },
    };
    expect(packagesIn({ outputs: { 'dist/renderer/index.js': { inputs } } })).toEqual([
      'node_modules/@assemblyscript/loader',
      'node_modules/a/node_modules/b',
      'node_modules/react',
    ]);
  });

  it('have name, version, licence and the copyright of each', () => {
    const text = noticesOf(['node_modules/react', 'node_modules/ws', 'node_modules/@assemblyscript/loader']);
    expect(text).toMatch(/^react \d+\.\d+\.\d+ \(MIT\)\n\nMIT License\n\nCopyright \(c\) Meta Platforms/m);
    expect(text).toMatch(/^ws [\d.]+ \(MIT\)\n\nCopyright \(c\) 2011 Einar Otto Stangvik/m);
    // It holds no licence text: Sluice's own is the same.
    expect(text).toMatch(
      /^@assemblyscript\/loader [\d.]+ \(Apache-2\.0\)\n\nCopyright .+\. The text of the Apache/m,
    );
  });

  it('refuse what is not to be shipped', () => {
    expect(() => noticesOf(['node_modules/lightningcss'])).toThrow(
      /lightningcss [\d.]+ is bundled, and its licence MPL-2\.0 is not one to be shipped/,
    );
  });
});
