import { eachTarget, type HeapDump } from '../heapDump.ts';
import { MOST_OF_A_KIND, type Hint } from './hint.ts';

const ENTRY = 'java.lang.ThreadLocal$ThreadLocalMap$Entry';
/** Below a value of a class of the JDK so many objects are looked at for one of the program. */
const MOST_LOOKED_AT = 64;

/**
 * What threads hold by ThreadLocals and never let go while they live, as those of a pool do: by the class of the program that it is.
 * The variable itself is referred to weakly: its path is that of the thread.
 */
export async function threadLocalHints(dump: HeapDump, isProgram: Uint8Array): Promise<Hint[]> {
  const { graph } = dump;
  const { tree, bytes } = await dump.retained();
  const entries = dump.objectsOf(({ name }) => name === ENTRY);
  const byClass = new Map<number, { object: number; objects: number; retainedBytes: number }>();
  for (const entry of entries) {
    if (tree.placeOf[entry] === 0) continue;
    eachTarget(graph, entry, (value) => {
      const place = tree.placeOf[value];
      const owner = place === 0 ? -1 : programClassIn(dump, value, isProgram);
      if (owner < 0) return;
      const before = byClass.get(owner);
      if (before === undefined)
        byClass.set(owner, { object: value, objects: 1, retainedBytes: bytes[place] });
      else {
        before.objects++;
        before.retainedBytes += bytes[place];
      }
    });
  }
  return [...byClass]
    .map(([number, hint]): Hint => ({ kind: 'thread local', what: graph.classes.all[number].name, ...hint }))
    .sort((a, b) => b.retainedBytes - a.retainedBytes)
    .slice(0, MOST_OF_A_KIND);
}

/** Its own class, or that of the first object of the program that is found in it; -1: none. */
function programClassIn({ graph }: HeapDump, value: number, isProgram: Uint8Array): number {
  const met = [value];
  for (let at = 0; at < met.length && at < MOST_LOOKED_AT; at++) {
    const number = graph.classOf[met[at]];
    if (isProgram[number] === 1) return number;
    if (number === graph.classes.javaLangClass.number) continue; // it leads to the whole program
    eachTarget(graph, met[at], (target) => {
      if (met.length < MOST_LOOKED_AT && !met.includes(target)) met.push(target);
    });
  }
  return -1;
}
