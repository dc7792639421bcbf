import { basename } from 'node:path';

/** Runs a source file (JEP 330, 458): jdk.compiler/com.sun.tools.javac.launcher.Main, or SourceLauncher. */
const SOURCE_LAUNCHER = /(^|\/)com\.sun\.tools\.javac\.launcher\.\w+$/;
/** Of a command, what is named by its path: `-jar target/shop.jar`, `src/Shop.java`. */
const FILE = /\.(jar|java)$/;

/** What a command runs, for the reader: its main class, or the name of its jar or source file. @param main of a command of java */
export function startedMain(main: string): string {
  return FILE.test(main) ? basename(main) : main;
}

/**
 * The same of what the JVM tells, main and arguments in one text (sun.rt.javaCommand); "" where it tells nothing.
 * @param main of the command as the system has it, where a path with spaces is one argument; "" where it is not known
 */
export function startedMainOf(javaCommand: string, main: string): string {
  const [told, source = ''] = javaCommand.split(' ', 2);
  return startedMain(SOURCE_LAUNCHER.test(told) ? main || source : told);
}
