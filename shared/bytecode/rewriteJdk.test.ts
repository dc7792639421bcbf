// @module-tag slow
/**
 * A share of the JDK that is quick to go through: all of java.util. e2e/everyClass does the same with every class,
 * and asks the JVM's verifier.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteReader } from '../base/byteReader.ts';
import { SluiceError } from '../base/errors.ts';
import type { MethodId } from '../base/ids.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import { readClass } from '../classfile/classReader.ts';
import { writeClass } from '../classfile/classWriter.ts';
import { anyJdk } from '../testing/compileJava.ts';
import { originalCode } from '../testing/originalCode.ts';
import type { ProbeTarget } from './probePackets.ts';
import { rewriteClass } from './rewriteClass.ts';
import type { RewrittenClass } from './rewriteMethods.ts';

const classes = dumpJavaUtil();

function dumpJavaUtil(): Uint8Array[] {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-jrt-'));
  try {
    const file = join(directory, 'jrt.bin');
    const dumper = join(import.meta.dirname, '../../e2e/targets/DumpJrt.java');
    execFileSync(join(anyJdk().home, 'bin', 'java'), [dumper, file, 'java.base/java/util']);
    const reader = new ByteReader(readFileSync(file), 'DumpJrt');
    const found: Uint8Array[] = [];
    while (reader.remaining > 0) {
      reader.utf('module');
      reader.utf('path');
      found.push(new Uint8Array(reader.blob('class')));
    }
    return found;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function rewriteEveryMethod(model: ClassModel): RewrittenClass {
  const targets = new Map<number, ProbeTarget>();
  for (const { index } of model.methods) {
    targets.set(index, {
      methodId: (32700 + index) as MethodId,
      root: index % 3 === 0,
      counted: index % 5 === 1,
    });
  }
  return rewriteClass(model, targets, { probeClass: 'java/lang/SluiceProbe' });
}

test('every class of java.util is the same when written unchanged', () => {
  const noEdits = { constants: new Uint8Array(0), constantCount: 0, codeAttributes: new Map() };
  expect(classes.length).toBeGreaterThan(1000);
  const changed = classes.filter(
    (bytes) => Buffer.compare(writeClass(readClass(bytes), noEdits), bytes) !== 0,
  );
  expect(changed).toEqual([]);
});

test('every method of java.util is the original once its probes are taken out', () => {
  for (const bytes of classes) {
    const before = readClass(bytes);
    const { bytes: rewritten, refused } = rewriteEveryMethod(before);
    const kinds = refused.map(({ reason }) => reason.kind);
    expect(kinds.filter((kind) => !['abstract', 'native', 'emptyFinalizer'].includes(kind))).toEqual([]);
    const after = readClass(rewritten);
    for (const [i, method] of before.methods.entries()) {
      const original = originalCode(before, method, 'java/lang/SluiceProbe').join('\n');
      if (originalCode(after, after.methods[i], 'java/lang/SluiceProbe').join('\n') !== original) {
        expect.fail(`${method.what} is not the original`);
      }
    }
  }
});

test('whatever bytes are changed, rewriting ends at once and throws nothing but a SluiceError', () => {
  const small = classes.filter(({ byteLength }) => byteLength < 3000);
  const change = fc.tuple(fc.nat(), fc.nat(255));
  fc.assert(
    fc.property(
      fc.nat(small.length - 1),
      fc.array(change, { minLength: 1, maxLength: 6 }),
      (which, changes) => {
        const bytes = small[which].slice();
        for (const [at, value] of changes) bytes[at % bytes.byteLength] = value;
        const startMs = performance.now();
        try {
          readClass(rewriteEveryMethod(readClass(bytes)).bytes);
        } catch (error) {
          if (!(error instanceof SluiceError)) throw error;
        }
        expect(performance.now() - startMs).toBeLessThan(2000);
      },
    ),
    { numRuns: 10_000, seed: 25 },
  );
});
