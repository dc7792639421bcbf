import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { WEIGHTED_BYTECODES } from '../shared/cct/cctTable.ts';
import { BYTECODES } from '../shared/events/amounts.ts';
import { mergeTrees } from '../shared/cct/mergeTrees.ts';
import { ACCOUNT_OBJECTS_SET } from '../shared/recording/sets/accountSets.ts';
import type { DataSet } from '../shared/recording/dataSets/dataSet.ts';
import { MADE_CONTEXTS_SET, MADE_SET } from '../shared/recording/sets/madeSets.ts';
import type { Snapshot } from '../shared/recording/snapshot.ts';
import { decodeSnapshot } from '../shared/recording/file/snapshotCodec.ts';
import { noteText } from '../shared/messages/noteMessages.ts';
import { chainedClasses, madeByConstructors } from '../shared/testing/madeByConstructors.ts';
import { pictureFrom, pictureOf, type CallNode } from './fixtures/callTreePicture.ts';
import { runCli } from './fixtures/cli.ts';
import { JDKS, type Jdk } from './fixtures/jdks.ts';
import { seedClassPath } from './fixtures/seedPrograms.ts';

// The worked examples of the papers of Binder (JP; JP, memory) and of ASGMemProf, all numbers by hand.

/** JP, figures 4, 5 and 8: calls and bytecodes of each context. */
const FOO = `
Foo.main×1 5
  Foo.<init>×1 3
  Foo.f×1 106
    Foo.g×10 445
      Foo.h×55 55
    Foo.h×10 10
`;

/** The same where each bytecode counts what it weighs. */
const WEIGHTS = `
aload*        2   # a reference
iinc          3
invokevirtual 10
goto          0
`;
const WEIGHTED_FOO = `
Foo.main×1 14
  Foo.<init>×1 4
  Foo.f×1 316
    Foo.g×10 1050
      Foo.h×55 55
    Foo.h×10 10
`;

/** JP memory, figures 1 to 3: what is made, by which method, and how many, with how many elements; and five clones, which JP does not see. */
const MADE = `
Objs$A                              Objs.as            100  0
java.lang.Object                    Objs$A.<init>      100  0
Objs$Q                              Objs.qs             10  0
Objs$R                              Objs.rs              4  0
Objs$X                              Objs$Q.<init>       28  0
int[]                               Objs$Q.<init>       14 42
Objs$S                              Objs.ss              7  0
Objs$X                              Objs.make            7  0
Objs$Bad                            Objs.bads            9  0
java.lang.IllegalArgumentException  Objs$Bad.<init>      3  0
Objs$Arg                            Objs.args            8  0
Objs$X                              Objs$Arg.<init>      4  0
Objs$Bad                            Objs.fails           5  0
java.lang.IllegalStateException     Objs.boom            5  0
Objs$In                             Objs.deeps           1  0
Objs$In$Deep                        Objs$In.d            6  0
Objs$G                              Objs.gs              3  0
Objs$G$1                            Objs$G.<init>        3  0
java.lang.Object[][][]              Arrs.o235            1  2
java.lang.Object[][]                Arrs.o235            2  6
java.lang.Object[]                  Arrs.o235            6 30
java.lang.Object[][][]              Arrs.o230            1  2
java.lang.Object[][]                Arrs.o230            2  6
java.lang.Object[]                  Arrs.o230            6  0
java.lang.Object[][][]              Arrs.o205            1  2
java.lang.Object[][]                Arrs.o205            2  0
java.lang.Object[][][]              Arrs.o035            1  0
int[][][]                           Arrs.i235            1  2
int[][]                             Arrs.i235            2  6
int[]                               Arrs.i235            6 30
int[][][]                           Arrs.i230            1  2
int[][]                             Arrs.i230            2  6
int[]                               Arrs.i230            6  0
int[][][]                           Arrs.i205            1  2
int[][]                             Arrs.i205            2  0
int[][][]                           Arrs.i035            1  0
int[][][]                           Arrs.part            1  4
int[][]                             Arrs.part            4 20
boolean[][]                         Arrs.bool2           1  3
boolean[]                           Arrs.bool2           3 21
byte[]                              Arrs.prims           1  5
short[]                             Arrs.prims           1  5
int[]                               Arrs.prims           1  5
long[]                              Arrs.prims           1  5
char[]                              Arrs.prims           1  5
boolean[]                           Arrs.prims           1  5
float[]                             Arrs.prims           1  5
double[]                            Arrs.prims           1  5
java.lang.String[]                  Arrs.refs           10 45
java.lang.Object[]                  Arrs.varargs         7 18
int[][]                             Arrs.lit             1  3
int[]                               Arrs.lit             3  3
int[]                               Arrs.clones          6 48
`;

/**
 * ASGMemProf: class, account, on behalf of whom, thread: objects, elements, bytes (headers of 12, arrays from 16, multiples of 8). The
 * messages of the exceptions, "bad 4" and so on, are put together by the JDK.
 */
const ACCOUNTS = `
srv.Main$Request                srv  (none)  main    100    0  2400
srv.Main$Request                srv  (none)  worker   20    0   480
util.Buf                        srv  (none)  main    100    0  1600
util.Buf                        srv  (none)  worker   20    0   320
byte[]                          srv  (none)  main    100 5000  7200
byte[]                          srv  (none)  worker   20 1000  1440
app.Servlet$Session             app  srv     main    100    0  2400
app.Servlet$Session             app  srv     worker   20    0   480
util.Buf                        app  srv     main     80    0  1280
util.Buf                        app  srv     worker   16    0   256
byte[]                          app  srv     main     80 8000  9600
byte[]                          app  srv     worker   16 1600  1920
xml.Node                        xml  srv     main    200    0  3200
xml.Node                        xml  srv     worker   40    0   640
xml.Node                        xml  app     main    260    0  4160
xml.Node                        xml  app     worker   52    0   832
java.lang.IllegalStateException xml  app     main     20    0   800
java.lang.IllegalStateException xml  app     worker    4    0   160
java.lang.String                xml  app     main     20    0   480
java.lang.String                xml  app     worker    4    0    96
byte[]                          xml  app     main     20  118   480
byte[]                          xml  app     worker    4   22    96
`;

/** Of accounts, and they make nothing. */
const TRIVIAL = ['xml.Node.<init>', 'app.Servlet$Session.<init>'];

const ROOTS = ['Foo::main', 'Objs::main', 'Arrs::main', 'srv.Main::handle'];
const EXACT = ['--metrics', 'calls,bytecodes,objects', '--clock', 'none'];
const ACCOUNT_OPTIONS = ['srv=srv.**', 'app=app.**', 'xml=xml.**'].flatMap((each) => ['--account', each]);
/** Of these neither paper nor recording says that they are objects of the program: `new` ran, and no constructor. */
const NEVER_CONSTRUCTED = 'Objs.fails Objs$Bad: 5 by sites, 0 by constructors';

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-seeds-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** In one process, one after the other: they share what is recorded. */
test.describe.configure({ mode: 'default' });

/** Each once, for all tests. */
const recordings = new Map<string, Promise<string>>();

function recorded(jdk: Jdk, run: 'first' | 'second'): Promise<string> {
  const file = join(folder, `${jdk.feature}-${run}.sluice`);
  const known = recordings.get(file) ?? launched(jdk, file);
  recordings.set(file, known);
  return known;
}

async function launched(jdk: Jdk, file: string): Promise<string> {
  const roots = ROOTS.flatMap((root) => ['--root', root]);
  const program = [jdk.tool('java'), '-cp', seedClassPath(), 'Seeds'];
  const { code, stderr } = await runCli([
    ...['launch', ...roots, ...EXACT, ...ACCOUNT_OPTIONS, '-o', file, '--', ...program],
  ]);
  expect(code, stderr).toBe(0);
  return file;
}

function snapshotIn(file: string): Snapshot {
  const snapshot = decodeSnapshot(readFileSync(file));
  expect(snapshot.losses).toEqual([]);
  return snapshot;
}

function setOf({ dataSets }: Snapshot, id: string): DataSet {
  const found = dataSets.find((set) => set.id === id);
  if (found === undefined) throw new Error(`no data set ${id}`);
  return found;
}

function linesOf(picture: string): string[] {
  return picture
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replace(/ +/g, ' '))
    .sort();
}

/** Calls and bytecodes of each context below one root method. */
function executedIn({ threads, methods }: Snapshot, root: string, column = BYTECODES): string[] {
  const { length, method, parent, calls, more } = mergeTrees(threads.map(({ table }) => table));
  const bytecodes = more?.get(column) ?? new Float64Array(length);
  const byId = new Map(methods.map((info) => [Number(info.id), `${info.className}.${info.name}`]));
  const nodes: (CallNode & { children: CallNode[] })[] = [];
  for (let node = 0; node < length; node++) {
    nodes.push({ method: `${byId.get(method[node])}×${calls[node]}`, calls: bytecodes[node], children: [] });
    if (node > 0) nodes[parent[node]].children.push(nodes[node]);
  }
  return pictureOf(nodes[0].children.filter((top) => top.method.startsWith(root)));
}

/** What methods of Objs and Arrs have made, those of one name added up. */
function madeIn(snapshot: Snapshot): string[] {
  const { rows, texts, values } = setOf(snapshot, MADE_SET);
  const sums = new Map<string, number[]>();
  for (let row = 0; row < rows; row++) {
    const [made, method] = texts.map((column) => column.texts[row]);
    if (!/\b(Objs|Arrs)\b/.test(method)) continue;
    const called = method.replace(/\(.*/, '').replace(/^new (\S+)/, '$1.<init>');
    const key = `${made} ${called}`;
    const before = sums.get(key) ?? [0, 0];
    sums.set(
      key,
      before.map((sum, i) => sum + values[i].values[row]),
    );
  }
  return [...sums].map(([key, numbers]) => `${key} ${numbers.join(' ')}`).sort();
}

function namedRows({ rows, texts, values }: DataSet): string[] {
  return Array.from({ length: rows }, (_, row) =>
    [...texts.map((column) => column.texts[row]), ...values.map((column) => column.values[row])].join(' '),
  ).sort();
}

for (const jdk of JDKS) {
  test(`${jdk.name}: calls, bytecodes, objects, arrays and accounts are those of the papers' examples`, async () => {
    const snapshot = snapshotIn(await recorded(jdk, 'first'));
    expect(executedIn(snapshot, 'Foo.main')).toEqual(pictureFrom(FOO));
    expect(madeIn(snapshot)).toEqual(linesOf(MADE));
    expect(
      namedRows(setOf(snapshot, ACCOUNT_OBJECTS_SET)).filter(
        (row) => !/Objs|Arrs|Foo|\[\]\[\]| \(none\) \(none\) /.test(row),
      ),
    ).toEqual(linesOf(ACCOUNTS));
  });

  test(`${jdk.name}: objects from constructor calls agree with the sites`, async () => {
    const snapshot = snapshotIn(await recorded(jdk, 'first'));
    const classPath = seedClassPath();
    const names = (readdirSync(classPath, { recursive: true }) as string[]).filter((name) =>
      name.endsWith('.class'),
    );
    const classes = new Set(names.map((name) => name.replace('.class', '').replaceAll('/', '.')));
    const chained = chainedClasses(names.map((name) => new Uint8Array(readFileSync(join(classPath, name)))));
    expect([chained.get('Objs$A.<init>()V'), chained.get('Objs$A.<init>(Ljava/lang/Object;)V')]).toEqual([
      'Objs$A',
      'java.lang.Object',
    ]);
    const differences: string[] = [];
    let compared = 0;
    for (const [at, { table }] of snapshot.threads.entries()) {
      const byConstructors = madeByConstructors(table, snapshot.methods, chained);
      const bySites = sitesOf(snapshot, at);
      const nameOf = (node: number): string => {
        const info = snapshot.methods.find(({ id }) => Number(id) === table.method[node]);
        return `${info?.className}.${info?.name}`;
      };
      for (const key of new Set([...byConstructors.keys(), ...bySites.keys()])) {
        const [node, made] = key.split(' ');
        if (!classes.has(made)) continue; // its constructors are not measured
        const [sites, constructors] = [bySites.get(key) ?? 0, byConstructors.get(key) ?? 0];
        compared += sites;
        if (sites !== constructors)
          differences.push(
            `${nameOf(Number(node))} ${made}: ${sites} by sites, ${constructors} by constructors`,
          );
      }
    }
    expect(differences).toEqual([NEVER_CONSTRUCTED]);
    expect(compared).toBeGreaterThan(1_000);
  });

  test(`${jdk.name}: two runs are equal in all that is exact`, async () => {
    const [a, b] = await Promise.all([recorded(jdk, 'first'), recorded(jdk, 'second')]);
    expect(exactPart(snapshotIn(a))).toEqual(exactPart(snapshotIn(b)));
    const gates = ['calls:**>0', 'bytecodes:**>0', 'objects:**>0', 'objects:new **>0', 'bytes:new **>0'];
    const { code, stderr } = await runCli(['diff', a, b, ...gates.flatMap((gate) => ['--fail-on', gate])]);
    expect(code, stderr).toBe(0);
  });

  test(`${jdk.name}: points that escape nowhere are counted, and stay off the heap`, async () => {
    const file = join(folder, `${jdk.feature}-escape.sluice`);
    const program = [jdk.tool('java'), '-cp', seedClassPath(), 'Escape'];
    const { code, stdout, stderr } = await runCli([
      ...['launch', '--root', 'Escape::main', '--metrics', 'calls,objects', '--clock', 'none'],
      ...['--only', 'Escape', '-o', file, '--', ...program],
    ]);
    expect(code, stderr).toBe(0);
    const { texts, values } = setOf(snapshotIn(file), MADE_SET);
    expect(`${texts[0].texts[0]} ${values[0].values[0]}`).toBe('Escape$P 102000000');
    const rounds = [...stdout.matchAll(/^heap (\d+)$/gm)].map(([, bytes]) => Number(bytes));
    expect(rounds).toHaveLength(5);
    expect(rounds.at(-1)).toBeLessThan(1_000_000);
  });
}

for (const jdk of JDKS)
  for (const scheme of ['everything', 'lazy', 'eager'])
    test(`${jdk.name}, ${scheme}: with probes for accounts alone, what is made by account is the same`, async () => {
      const file = join(folder, `${jdk.feature}-${scheme}-accounts.sluice`);
      const { code, stderr } = await runCli([
        ...[
          'launch',
          '--root',
          'srv.Main::handle',
          '--scheme',
          scheme,
          '--accounts-only',
          ...ACCOUNT_OPTIONS,
        ],
        ...['--metrics', 'calls,objects', '--clock', 'none', '-o', file],
        ...['--', jdk.tool('java'), '-cp', seedClassPath(), 'Seeds'],
      ]);
      expect(code, stderr).toBe(0);
      const [few, full] = [snapshotIn(file), snapshotIn(await recorded(jdk, 'first'))];
      expect(namedRows(setOf(few, ACCOUNT_OBJECTS_SET))).toEqual(linesOf(ACCOUNTS));
      const probed = ({ methods }: Snapshot): string[] =>
        methods
          .map(({ className, name }) => `${className}.${name}`)
          .filter((name) => /^(app|srv|util|xml)\./.test(name));
      expect(probed(full)).toEqual(expect.arrayContaining([...probed(few), ...TRIVIAL]));
      expect(probed(few).filter((name) => TRIVIAL.includes(name))).toEqual([]);
      expect(few.notes).toContain(noteText('accountsOnly', {}));
      const other = await runCli(['report', file, '--by', 'accounts', '--account', 'all=**']);
      expect(other.code).toBe(2);
      expect(other.stderr).toContain(
        'The recording has probes only where its own accounts begin: srv=srv.**',
      );
    });

test('bytecodes count what the user says that they weigh, in every view and gate', async () => {
  const [jdk] = JDKS;
  const weights = join(folder, 'weights');
  writeFileSync(weights, WEIGHTS);
  const [weighted, other] = await Promise.all(
    ['weighted', 'other'].map(async (name) => {
      const file = join(folder, `${name}.sluice`);
      if (name === 'other') writeFileSync(`${weights}-other`, 'iinc 4');
      const { code, stderr } = await runCli([
        ...['launch', '--root', 'Foo::main', '--metrics', 'calls,bytecodes', '--clock', 'none'],
        ...['--weights', name === 'other' ? `${weights}-other` : weights, '-o', file],
        ...['--', jdk.tool('java'), '-cp', seedClassPath(), 'Foo'],
      ]);
      expect(code, stderr).toBe(0);
      return file;
    }),
  );
  const snapshot = snapshotIn(weighted);
  expect(executedIn(snapshot, 'Foo.main', WEIGHTED_BYTECODES)).toEqual(pictureFrom(WEIGHTED_FOO));
  expect(snapshot.threads.some(({ table }) => table.more?.has(BYTECODES))).toBe(false);
  const { stdout } = await runCli(['report', weighted, '--view', 'hot', '--value', 'weighted']);
  expect(stdout).toContain('Weights of bytecodes: aload*=2, iinc=3, invokevirtual=10, goto=0');
  expect(stdout).toMatch(/Foo\.g\(int\)/);
  expect(stdout).toMatch(/1,050/);
  const gate = ['--fail-on', 'weightedBytecodes:**>0'];
  expect((await runCli(['diff', weighted, weighted, ...gate])).code).toBe(0);
  const refused = await runCli(['diff', weighted, other, ...gate]);
  expect(refused.stderr).toContain('judges bytecodes, and the recordings weigh them differently');
  expect(refused.code).toBe(2);
  expect((await runCli(['diff', weighted, other])).stdout).toContain(
    'They were recorded with other weights of bytecodes: A aload*=2, iinc=3, invokevirtual=10, goto=0; B iinc=4.',
  );
});

test('all JDKs count the same of equal class files', async () => {
  const [first, ...others] = await Promise.all(JDKS.map((jdk) => recorded(jdk, 'first')));
  for (const other of others) expect(exactPart(snapshotIn(other))).toEqual(exactPart(snapshotIn(first)));
});

/** Calls, bytecodes and what was made of each context, by names: numbers of methods and sites are each run's own. */
function exactPart(snapshot: Snapshot): string[] {
  const methodOf = new Map(
    snapshot.methods.map(({ id, className, name, descriptor }) => [
      Number(id),
      `${className}.${name}${descriptor}`,
    ]),
  );
  const lines: string[] = [];
  const paths = snapshot.threads.map(({ name, table }) => {
    const path: string[] = [name];
    for (let node = 1; node < table.length; node++) {
      path.push(`${path[table.parent[node]]} > ${methodOf.get(table.method[node])}`);
      const bytecodes = table.more?.get(BYTECODES)?.[node];
      lines.push(`${path[node]}: ${table.calls[node]} calls, ${bytecodes} bytecodes`);
    }
    return path;
  });
  const { rows, texts, links, values } = setOf(snapshot, MADE_CONTEXTS_SET);
  const linked = (id: string, row: number): number => links.find((link) => link.id === id)?.rows[row] ?? -1;
  for (let row = 0; row < rows; row++) {
    const numbers = values.map((column) => column.values[row]).join(' ');
    lines.push(`${paths[linked('thread', row)][linked('context', row)]}: ${texts[0].texts[row]} ${numbers}`);
  }
  return lines.sort();
}

/** "node class" -> objects. */
function sitesOf(snapshot: Snapshot, thread: number): ReadonlyMap<string, number> {
  const { rows, texts, links, values } = setOf(snapshot, MADE_CONTEXTS_SET);
  const linked = (id: string): Int32Array => links.find((link) => link.id === id)?.rows ?? new Int32Array();
  const [threads, nodes] = [linked('thread'), linked('context')];
  const made = new Map<string, number>();
  for (let row = 0; row < rows; row++) {
    if (threads[row] !== thread) continue;
    const key = `${nodes[row]} ${texts[0].texts[row]}`;
    made.set(key, (made.get(key) ?? 0) + values[0].values[row]);
  }
  return made;
}
