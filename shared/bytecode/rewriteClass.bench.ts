/**
 * Reading every class of a JDK, and putting probes into every method: MB of class files per second.
 * Built and run by `npm run bench -- rewriteClass`; the JDK's classes are dumped first.
 */
import type { MethodId } from '../base/ids.ts';
import { FIRST_METHOD_ID } from '../base/ids.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import { readClass } from '../classfile/classReader.ts';
import { anyJdk } from '../testing/compileJava.ts';
import { allJrtClasses } from '../testing/jrtClasses.ts';
import type { ProbeTarget } from './probePackets.ts';
import { rewriteClass } from './rewriteClass.ts';

const ROUNDS = 4;

function rewriteEverything(model: ClassModel): number {
  const targets = new Map<number, ProbeTarget>();
  for (const { index } of model.methods) {
    targets.set(index, { methodId: (FIRST_METHOD_ID + 200 + index) as MethodId, root: false });
  }
  return rewriteClass(model, targets, { probeClass: 'java/lang/SluiceProbe' }).bytes.byteLength;
}

const classes = allJrtClasses(anyJdk().home).map(({ bytes }) => bytes);
const megabytes = classes.reduce((sum, { byteLength }) => sum + byteLength, 0) / 1e6;
console.log(`${classes.length} classes, ${megabytes.toFixed(0)} MB`);
let keptBytes = 0; // so that nothing is optimised away
for (const [what, work] of [
  ['read', (bytes: Uint8Array) => readClass(bytes).methods.length],
  ['read and rewrite every method', (bytes: Uint8Array) => rewriteEverything(readClass(bytes))],
] as const) {
  for (let round = 1; round <= ROUNDS; round++) {
    const startMs = performance.now();
    for (const bytes of classes) keptBytes += work(bytes);
    const ms = performance.now() - startMs;
    console.log(`${what}: ${ms.toFixed(0)} ms, ${((megabytes / ms) * 1000).toFixed(0)} MB/s`);
  }
}
if (keptBytes === 0) throw new Error('nothing was done');
