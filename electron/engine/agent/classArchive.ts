import { splitJavaCommand } from '../jvms/javaOptions.ts';

/** Options that name an AOT cache (JEP 483) or a CDS archive. */
const ARCHIVE_OPTION = /(^|\s)-XX:(AOTCache|SharedArchiveFile)=/;
/** Variables whose options the JVM reads before those of its command line. */
const VARIABLES = ['JAVA_TOOL_OPTIONS', 'JDK_JAVA_OPTIONS'];

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether the program is to start from an archive of its classes, as its command and environment say. @param rest what follows the launcher */
export function namesClassArchive(rest: readonly string[], environment: Environment): boolean {
  const { options } = splitJavaCommand(rest);
  return [...options, ...VARIABLES.map((name) => environment[name] ?? '')].some((text) =>
    ARCHIVE_OPTION.test(text),
  );
}

/**
 * An agent adds the module java.instrument, which archives are made without. From JDK 24 on the JVM says so in lines of level
 * "error", on stdout; these options, in front of the program's own, have it say that on stderr. A tag that a JDK does not know
 * would keep it from starting. Whoever sets logging in the environment keeps it as it is.
 */
export function archiveOptions(feature: number, environment: Environment): readonly string[] {
  if (feature < 24 || VARIABLES.some((name) => environment[name]?.includes('-Xlog'))) return [];
  const tags = feature === 24 ? ['cds'] : feature === 25 ? ['aot', 'cds'] : ['aot'];
  return tags.flatMap((tag) => [`-Xlog:${tag}=off:stdout`, `-Xlog:${tag}=warning:stderr`]);
}
