import { expect, it } from 'vitest';
import { sbomOf } from './sbom.mjs';

it('a bill of materials has each locked package once, its hash, and whether it is shipped', () => {
  const lock = {
    packages: {
      '': { name: 'sluice' },
      'node_modules/ws': { version: '8.0.0', license: 'MIT', integrity: 'sha512-AQI=' },
      'node_modules/@types/d3': { version: '7.4.3', license: 'MIT', dev: true },
      'node_modules/a/node_modules/ws': { version: '7.0.0', dev: true },
    },
  };
  const application = { name: 'sluice', version: '0.1.0', license: 'Apache-2.0' };
  const sbom = sbomOf(lock, application, ['node_modules/ws']);
  expect(sbom).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: 'sluice', version: '0.1.0' } },
  });
  expect(sbom.components).toEqual([
    {
      type: 'library',
      'bom-ref': 'pkg:npm/ws@8.0.0#node_modules/ws',
      name: 'ws',
      version: '8.0.0',
      scope: 'required',
      licenses: [{ expression: 'MIT' }],
      hashes: [{ alg: 'SHA-512', content: '0102' }],
      purl: 'pkg:npm/ws@8.0.0',
    },
    {
      type: 'library',
      'bom-ref': 'pkg:npm/%40types/d3@7.4.3#node_modules/@types/d3',
      group: '@types',
      name: 'd3',
      version: '7.4.3',
      scope: 'excluded',
      licenses: [{ expression: 'MIT' }],
      purl: 'pkg:npm/%40types/d3@7.4.3',
    },
    {
      type: 'library',
      'bom-ref': 'pkg:npm/ws@7.0.0#node_modules/a/node_modules/ws',
      name: 'ws',
      version: '7.0.0',
      scope: 'excluded',
      purl: 'pkg:npm/ws@7.0.0',
    },
  ]);
  const refs = sbom.components.map((component) => component['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
});
