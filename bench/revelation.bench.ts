import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Engine } from '../electron/engine/engine.ts';
import { argument } from './argument.ts';
import { isThere, NOTEPAD } from '../build/testPrograms.mjs';
import { FOP_JARS, jarPath } from './realPrograms/programs.ts';
import { startDisplay, type Display } from '../e2e/fixtures/display.ts';
import { JDKS } from '../e2e/fixtures/jdks.ts';
import { startTarget, type TargetOptions } from '../e2e/fixtures/targets.ts';
import type { MethodId } from '../shared/base/ids.ts';
import { NO_CALIBRATION } from '../shared/cct/cctTable.ts';
import { hotMethods } from '../shared/cct/hotMethods.ts';
import { exactTree } from '../shared/cct/overhead.ts';
import { ThreadTrees } from '../shared/cct/threadTrees.ts';
import type { RecordingRequest, SessionStatus } from '../shared/ipc/engineApi.ts';
import {
  instrumentationByReason,
  instrumentedPerCalled,
  SCHEME_TITLE,
} from '../shared/recording/options/instrumentation.ts';
import type { MethodInfo } from '../shared/naming/methodInfo.ts';
import { recordingRequest } from '../shared/testing/recordingRequest.ts';
import { BlockDecoder } from '../shared/wire/blockDecoder.ts';

/**
 * How many methods of real programs get probes for how many that are called, by schemes A (eager) and B (lazy), and what
 * revealing them costs; beside the figures of the JFluid paper (section 7, table 1). javac and Notepad (core classes
 * measured too, as there) run warm and are attached to; the others are launched from packages of Debian, as they say, and
 * recorded from their first instruction. What was instrumented for nothing is told by what made it part of the subgraph.
 * The goal is the paper's own ratio for scheme B. `npm run bench -- revelation`; `--only=javac` chooses by the beginning of a name.
 */
type Scheme = 'eager' | 'lazy';
const SCHEMES: readonly Scheme[] = ['eager', 'lazy'];

interface Program {
  readonly name: string;
  /** Instrumented and called in the paper, and of what. */
  readonly paper: Readonly<Record<Scheme, readonly [number, number]>> & { readonly of: string };
  /** What is missing on this machine; null: nothing. */
  readonly missing: string | null;
  bareMs(): Promise<number>;
  record(scheme: Scheme): Promise<Recorded>;
}

interface Recorded {
  readonly status: SessionStatus;
  readonly called: number;
  /** Instrumented and not called, by what made them part of the subgraph. */
  readonly surplus: string;
  readonly wallMs: number;
}

const PAPER_JAVAC = { of: 'javac', eager: [992, 730], lazy: [936, 730] } as const;
const PAPER_JACK = { of: 'jack', eager: [274, 264], lazy: [274, 264] } as const;
const PAPER_NOTEPAD = { of: 'Notepad', eager: [7486, 2874], lazy: [3853, 2706] } as const;

const SOURCES = fileURLToPath(new URL('../e2e/targets', import.meta.url));

const jdk = JDKS[0];
/** Made when a program needs it. */
const displays: Display[] = [];
const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'));

/** The methods that a recording instrumented, from what the engine tells, and those that it called, from its events. */
class Calls {
  readonly #trees = new ThreadTrees();
  readonly #methods = new Map<MethodId, MethodInfo>();

  constructor(engine: Engine, sessionId: string) {
    const decoder = new BlockDecoder(this.#trees);
    engine.setReader(sessionId, (bytes) => decoder.feed(bytes));
    engine.subscribe((update) => {
      if (update.kind === 'methods')
        for (const method of update.methods) this.#methods.set(method.id, method);
    });
  }

  result(): Pick<Recorded, 'called' | 'surplus'> {
    const hot = hotMethods(
      this.#trees.snapshot().map(({ table }) => exactTree(table, NO_CALIBRATION, 'none')),
    );
    const called = hot.calls.reduce((count, calls) => count + (calls > 0 ? 1 : 0), 0);
    const surplus = instrumentationByReason(this.#methods.values(), hot)
      .filter(({ instrumented, called: calledOnes }) => instrumented > calledOnes)
      .map(({ reason, instrumented, called: calledOnes }) => `${reason} ${instrumented - calledOnes}`)
      .join(', ');
    return { called, surplus };
  }
}

function requestOf(scheme: Scheme, root: string, includeCore: boolean): RecordingRequest {
  return recordingRequest(root, { scheme, clock: 'none', includeCore });
}

interface Attached {
  readonly name: string;
  readonly paper: Program['paper'];
  /** Of e2e/targets: does its work each time it is sent `run`. */
  readonly target: string;
  readonly settings: () => Promise<TargetOptions>;
  readonly missing: string | null;
  readonly root: string;
  readonly includeCore: boolean;
}

/** Runs warm: it has done its work once before it is attached to. */
function attached(program: Attached): Program {
  const start = async () => {
    const target = await startTarget(jdk, program.target, await program.settings());
    await target.send('run');
    return target;
  };
  return {
    name: program.name,
    paper: program.paper,
    missing: program.missing,
    async bareMs() {
      const target = await start();
      try {
        const beganMs = performance.now();
        await target.send('run');
        return performance.now() - beganMs;
      } finally {
        await target.stop();
      }
    },
    async record(scheme) {
      const target = await start();
      const engine = new Engine();
      try {
        const { sessionId } = await engine.attach(target.pid);
        const calls = new Calls(engine, sessionId);
        await engine.start(sessionId, requestOf(scheme, program.root, program.includeCore));
        const beganMs = performance.now();
        await target.send('run');
        const wallMs = performance.now() - beganMs;
        const status = await engine.stop(sessionId);
        return { status, ...calls.result(), wallMs };
      } finally {
        await engine.close();
        await target.stop();
      }
    },
  };
}

interface Launched {
  readonly name: string;
  readonly paper: Program['paper'];
  /** Names of Debian's jars, and the package that brings them. */
  readonly jars: readonly string[];
  readonly debianPackage: string;
  readonly arguments: readonly string[];
  readonly root: string;
}

function launched(program: Launched): Program {
  const paths = program.jars.map(jarPath);
  const command = [jdk.tool('java'), '-Xmx2g', '-cp', paths.join(':'), ...program.arguments];
  return {
    name: program.name,
    paper: program.paper,
    missing: paths.every((path) => existsSync(path)) ? null : `apt-get install ${program.debianPackage}`,
    async bareMs() {
      const beganMs = performance.now();
      const [file, ...args] = command;
      await once(spawn(file, args, { stdio: 'ignore' }), 'exit');
      return performance.now() - beganMs;
    },
    async record(scheme) {
      const engine = new Engine();
      try {
        const { status, exitCode } = await engine.launchCommand(command, 'ignore');
        const { sessionId } = status;
        const calls = new Calls(engine, sessionId);
        await engine.start(sessionId, requestOf(scheme, program.root, false), true);
        const beganMs = performance.now();
        await engine.resumeStartup(sessionId);
        await exitCode;
        const wallMs = performance.now() - beganMs;
        await engine.session(sessionId).over;
        return { status: await engine.status(sessionId), ...calls.result(), wallMs };
      } finally {
        await engine.close();
      }
    },
  };
}

function textToFormat(): string {
  const blocks = Array.from(
    { length: 60 },
    (_, i) =>
      `<fo:block space-after="4pt">Paragraph ${i} <fo:inline font-weight="bold">of the text</fo:inline>.</fo:block>`,
  );
  const file = join(folder, 'text.fo');
  writeFileSync(
    file,
    `<fo:root xmlns:fo="http://www.w3.org/1999/XSL/Format"><fo:layout-master-set>
     <fo:simple-page-master master-name="page" page-height="29cm" page-width="21cm" margin="2cm"><fo:region-body/></fo:simple-page-master>
     </fo:layout-master-set><fo:page-sequence master-reference="page"><fo:flow flow-name="xsl-region-body">
     ${blocks.join('\n')}</fo:flow></fo:page-sequence></fo:root>`,
  );
  return file;
}

const PROGRAMS: readonly Program[] = [
  attached({
    name: 'javac, warm',
    paper: PAPER_JAVAC,
    target: 'JavacHost',
    settings: async () => ({ jvmArgs: ['-Xmx2g'] }),
    missing: null,
    root: 'com.sun.tools.javac.main.JavaCompiler::compile',
    includeCore: false,
  }),
  attached({
    name: 'Notepad, New',
    paper: PAPER_NOTEPAD,
    target: 'NotepadHost',
    settings: async () => {
      if (displays.length === 0) displays.push(await startDisplay());
      return {
        jvmArgs: [`-Dnotepad=${NOTEPAD.paths.jar}`],
        env: { ...process.env, DISPLAY: displays[0].name },
      };
    },
    missing: isThere(NOTEPAD) ? null : `apt-get install ${NOTEPAD.packages.join(' ')}`,
    root: 'Notepad$NewAction::actionPerformed',
    includeCore: true,
  }),
  launched({
    name: 'ecj (compiler)',
    paper: PAPER_JAVAC,
    jars: ['eclipse-jdt-core'],
    debianPackage: 'ecj',
    root: 'org.eclipse.jdt.internal.compiler.batch.Main::main',
    arguments: [
      // Its second thread would not be in the subgraph, and takes more or less of the work.
      '-Djdt.compiler.useSingleThread=true',
      'org.eclipse.jdt.internal.compiler.batch.Main',
      ...['-17', '-nowarn', '-proc:none', '-proceedOnError', '-d', join(folder, 'ecj')],
      ...readdirSync(SOURCES)
        .filter((name) => name.endsWith('.java') && name !== 'VirtualThreads.java')
        .map((name) => join(SOURCES, name)),
    ],
  }),
  launched({
    name: 'jflex (generator)',
    paper: PAPER_JACK,
    jars: ['jflex', 'java-cup-0.11b', 'ant'],
    debianPackage: 'jflex ant',
    root: 'jflex.Main::main',
    arguments: [
      'jflex.Main',
      '-q',
      '-d',
      join(folder, 'jflex'),
      '/usr/share/doc/jflex/examples/java/java.flex',
    ],
  }),
  launched({
    name: 'fop (formatter)',
    paper: PAPER_NOTEPAD,
    jars: FOP_JARS,
    debianPackage: 'fop',
    root: 'org.apache.fop.cli.Main::main',
    arguments: [
      '-Djava.awt.headless=true',
      'org.apache.fop.cli.Main',
      '-q',
      '-fo',
      textToFormat(),
      '-pdf',
      join(folder, 'out.pdf'),
    ],
  }),
];

function row(cells: readonly string[]): string {
  const [program, ...rest] = cells;
  return program.padEnd(20) + rest.map((cell) => cell.padStart(13)).join('');
}

const ratioOf = (instrumented: number, called: number): string =>
  instrumentedPerCalled(instrumented, called)?.toFixed(2) ?? '–';
const seconds = (ms: number): string => (ms / 1000).toFixed(1);

let missed = false;
try {
  console.log(`${jdk.name}; paper: instrumented/called of the program like it`);
  console.log(
    row([
      '',
      'scheme',
      'instrumented',
      'called',
      'ratio',
      'paper',
      'swaps',
      'swaps s',
      'analysis s',
      'waited s',
      'wall s',
      'bare s',
      'complete',
    ]),
  );
  const only = argument('--only') ?? '';
  for (const program of PROGRAMS.filter(({ name }) => name.startsWith(only))) {
    if (program.missing !== null) {
      console.log(`${program.name.padEnd(20)} is not here: ${program.missing}`);
      continue;
    }
    const bareMs = await program.bareMs();
    for (const scheme of SCHEMES) {
      const { status, called, surplus, wallMs } = await program.record(scheme);
      const paper = program.paper[scheme];
      console.log(
        row([
          program.name,
          SCHEME_TITLE[scheme],
          String(status.instrumentation.methods),
          String(called),
          ratioOf(status.instrumentation.methods, called),
          `${ratioOf(...paper)} ${program.paper.of}`,
          String(status.counters.hotSwaps),
          seconds(status.counters.swapMs),
          seconds(status.instrumentation.analysisMs),
          seconds(status.counters.waitedMs),
          seconds(wallMs),
          seconds(bareMs),
          status.complete ? 'yes' : 'no',
        ]),
      );
      console.log(`    instrumented and not called: ${surplus}`);
      for (const loss of status.losses) console.log(`    not complete: ${loss}`);
      if (scheme === 'lazy') missed ||= status.instrumentation.methods / called > paper[0] / paper[1];
    }
  }
} finally {
  for (const display of displays) await display.stop();
  rmSync(folder, { recursive: true, force: true });
}
if (missed) {
  console.log("Scheme B instruments more than the paper's did.");
  process.exitCode = 1;
}
