import { basename } from 'node:path';

/** Launchers of the JDK beside java. All of them hand what follows -J to their JVM. */
const TOOLS = new Set([
  ...['jar', 'jarsigner', 'javac', 'javadoc', 'javap', 'jdeprscan', 'jdeps', 'jimage', 'jlink', 'jmod'],
  ...['jpackage', 'jshell', 'jwebserver', 'keytool', 'rmiregistry', 'serialver'],
]);

/**
 * What a launcher of the JDK wants before an option of its JVM: "" is of java, "-J" of javac and its like, which do not read
 * JDK_JAVA_OPTIONS. (JAVA_TOOL_OPTIONS they do, as would each JVM that they start in turn.)
 * @returns null of any other command, which has no place for one
 */
export function jvmOptionPrefix(program: string): '' | '-J' | null {
  const name = basename(program).replace(/\.exe$/, '');
  if (name === 'java') return '';
  return TOOLS.has(name) ? '-J' : null;
}
