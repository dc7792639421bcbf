import { basename } from 'node:path';

/** Runs a source file (JEP 330, 458): jdk.compiler/com.sun.tools.javac.launcher.Main, or SourceLauncher. */
const SOURCE_LAUNCHER = /(^|\/)com\.sun\.tools\.javac\.launcher\.\w+$/;

/**
 * What a JVM runs, for the reader: its main class, the name of its jar, or that of the source file of `java Shop.java`.
 * @param main   of its command
 * @param source its first argument; "" for none
 */
export function startedMain(main: string, source: string): string {
  if (SOURCE_LAUNCHER.test(main) && source !== '') return basename(source);
  return main.endsWith('.jar') ? basename(main) : main;
}

/** The same of what the JVM tells, main and arguments in one text (sun.rt.javaCommand). */
export function startedMainOf(javaCommand: string): string {
  const [main, source = ''] = javaCommand.split(' ', 2);
  return startedMain(main, source);
}
