import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { pictureFrom, pictureOf } from './fixtures/callTreePicture.ts';
import { reportOf, runCli, startRecording, type Report } from './fixtures/cli.ts';
import { JDKS, type Jdk } from './fixtures/jdks.ts';
import { LineReader } from './fixtures/lineReader.ts';
import { fetchJars } from './fixtures/mavenJars.ts';
import { startTarget, targetClassPath, targetCommand } from './fixtures/targets.ts';

/** What other agents and debuggers put into classes while these are recorded: it is measured, or told. */

const TARGETS = fileURLToPath(new URL('targets', import.meta.url));

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-foreign-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A thousand calls of the old code, and as many of the new. */
const SWAPPED = pictureFrom(`
  Redefined.root 2
    Redefined$Shop.<init> 2
    Redefined$Shop.sell 2000
      Redefined$Shop.price 2000
      Redefined$Late.fresh 1000
        Redefined$Late.step 1000`);

for (const jdk of JDKS) {
  for (const scheme of ['lazy', 'eager', 'everything']) {
    test(`another agent redefines a class: what its new code calls is counted, ${jdk.name}, ${scheme}`, async () => {
      const file = join(folder, `redefined-${jdk.feature}-${scheme}.sluice`);
      const words = ['run', 'other', 'run'];
      const java = [jdk.tool('java'), ...redefining(jdk), ...targetCommand(jdk, 'Redefined', words)];
      const options = ['--root', 'Redefined::root', '--scheme', scheme, '--output', file];
      const { code, stderr } = await runCli(['launch', ...options, '--', ...java]);
      expect(code, stderr).toBe(0);
      const report = await reportOf(file);
      expect(pictureOf(report.roots)).toEqual(SWAPPED);
      expect(report).toMatchObject({ complete: true, losses: [], droppedEvents: 0 });
    });
  }

  test(`a class that is left out is redefined: what its new code calls is counted, ${jdk.name}`, async () => {
    const file = join(folder, `excluded-${jdk.feature}.sluice`);
    const program = await startTarget(jdk, 'Redefined', { jvmArgs: redefining(jdk) });
    try {
      const excluded = ['--exclude', 'Redefined$Shop'];
      const recording = await startRecording(program.pid, 'Redefined::root', file, excluded);
      for (const word of ['run', 'other', 'run']) await program.send(word);
      const { code, stderr } = await recording.stop();
      expect(code, stderr).toBe(0);
    } finally {
      await program.stop();
    }
    const report = await reportOf(file);
    expect(pictureOf(report.roots)).toEqual(
      pictureFrom(`
        Redefined.root 2
          Redefined$Late.fresh 1000
            Redefined$Late.step 1000`),
    );
    expect(report).toMatchObject({ complete: true, losses: [], droppedEvents: 0 });
  });

  test(`a debugger that holds one thread redefines a class: what its new code calls is counted, ${jdk.name}`, async () => {
    const report = await debugged(jdk, 'thread');
    expect(pictureOf(report.roots)).toEqual(SWAPPED);
    expect(report).toMatchObject({ complete: true, losses: [], droppedEvents: 0 });
  });

  test(`a debugger that holds all threads redefines a class: it is told, and probes are put in again, ${jdk.name}`, async () => {
    const report = await debugged(jdk, 'all');
    expect(report.complete).toBe(false);
    expect(report.notes.join(' ')).toContain('Redefined$Shop was swapped');
    expect(report.losses).toEqual(['a swap failed or came too late']);
    // Nothing ran between the swap of the debugger and the one that put the probes in again.
    expect(pictureOf(report.roots)).toEqual(SWAPPED);
  });
}

/** Both of two runs, or the second. */
function advised(method: string, runs: number): ReturnType<typeof pictureFrom> {
  return pictureFrom(`
    CoreAdvice.root 2
      CoreAdvice$Put.${method} ${1000 * runs}
        CoreAdvice$Put.step ${1000 * runs}`);
}

for (const jdk of JDKS) {
  for (const scheme of ['lazy', 'eager', 'everything']) {
    for (const [type, method] of [
      ['java.lang.Object', 'toHexString'],
      ['java.util.BitSet', 'bitCount'],
    ] as const) {
      test(`another agent changes ${type}: what it then calls in the program is counted, ${jdk.name}, ${scheme}`, async () => {
        const file = join(folder, `core-${type}-${jdk.feature}-${scheme}.sluice`);
        const java = [jdk.tool('java'), ...advising(jdk, type), ...targetCommand(jdk, 'CoreAdvice')];
        const options = ['--root', 'CoreAdvice::root', '--scheme', scheme, '--output', file];
        const words = ['run', 'other', 'run'];
        const { code, stderr } = await runCli(['launch', ...options, '--', ...java, ...words]);
        expect(code, stderr).toBe(0);
        const report = await reportOf(file);
        expect(pictureOf(report.roots)).toEqual(advised(method, 1));
        expect(report).toMatchObject({ complete: true, losses: [], droppedEvents: 0 });
      });
    }

    test(`java.lang.Object was changed before the attach: what it calls in the program is counted, ${jdk.name}, ${scheme}`, async () => {
      const file = join(folder, `core-before-${jdk.feature}-${scheme}.sluice`);
      const program = await startTarget(jdk, 'CoreAdvice', { jvmArgs: advising(jdk, 'java.lang.Object') });
      try {
        await program.send('other');
        const recording = await startRecording(program.pid, 'CoreAdvice::root', file, ['--scheme', scheme]);
        for (const word of ['run', 'run']) await program.send(word);
        const { code, stderr } = await recording.stop();
        expect(code, stderr).toBe(0);
      } finally {
        await program.stop();
      }
      const report = await reportOf(file);
      expect(pictureOf(report.roots)).toEqual(advised('toHexString', 2));
      expect(report).toMatchObject({ complete: true, losses: [], droppedEvents: 0 });
    });
  }
}

/** Of Maven Central; Mockito's own licence is MIT, Byte Buddy's and Objenesis' are Apache. Test input only. */
const MOCKITO = [
  {
    artifact: 'org.mockito:mockito-core:5.20.0',
    sha256: 'd1a96d252128d3a4247cfd8a2e76412efa3cc103977be17933c942117a24f374',
  },
  {
    artifact: 'net.bytebuddy:byte-buddy:1.17.7',
    sha256: '3575dcb8a98faf943d3c1595c47a16047c4fce8a83ebbb26262f1a2f67546357',
  },
  {
    artifact: 'net.bytebuddy:byte-buddy-agent:1.17.7',
    sha256: 'a9ba887dca252ad61b7d5153294f34e6f3bdf4b2736b04373d13615a695fc0ff',
  },
  {
    artifact: 'org.objenesis:objenesis:3.3',
    sha256: '02dfd0b0439a5591e35b708ed2f5474eb0948f53abf74637e959b8e4ef69bfeb',
  },
];

const WHOLE = { complete: true, losses: [], droppedEvents: 0 };
/** Of a machine that is busy with others while much is swapped: Mockito's own swap did not wait for the probes. */
const ANSWERED_LATE = {
  losses: ['a swap failed or came too late'],
  notes: [expect.stringContaining('Class Mocks$Fin was swapped while nobody could put its probes in')],
  droppedEvents: 0,
};

for (const jdk of JDKS) {
  for (const scheme of ['lazy', 'everything']) {
    const tag = scheme === 'lazy' ? ['@slow'] : [];
    test(
      `an agent that comes later skips bodies of methods: their calls are counted, ${jdk.name}, ${scheme}`,
      { tag },
      async () => {
        test.setTimeout(300_000); // Mockito's own classes are swapped too
        const fetched = fetchJars(MOCKITO);
        test.skip(fetched.kind === 'unreachable', 'no Maven, or no network');
        if (fetched.kind === 'wrong') throw new Error(fetched.problems.join('\n'));
        const classes = join(folder, `mocks-${jdk.feature}`);
        mkdirSync(classes, { recursive: true });
        const classPath = [classes, ...(fetched.kind === 'here' ? fetched.jars : [])].join(delimiter);
        const source = join(TARGETS, 'mocks/Mocks.java');
        execFileSync(jdk.tool('javac'), ['-nowarn', '-proc:none', '-d', classes, '-cp', classPath, source]);
        const file = join(folder, `mocks-${jdk.feature}-${scheme}.sluice`);
        const only = ['Mocks', 'Mocks$Fin'].flatMap((name) => ['--only', name]);
        const options = ['--root', 'Mocks::root', '--scheme', scheme, ...only, '--output', file];
        const java = [jdk.tool('java'), '-XX:+EnableDynamicAgentLoading', '-cp', classPath, 'Mocks'];
        const { code, stderr } = await runCli(['launch', ...options, '--', ...java]);
        expect(code, stderr).toBe(0);
        const report = await reportOf(file);
        // Before there is a mock, and then a mock and an object in turn; each root calls it three times.
        expect(pictureOf(report.roots)).toEqual(
          pictureFrom(`
        Mocks.root 170
          Mocks$Fin.f 510`),
        );
        expect(report).toMatchObject(scheme === 'lazy' && !report.complete ? ANSWERED_LATE : WHOLE);
      },
    );
  }
}

/** Arguments of `java`: the program is found from the JDK's classes, and has an agent that changes one of these. */
function advising(jdk: Jdk, type: string): string[] {
  const jar = join(folder, `advising-${jdk.feature}.jar`);
  const manifest = join(folder, 'advising');
  writeFileSync(manifest, 'Premain-Class: CoreAdvice$Agent\nCan-Retransform-Classes: true\n');
  execFileSync(jdk.tool('jar'), ['cfm', jar, manifest]);
  return [`-Xbootclasspath/a:${targetClassPath(jdk)}`, `-javaagent:${jar}`, `-Dadvised=${type}`];
}

/** Arguments of `java`: an agent, and the file of the other version of the class. */
function redefining(jdk: Jdk): string[] {
  const jar = join(folder, `redefining-${jdk.feature}.jar`);
  const manifest = join(folder, 'manifest');
  writeFileSync(manifest, 'Premain-Class: Redefined$Agent\nCan-Redefine-Classes: true\n');
  execFileSync(jdk.tool('jar'), ['cfm', jar, manifest]);
  return [`-javaagent:${jar}`, `-Dnext=${nextVersion(jdk)}`];
}

/**
 * Records a target with a debugger, which swaps the class between two runs.
 * @param held whom its breakpoint holds
 */
async function debugged(jdk: Jdk, held: 'all' | 'thread'): Promise<Report> {
  const file = join(folder, `debugged-${jdk.feature}-${held}.sluice`);
  const jdwp = '-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0';
  const program = await startTarget(jdk, 'Redefined', { jvmArgs: [jdwp] });
  const port = /address: (?:127\.0\.0\.1:)?(\d+)/.exec(program.output.text)?.[1] ?? '';
  const arguments_ = [port, 'Redefined$Desk::swap', 'Redefined$Shop', nextVersion(jdk), held];
  const debug = spawn(jdk.tool('java'), ['-cp', debuggerClassPath(jdk), 'Debugger', ...arguments_]);
  const said = new LineReader(debug.stdout);
  try {
    await said.waitFor(/^READY/);
    const recording = await startRecording(program.pid, 'Redefined::root', file, ['--commands', '-']);
    await program.send('run');
    await program.send('other');
    await said.waitFor(/^SWAPPED/);
    if (held === 'all') {
      // What the agent has said before it answers has been heard; what is swapped for that, before this is done.
      await recording.type('pause', /^paused/);
      await recording.type('resume', /^recording again/);
      await recording.type('off Redefined::main', /^off /);
    }
    await program.send('run');
    const { code, stderr } = await recording.stop();
    expect(code, stderr).toBe(0);
    return await reportOf(file);
  } finally {
    debug.kill('SIGKILL');
    await program.stop();
  }
}

function debuggerClassPath(jdk: Jdk): string {
  const classes = join(folder, `debugger-${jdk.feature}`);
  mkdirSync(classes, { recursive: true });
  execFileSync(jdk.tool('javac'), ['-nowarn', '-d', classes, join(TARGETS, 'debugger/Debugger.java')]);
  return classes;
}

function nextVersion(jdk: Jdk): string {
  const next = join(folder, `next-${jdk.feature}`);
  mkdirSync(next, { recursive: true });
  const source = join(next, 'Redefined.java');
  const text = readFileSync(join(TARGETS, 'Redefined.java'), 'utf8');
  writeFileSync(source, text.replace('return price(i);', 'return price(i) + Late.fresh(i);'));
  execFileSync(jdk.tool('javac'), ['-g', '-nowarn', '-cp', targetClassPath(jdk), '-d', next, source]);
  return join(next, 'Redefined$Shop.class');
}
