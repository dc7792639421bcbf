import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Large real libraries, and some from before Java 5, for their subroutines (jsr, ret). Test input only. */
export interface Library {
  readonly name: string;
  readonly jars: readonly Jar[];
  /** Main class and arguments of a program that uses much of the library and prints something. */
  readonly program?: readonly string[];
}

interface Jar {
  /** group:artifact:version */
  readonly artifact: string;
  readonly sha256: string;
}

export type Fetched =
  | { readonly kind: 'here'; readonly jars: readonly string[] }
  /** A sentence without its end. */
  | { readonly kind: 'unreachable'; readonly reason: string }
  | { readonly kind: 'wrong'; readonly problems: readonly string[] };

const LIST = 'e2e/everyClass/libraries.json';
export const LIBRARIES = JSON.parse(readFileSync(LIST, 'utf8')) as readonly Library[];

const FOLDER = '.cache/libraries';
const FETCH_LIMIT_MS = 300_000;
/** So that every machine runs the same code. */
const COPY_PLUGIN = ['org.apache.maven.plugins', 'maven-dependency-plugin', '3.8.1'] as const;

/** Provides jars, by Maven and as its settings say from where: what is here already is not fetched again. */
export function fetchLibraries(wanted: readonly Library[]): Fetched {
  const jars = wanted.flatMap((library) => library.jars);
  const missing = jars.filter((jar) => !existsSync(fileOf(jar)));
  const reason = missing.length > 0 ? copyByMaven(missing) : null;
  if (reason !== null) return { kind: 'unreachable', reason };
  const problems = jars.flatMap((jar) => {
    const found = createHash('sha256')
      .update(readFileSync(fileOf(jar)))
      .digest('hex');
    return found === jar.sha256
      ? []
      : [`${fileOf(jar)} has the SHA-256 ${found}, ${LIST} wants ${jar.sha256}; delete the file`];
  });
  return problems.length > 0 ? { kind: 'wrong', problems } : { kind: 'here', jars: jars.map(fileOf) };
}

/** @returns why it cannot, or null */
function copyByMaven(jars: readonly Jar[]): string | null {
  mkdirSync(FOLDER, { recursive: true });
  const project = join(FOLDER, `pom-${process.pid}.xml`);
  writeFileSync(project, projectText(jars));
  const goal = [...COPY_PLUGIN, 'copy'].join(':');
  const run = spawnSync('mvn', ['--batch-mode', '--quiet', '--file', project, goal], {
    encoding: 'utf8',
    timeout: FETCH_LIMIT_MS,
  });
  rmSync(project);
  const count = `jars of ${LIST} are not in ${FOLDER} (${jars.length})`;
  if (run.error !== undefined) return `${count}, and Maven cannot be run: ${run.error.message}`;
  if (run.status === 0) return null;
  const said = /\[ERROR\] (.*)/.exec(run.stdout + run.stderr)?.[1] ?? `exit code ${run.status}`;
  return `${count}, and Maven could not fetch them: ${said.slice(0, 400)}`;
}

function fileOf({ artifact }: Jar): string {
  const [, name, version] = artifact.split(':');
  return join(FOLDER, `${name}-${version}.jar`);
}

/** A Maven project that is nothing but the list of what is to be copied beside it. */
function projectText(jars: readonly Jar[]): string {
  const coordinates = ([group, name, version]: readonly string[]): string =>
    `<groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version>`;
  const items = jars.map(
    ({ artifact }) => `<artifactItem>${coordinates(artifact.split(':'))}</artifactItem>`,
  );
  return `<project><modelVersion>4.0.0</modelVersion>
${coordinates(['sluice', 'libraries', '1'])}<packaging>pom</packaging>
<build><plugins><plugin>${coordinates(COPY_PLUGIN)}<configuration>
<outputDirectory>\${project.basedir}</outputDirectory>
<artifactItems>
${items.join('\n')}
</artifactItems>
</configuration></plugin></plugins></build></project>
`;
}
