import { describe, expect, it } from 'vitest';
import { importsOf, layerViolations } from './layers.mjs';

const violationsOf = (path, text) => layerViolations(new Map([[path, text]]));

describe('layers', () => {
  it('lets a layer import itself and what lies below, at any distance', () => {
    expect(
      violationsOf(
        'shared/bytecode/rewrite.ts',
        `import { x } from '../base/ids.ts';\nimport './frames.ts';\n`,
      ),
    ).toEqual([]);
  });

  it('lets a file import 20 others, and names one that imports more', () => {
    const importing = (count) =>
      Array.from({ length: count }, (_, i) => `import './part${i}.ts';\nimport './part${i}.ts';\n`).join('');
    const wide = 'shared/base/wide.ts';
    const sentence = `${wide}: imports 21 files, at most 20 are allowed; which concepts are in it?`;
    expect(violationsOf(wide, importing(20))).toEqual([]);
    expect(violationsOf(wide, importing(21))).toEqual([sentence]);
    expect(violationsOf('shared/base/wide.test.ts', importing(21))).toEqual([]);
    const java = Array.from(
      { length: 21 },
      (_, i) => `import sluice.agent.Part${i};\nimport java.util.P${i};\n`,
    );
    expect(violationsOf('backend-java/src/main/java/sluice/agent/Wide.java', java.join(''))).toHaveLength(1);
  });

  it('names an import against the arrows', () => {
    expect(
      violationsOf('shared/base/ids.ts', `import type { CctTable } from '../cct/cctTable.ts';\n`),
    ).toEqual(['shared/base/ids.ts: imports ../cct/cctTable.ts: shared/base may not import shared/cct']);
  });

  it('lets folders of the engine import each other in one direction only', () => {
    const session = `import { Session } from '../session/session.ts';\n`;
    const region = `import { RegionTimer } from './region/regionTimer.ts';\n`;
    expect(violationsOf('electron/engine/server/server.ts', session)).toEqual([]);
    expect(violationsOf('electron/engine/agent/agentConnection.ts', session)).toEqual([
      'electron/engine/agent/agentConnection.ts: imports ../session/session.ts: electron/engine/agent may not import electron/engine/session',
    ]);
    expect(violationsOf('electron/engine/measurements/measurement.ts', region)).toHaveLength(1);
    expect(violationsOf('electron/engine/stuff/thing.ts', '')).toEqual([
      'electron/engine/stuff/thing.ts: lies in no layer of build/layers.mjs',
    ]);
  });

  it('demands a row for every folder of the product, and none of tests and scripts', () => {
    for (const path of [
      'shared/cct/stuff/thing.ts',
      'renderer/views/stuff/Thing.tsx',
      'electron/cli/stuff/thing.ts',
    ])
      expect(violationsOf(path, '')).toEqual([`${path}: lies in no layer of build/layers.mjs`]);
    expect(violationsOf('e2e/stuff/thing.ts', '')).toEqual([]);
  });

  it('lets no two layers import each other, at whatever distance', () => {
    const sources = new Map([['shared/base/ids.ts', '']]);
    expect(layerViolations(sources, { a: ['b'], b: ['c'], c: [], d: ['a', 'c'] })).toEqual([]);
    expect(layerViolations(sources, { a: ['b'], b: ['c'], c: ['b'] })).toEqual([
      'b -> c -> b: a circle of layers',
    ]);
  });

  it('knows folders within a layer, which have arrows of their own', () => {
    const upwards = `import { host } from '../resultsHost.ts';\n`;
    expect(violationsOf('renderer/worker/views/flameView.ts', upwards)).toEqual([
      'renderer/worker/views/flameView.ts: imports ../resultsHost.ts: renderer/worker/views may not import renderer/worker',
    ]);
    const downwards = `import { FlameGraphView } from './views/flameView.ts';\n`;
    expect(violationsOf('renderer/worker/workerViews.ts', downwards)).toEqual([]);
  });

  it('keeps the engine out of the page, also when it is re-exported or imported late', () => {
    const text = `export { attach } from '../../electron/engine/attach.ts';\nconst x = await import('../../electron/engine/session/session.ts');\n`;
    expect(violationsOf('renderer/app/App.tsx', text)).toHaveLength(2);
  });

  it('lets only the window shell import electron', () => {
    const text = `import { app } from 'electron';\n`;
    expect(violationsOf('electron/main/main.ts', text)).toEqual([]);
    expect(violationsOf('electron/engine/session/session.ts', text)).toEqual([
      'electron/engine/session/session.ts: imports the package electron: electron/engine/session may not',
    ]);
  });

  it('keeps Node out of shared and of the page', () => {
    const text = `import { readFileSync } from 'node:fs';\n`;
    expect(violationsOf('shared/wire/decoder.ts', text)).toHaveLength(1);
    expect(violationsOf('renderer/app/App.tsx', text)).toHaveLength(1);
    expect(violationsOf('electron/engine/session/session.ts', text)).toEqual([]);
  });

  it('keeps test helpers out of the product', () => {
    const text = `import { tree } from '../testing/formatTree.ts';\n`;
    expect(violationsOf('shared/cct/cctBuilder.ts', text)).toHaveLength(1);
    expect(violationsOf('shared/cct/cctBuilder.test.ts', text)).toEqual([]);
    expect(violationsOf('shared/cct/cctBuilder.bench.ts', text)).toEqual([]);
  });

  it('names a file outside all layers, one without a concept and one that is too long', () => {
    expect(violationsOf('shared/stuff/thing.ts', '')).toEqual([
      'shared/stuff/thing.ts: lies in no layer of build/layers.mjs',
    ]);
    expect(violationsOf('shared/base/utils.ts', '')).toEqual([
      'shared/base/utils.ts: a file is named for its one concept',
    ]);
    expect(violationsOf('shared/base/ids.ts', 'a\n'.repeat(500))).toEqual([]);
    expect(violationsOf('shared/base/ids.ts', 'a\n'.repeat(501))).toHaveLength(1);
  });

  it('keeps the probes free of everything that could be instrumented', () => {
    const path = 'backend-java/src/probe/java/java/lang/SluiceProbe.java';
    expect(violationsOf(path, 'package java.lang;\nimport java.util.HashMap;\n')).toEqual([
      `${path}: imports java.util.HashMap: java.lang may not`,
    ]);
  });

  it('names each file on a circle of imports once', () => {
    const sources = new Map([
      ['shared/cct/a.ts', `import type { B } from './b.ts';\nimport './d.ts';\n`],
      ['shared/cct/b.ts', `import { c } from './c.ts';\n`],
      ['shared/cct/c.ts', `export * from './a.ts';\nimport './d.ts';\n`],
      ['shared/cct/d.ts', ''],
    ]);
    expect(layerViolations(sources)).toEqual([
      'shared/cct/a.ts -> shared/cct/b.ts -> shared/cct/c.ts -> shared/cct/a.ts: a circle',
    ]);
  });

  it('does not take comments for imports', () => {
    expect(
      importsOf(
        `// import './a.ts'\n/* import x from './b.ts' */\nimport {\n  c,\n} from './c.ts';\nimport d from "d";`,
      ),
    ).toEqual(['./c.ts', 'd']);
  });
});

describe('the groups of the agent', () => {
  const folder = 'backend-java/src/main/java/sluice/agent';
  const drawing = [
    '/**',
    ' *     base     Packet,',
    ' *              Outbox',
    ' *     record   Pump',
    ' */',
    '',
  ].join('\n');
  const agent = (classes) =>
    layerViolations(
      new Map([
        [`${folder}/package-info.java`, drawing],
        ...Object.entries(classes).map(([name, code]) => [`${folder}/${name}.java`, code]),
      ]),
    );

  it('may use those above them', () => {
    const pump = 'final class Pump { Outbox outbox; }';
    expect(
      agent({
        Packet: '',
        Outbox: '/** The Pump offers. */ class Outbox { String by = "Pump"; }',
        Pump: pump,
      }),
    ).toEqual([]);
  });

  it('may not use those below them', () => {
    expect(agent({ Packet: 'class Packet { Pump pump; }', Outbox: '', Pump: '' })).toEqual([
      `${folder}/Packet.java: uses Pump: base may not use record`,
    ]);
  });

  it('have each class, and no other', () => {
    expect(agent({ Packet: '', Pump: '', Worker: '' })).toEqual([
      `${folder}/package-info.java: there is no class Outbox`,
      `${folder}/Worker.java: is in no group of ${folder}/package-info.java`,
    ]);
  });
});
