import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { EXPECTED_TREES } from '../expectedTrees.ts';
import type { Jdk } from '../fixtures/jdks.ts';
import type { MavenJar } from '../fixtures/mavenJars.ts';
import { nativeAgent } from '../fixtures/nativeAgent.ts';

/** A program that obeys Target.java's words, prints the same each time and has all calls below its roots done when it prints DONE. */
export interface Program {
  readonly name: string;
  readonly mainClass: string;
  /** "p.A::run" */
  readonly roots: readonly string[];
  /** What the names of the compared classes start with. */
  readonly prefixes: readonly string[];
  /** In e2e/programs/targets, with these jars; others are in e2e/targets. */
  readonly jars?: readonly MavenJar[];
  readonly jvmArgs?: (jdk: Jdk) => readonly string[];
  /** "p.A.run()V" of methods that the JVM writes into its classes, whose calls are nobody's (docs/limits.md): not compared. */
  readonly writtenByJvm?: RegExp;
  /** Losses that may be told though every count is right, for they say what happened. */
  readonly mayTell?: RegExp;
  /** Lines that it prints because Sluice asks its loaders (docs/ARCHITECTURE.md): they may be more than bare. */
  readonly mayPrintMore?: RegExp;
  readonly sinceJdk?: number;
}

const JARS = JSON.parse(
  readFileSync(fileURLToPath(new URL('programJars.json', import.meta.url)), 'utf8'),
) as Readonly<Record<string, readonly MavenJar[]>>;

const UPCALLS = fileURLToPath(new URL('../targets/upcalls/upcalls.c', import.meta.url));

function small(mainClass: string, more: Partial<Program> = {}): Program {
  return { name: mainClass, mainClass, roots: [`${mainClass}::root`], prefixes: [mainClass], ...more };
}

function ofMaven(
  name: string,
  mainClass: string,
  packages: readonly string[],
  roots = [`${mainClass}::root`],
  options: readonly string[] = [],
): Program {
  const jvmArgs = () => options;
  return { name, mainClass, roots, prefixes: [mainClass, ...packages], jars: JARS[name], jvmArgs };
}

const WRITTEN_BY_JVM: Readonly<Record<string, RegExp>> = {
  FlightEvents: /^FlightEvents\$Sold\.(?:<clinit>|begin|end|commit|isEnabled|shouldCommit)\(\)/, // jfrEventClassTransformer.cpp
};

/** Programs with a special need or without a known tree; the rest are those with one. */
const SMALL_PROGRAMS: readonly Program[] = [
  small('HiddenClasses'),
  small('JniUpcalls', { jvmArgs: (jdk) => [`-Dupcalls.library=${nativeAgent(jdk, UPCALLS)}`] }),
  small('StrictLoader', { mayPrintMore: /^REFUSED java\.lang\.SluiceProbe\n/gm }),
  ...EXPECTED_TREES.filter(
    ({ target, root, excludes, options, jvmArgs }) =>
      root === `${target}::root` && !excludes && !options && !jvmArgs && !/Virtual/.test(target), // the oracle knows threads, not virtual ones
  ).map(({ target, sinceJdk = 0 }) => small(target, { sinceJdk, writtenByJvm: WRITTEN_BY_JVM[target] })),
];

/** Of Maven Central. */
const MAVEN_PROGRAMS: readonly Program[] = [
  ofMaven('Groovy', 'GroovyScript', [
    'groovy',
    'org.codehaus.groovy.',
    'org.apache.groovy.',
    'Script1',
    'Point',
  ]),
  ofMaven(
    'Kotlin coroutines',
    'Coroutines',
    ['kotlin.', 'kotlinx.'],
    ['Coroutines::root', 'Coroutines::step'],
  ),
  ofMaven('Hibernate', 'HibernateRows', [
    'org.',
    'net.bytebuddy.',
    'jakarta.',
    'com.fasterxml.',
    'io.smallrye.',
  ]),
  ofMaven('JRuby', 'JRubyScript', ['org.', 'com.headius.', 'jnr.']),
  ofMaven('Jetty', 'JettyPages', ['org.eclipse.jetty.'], ['JettyPages$Pages::handle']),
  ofMaven(
    'Tomcat',
    'TomcatPages',
    ['org.apache.', 'jakarta.'],
    ['org.apache.catalina.connector.CoyoteAdapter::service'],
  ),
  ofMaven('Netty', 'NettyPages', ['io.netty.'], ['NettyPages$Pages::channelRead0']),
  ofMaven(
    'Spring Boot',
    'SpringPages',
    ['org.', 'com.fasterxml.', 'io.micrometer.', 'jakarta.', 'ch.qos.'],
    ['SpringPages::root', 'SpringPages::page'],
  ),
  ofMaven('POI', 'PoiWorkbook', ['org.apache.', 'org.openxmlformats.'], undefined, [
    '-Dlog4j2.loggerContextFactory=org.apache.logging.log4j.simple.SimpleLoggerContextFactory', // else it prints the time
  ]),
  ofMaven('Saxon', 'SaxonTransform', ['net.sf.saxon.', 'org.xmlresolver.']),
  ofMaven('Drools', 'DroolsRules', ['org.drools.', 'org.kie.', 'facts.', 'rules.', 'com.github.javaparser.']),
  ofMaven('Jackson records', 'JacksonRecords', ['com.fasterxml.']),
  ofMaven('ANTLR', 'AntlrExpressions', ['org.antlr.', 'org.stringtemplate.']),
  ofMaven('Lucene', 'LuceneSearch', ['org.apache.lucene.']),
  ofMaven('PDFBox', 'PdfPages', ['org.apache.'], undefined, [`-Dpdfbox.fontcache=${tmpdir()}`]),
  ofMaven('JGit', 'JGitCommits', ['org.eclipse.jgit.', 'com.googlecode.']),
  ofMaven('Kafka Streams', 'KafkaTopology', ['org.apache.kafka.', 'com.fasterxml.']),
  ofMaven('Mockito', 'MockitoInline', ['org.mockito.', 'net.bytebuddy.', 'org.objenesis.']),
  {
    ...ofMaven('SQLite', 'SqliteRows', ['org.sqlite.'], undefined, [`-Dorg.sqlite.tmpdir=${tmpdir()}`]),
  },
];

export const PROGRAMS: readonly Program[] = [
  ...new Map([...SMALL_PROGRAMS, ...MAVEN_PROGRAMS].map((program) => [program.name, program])).values(),
];
