import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  bankSql,
  book,
  BOOK_STYLE,
  foDocument,
  input,
  javaSource,
  prose,
  slidingTone,
  WORD_COUNT,
} from './inputs.ts';

/** A program to be launched, the same for all who record it. */
export interface RealProgram {
  readonly name: string;
  readonly title: string;
  /** Debian packages that it needs; none: it is our own, or the JDK's. */
  readonly packages: readonly string[];
  /** Of /usr/share/java, without .jar. */
  readonly jars: readonly string[];
  readonly mainClass: string;
  readonly jvmArgs?: readonly string[];
  /** Its methods take nanoseconds: no instrumenting profiler can show its times as they are. */
  readonly isTiny?: boolean;
  /** Makes its input in the folder, once. */
  args(folder: string): readonly string[];
  /** What is run again and again in one JVM, where that is not the same: less work, or a main that returns. */
  readonly round?: Partial<Pick<RealProgram, 'mainClass' | 'root' | 'jvmArgs' | 'args'>>;
  /** What is recorded, where that is not the main method: pkg.Class::method(Types). */
  readonly root?: string;
  /** A method of a round that takes some tenth of it, with what it calls, and never calls itself: pkg.Class::method. */
  readonly part?: string;
}

export function rootPattern({ root, mainClass }: RealProgram): string {
  return root ?? `${mainClass}::main(String[])`;
}

/** pkg.Class.method, as stacks have it. */
export function rootFrame(program: RealProgram): string {
  return rootPattern(program).replace('::', '.').replace(/\(.*/, '');
}

/** The program whose main method is one round of it: some 10 to 200 ms when it is warm. */
export function roundOf(program: RealProgram): RealProgram {
  return { ...program, ...program.round };
}

const LIBRARIES = '/usr/share/java';

/** What Apache FOP needs. */
export const FOP_JARS: readonly string[] = [
  'fop',
  'commons-io',
  'serializer',
  'xalan2',
  'xml-apis',
  'batik-all',
  'commons-logging',
  'xercesImpl',
  'xmlgraphics-commons',
  'xml-apis-ext',
  'fontbox2',
];

export function jarPath(name: string): string {
  return join(LIBRARIES, `${name}.jar`);
}

/** null: all of it is here; else what is not. */
export function missingOf({ jars }: RealProgram): string | null {
  const missing = jars.filter((name) => !existsSync(jarPath(name)));
  return missing.length === 0 ? null : `${missing.join(', ')} of ${LIBRARIES}`;
}

/** Sources to compile, and where to. */
function compilerArgs(folder: string, sources: number): string[] {
  const out = join(folder, 'classes');
  mkdirSync(out, { recursive: true });
  const files = Array.from({ length: sources }, (_, n) =>
    input(folder, `Generated${n}.java`, () => javaSource(n)),
  );
  return ['-nowarn', '-proc:none', '-d', out, ...files];
}

export const REAL_PROGRAMS: readonly RealProgram[] = [
  {
    name: 'javac',
    title: "the JDK's compiler, over 40 generated classes",
    packages: [],
    jars: [],
    mainClass: 'com.sun.tools.javac.Main',
    part: 'com.sun.tools.javac.comp.Attr::visitVarDef',
    args: (folder) => compilerArgs(folder, 40),
    round: {
      mainClass: 'JavacRound',
      root: 'com.sun.tools.javac.Main::compile(String[])',
      args: (folder) => compilerArgs(folder, 4),
    },
  },
  {
    name: 'ecj',
    title: "Eclipse's compiler, over the same",
    packages: ['ecj'],
    jars: ['eclipse-jdt-core'],
    mainClass: 'org.eclipse.jdt.internal.compiler.batch.Main',
    part: 'org.eclipse.jdt.internal.compiler.ast.MethodDeclaration::parseStatements',
    args: (folder) => ['-17', ...compilerArgs(folder, 40)],
    round: { mainClass: 'EcjRound', jvmArgs: ['-Djdt.compiler.useSingleThread=true'] },
  },
  {
    name: 'fop',
    title: 'Apache FOP: a PDF of 150 paragraphs',
    packages: ['libfop-java'],
    jars: FOP_JARS,
    jvmArgs: ['-Djava.awt.headless=true'],
    mainClass: 'org.apache.fop.cli.Main',
    part: 'org.apache.fop.render.AbstractRenderer::renderPage',
    args: (folder) => [
      '-r',
      '-fo',
      input(folder, 'text.fo', () => foDocument(150)),
      '-pdf',
      join(folder, 'text.pdf'),
    ],
    round: {
      mainClass: 'FopRound',
      args: (folder) => [input(folder, 'text.fo', () => foDocument(150)), join(folder, 'text.pdf')],
    },
  },
  {
    name: 'xalan',
    title: 'Xalan: a book of 60 chapters as HTML',
    packages: ['libxalan2-java', 'libxml-commons-external-java'],
    jars: ['xalan2', 'serializer', 'xercesImpl', 'xml-apis'],
    mainClass: 'org.apache.xalan.xslt.Process',
    part: 'org.apache.xerces.impl.XMLNSDocumentScannerImpl::scanStartElement',
    args: (folder) => [
      ...['-IN', input(folder, 'book.xml', () => book(60))],
      ...['-XSL', input(folder, 'book.xsl', () => BOOK_STYLE)],
      ...['-OUT', join(folder, 'book.html')],
    ],
  },
  {
    name: 'h2',
    title: 'H2: 4,000 transfers by SQL, in memory',
    packages: ['libh2-java'],
    jars: ['h2'],
    mainClass: 'org.h2.tools.RunScript',
    part: 'org.h2.mvstore.tx.Transaction::commit',
    args: (folder) => [
      ...['-url', 'jdbc:h2:mem:bank', '-user', 'sa'],
      ...['-script', input(folder, 'bank.sql', () => bankSql(4_000))],
    ],
  },
  {
    name: 'rhino',
    title: 'Rhino, interpreting: words counted in a tree',
    packages: ['librhino-java'],
    jars: ['js'],
    mainClass: 'org.mozilla.javascript.tools.shell.Main',
    part: 'org.mozilla.javascript.NativeArray$ElementComparator::compare',
    args: (folder) => wordCount(folder, 6),
    round: { mainClass: 'RhinoRound', args: (folder) => wordCount(folder, 1).slice(2) },
  },
  {
    name: 'jlayer',
    title: 'JLayer: 40 s of MP3 decoded',
    packages: ['libjlayer-java', 'lame'],
    jars: ['jl'],
    mainClass: 'javazoom.jl.converter.jlc',
    part: 'javazoom.jl.decoder.LayerIIIDecoder::hybrid',
    args: (folder) => ['-p', join(folder, 'out.wav'), encodedTone(folder)],
    round: { mainClass: 'JLayerRound', args: (folder) => [encodedTone(folder), join(folder, 'out.wav')] },
  },
  kernel('pictures', 'Pictures', 'filters over the rows of a picture', [24, 6]),
  kernel('numbers', 'Numbers', 'numerical methods on small problems', [2_000, 500]),
  kernel('texts', 'Texts', 'sorting, packing, hashing of 16 KB', [160, 40]),
  { ...kernel('queens', 'Queens', 'nine queens on a board', [60, 12]), isTiny: true },
  { ...kernel('lzw', 'Lzw', 'LZW by tiny methods', [12, 4]), isTiny: true },
  { ...kernel('fib', 'Fib', 'Fibonacci numbers by recursion', [20, 6]), isTiny: true },
];

/** @param passes of the whole program, and of a round of it */
function kernel(
  name: string,
  mainClass: string,
  title: string,
  passes: readonly [whole: number, round: number],
): RealProgram {
  const [args, roundArgs] = passes.map((count) => () => [String(count)]);
  return { name, title, packages: [], jars: [], mainClass, args, round: { args: roundArgs } };
}

function wordCount(folder: string, passes: number): string[] {
  const script = input(folder, 'words.js', () => WORD_COUNT);
  return ['-opt', '-1', script, input(folder, 'words.txt', () => prose(20_000)), String(passes)];
}

function encodedTone(folder: string): string {
  const mp3 = join(folder, 'tone.mp3');
  if (existsSync(mp3)) return mp3;
  const wav = join(folder, 'tone.wav');
  writeFileSync(wav, slidingTone(40));
  execFileSync('lame', ['--quiet', '-b', '128', wav, mp3]);
  return mp3;
}
