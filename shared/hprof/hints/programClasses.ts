import type { HeapDump } from '../heapDump.ts';

/** Of the JDK and of Sluice's agent, by their names: a program leaks what is its own, or what its own hold. Loaders say less: agents append to that of the JDK. */
const OF_OTHERS = /^(sluice\.agent|java|javax|jdk|sun|com\.sun|org\.(w3c|xml|ietf)|netscape)\./;
const PRIMITIVE_ARRAY = /^(boolean|byte|char|double|float|int|long|short)\[/;

/** class number -> 1: it is the program's, or an array of such. */
export function programClasses({ graph }: HeapDump): Uint8Array {
  return Uint8Array.from(graph.classes.all, ({ name }) =>
    OF_OTHERS.test(name) || PRIMITIVE_ARRAY.test(name) ? 0 : 1,
  );
}
