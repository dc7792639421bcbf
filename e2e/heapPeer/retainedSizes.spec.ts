import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { ensure } from '../../shared/base/assert.ts';
import { dumpFile } from '../../electron/engine/heapDump/dumpFile.ts';
import { dominatorTree, retainedBytes, type DominatorTree } from '../../shared/hprof/dominators.ts';
import { HeapDump } from '../../shared/hprof/heapDump.ts';
import { runCli } from '../fixtures/cli.ts';
import { JDKS, type Jdk } from '../fixtures/jdks.ts';
import { fetchJars, type MavenJar } from '../fixtures/mavenJars.ts';
import { startTarget } from '../fixtures/targets.ts';
import { netBeansGraph } from './netBeansGraph.ts';

/**
 * Retained sizes against those of another tool, the heap library of NetBeans' profiler (Apache 2.0), of each object of a real heap: the
 * JDK's compiler with all that it knows of 100 attributed sources. Where the two take references otherwise is in netBeansGraph.ts. NetBeans
 * has sizes of its own, by the dump; so its sizes are taken for both.
 */
const SOURCE = fileURLToPath(new URL('RetainedByNetBeans.java', import.meta.url));
const LONGS = 3;
/** Of all objects, as Sluice itself takes references: the rest is method handles and what weak references refer to. */
const LEAST_EQUAL_SHARE = 0.98;
/** Class loaders, and the lists in which they have their classes: of classes NetBeans counts some sizes, and others not. */
const MOST_CLASS_HOLDERS = 20;

interface Peer {
  /** object -> bytes; none of class objects */
  readonly bytes: Uint32Array;
  /** object -> bytes, -1: not told */
  readonly retained: Float64Array;
}

const jars = JSON.parse(
  readFileSync(new URL('peerJars.json', import.meta.url), 'utf8'),
) as readonly MavenJar[];

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-peer-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

for (const jdk of JDKS) {
  test(`${jdk.name}: each object of javac retains what NetBeans says`, async () => {
    test.setTimeout(600_000);
    const fetched = fetchJars(jars);
    test.skip(fetched.kind === 'unreachable', fetched.kind === 'unreachable' ? fetched.reason : '');
    if (fetched.kind !== 'here') throw new Error(JSON.stringify(fetched));
    const file = await dumpOfJavac(jdk);
    const dump = await HeapDump.read(dumpFile(file));
    const peer = retainedByNetBeans(fetched.jars, file, dump);

    const theirs = await dominatorTree(await netBeansGraph(dump));
    const holders = classHolders(dump, theirs);
    const asTheyTakeThem = compare(dump, theirs, peer);
    const equalThere = asTheyTakeThem.compared - asTheyTakeThem.differing.size;
    expect(asTheyTakeThem.compared).toBeGreaterThan(200_000);
    expect(asTheyTakeThem.differing.size).toBeLessThanOrEqual(MOST_CLASS_HOLDERS);
    expect([...asTheyTakeThem.differing].filter(([object]) => !holders.has(object))).toEqual([]);

    const { tree } = await dump.retained();
    const asWeDo = compare(dump, tree, peer);
    const equal = asWeDo.compared - asWeDo.differing.size;
    expect(equal / asWeDo.compared).toBeGreaterThan(LEAST_EQUAL_SHARE);
    const annotation = `${equalThere} of ${asTheyTakeThem.compared} objects equal; ${equal} as Sluice takes references`;
    test.info().annotations.push({ type: 'compared', description: annotation });
    console.log(`${jdk.name}: ${annotation}`);
  });
}

async function dumpOfJavac(jdk: Jdk): Promise<string> {
  const file = join(folder, `javac-${jdk.feature}.hprof`);
  const javac = await startTarget(jdk, 'JavacHost');
  try {
    await javac.send('other');
    const { code, stderr } = await runCli(['heap', String(javac.pid), '--output', file]);
    expect(code, stderr).toBe(0);
  } finally {
    await javac.stop();
  }
  return file;
}

function retainedByNetBeans(classPath: readonly string[], file: string, dump: HeapDump): Peer {
  const jdk = ensure(JDKS.at(0), 'a JDK');
  const path = [folder, ...classPath].join(':');
  execFileSync(jdk.tool('javac'), ['-nowarn', '-cp', path, '-d', folder, SOURCE]);
  const output = join(folder, 'retained');
  const options = ['-Xmx1g', `-Djava.io.tmpdir=${folder}`, '-cp', path]; // it has files of its own while it works
  execFileSync(jdk.tool('java'), [...options, 'RetainedByNetBeans', file, output]);
  const told = readFileSync(output);
  const longAt = (index: number): number => Number(told.readBigInt64BE(index * 8));
  const bytes = new Uint32Array(dump.count);
  const retained = new Float64Array(dump.count).fill(-1);
  for (let at = 0; at < told.length / 8; at += LONGS) {
    const object = dump.graph.objects.indexOfId(longAt(at));
    if (object < 0) throw new Error(`NetBeans tells of 0x${longAt(at).toString(16)}, which was not read`);
    if (dump.classOfClassObject(object) === undefined) bytes[object] = longAt(at + 1);
    retained[object] = longAt(at + 2);
  }
  expect(retained.includes(-1)).toBe(false);
  return { bytes, retained };
}

/** Objects, and no class objects, that dominate class objects. */
function classHolders(dump: HeapDump, { placeOf, objectAt, dominator }: DominatorTree): Set<number> {
  const isClass = (object: number): boolean => dump.classOfClassObject(object) !== undefined;
  const holders = new Set<number>();
  for (let object = 0; object < dump.count; object++) {
    if (!isClass(object)) continue;
    for (let place = dominator[placeOf[object]]; place > 0; place = dominator[place])
      if (!isClass(objectAt[place])) holders.add(objectAt[place]);
  }
  return holders;
}

/** Of all but class objects. */
function compare(
  dump: HeapDump,
  tree: DominatorTree,
  peer: Peer,
): { compared: number; differing: Map<number, string> } {
  const eightfold = retainedBytes(tree, peer.bytes); // its sizes are no multiples of 8
  let compared = 0;
  const differing = new Map<number, string>();
  for (let object = 0; object < dump.count; object++) {
    if (dump.classOfClassObject(object) !== undefined) continue;
    compared++;
    const place = tree.placeOf[object];
    const ours = place === 0 ? 0 : eightfold[place] / 8;
    if (ours !== peer.retained[object])
      differing.set(object, `${dump.nameOf(object)}: ${ours} here, ${peer.retained[object]} there`);
  }
  return { compared, differing };
}
