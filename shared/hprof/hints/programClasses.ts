import type { HeapClass } from '../dumpClasses.ts';
import type { HeapDump } from '../heapDump.ts';

/** Of the JDK, whichever loader has them: what a program leaks is its own, or is held by its own. */
const OF_THE_JDK = /^(java|javax|jdk|sun|com\.sun)\./;
const ELEMENT = /^[^[]*/;

/** class number -> 1: it is the program's, or an array of such. */
export function programClasses({ graph }: HeapDump): Uint8Array {
  const isProgram = Uint8Array.from(graph.classes.all, (each) => (isProgramClass(each) ? 1 : 0));
  return isProgram;
}

function isProgramClass({ name, dump }: HeapClass): boolean {
  if (dump === null || dump.loaderId === 0) return false; // an array has the loader of its elements
  return !OF_THE_JDK.test(ELEMENT.exec(name)?.[0] ?? name);
}
