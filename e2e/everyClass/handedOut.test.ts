// @module-tag slow
/** Boot classes as a JVM hands them out at a retransformation: it has put them together again, before JDK 21 without frames. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ATTRIBUTE } from '../../shared/classfile/attributeNames.ts';
import { findAttribute, type ClassModel } from '../../shared/classfile/classModel.ts';
import { findJdks } from '../../shared/testing/compileJava.ts';
import { StoredZip } from '../../shared/testing/storedZip.ts';
import { JudgePrograms, readDump, writeDump } from './judgePrograms.ts';
import { ProbedClasses } from './probedClasses.ts';

/** From here on the JVM keeps the frames of classes that it does not verify (JDK-8228604): then it can verify them here. */
const FIRST_WITH_FRAMES = 21;
/** As is usual for boot classes; the judging programs verify all else. */
const WITHOUT_VERIFICATION = ['-XX:+UnlockDiagnosticVMOptions', '-XX:-BytecodeVerificationLocal'];

/** It takes five JVMs; on a busy machine 13 s. */
const TIMEOUT_MS = 120_000;

test.each(findJdks())(
  'boot classes that are retransformed to their probes do the same, JDK $major',
  (jdk) => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-boot-'));
    try {
      const programs = new JudgePrograms(jdk, folder);
      const agent = join(folder, 'agent.jar');
      const manifest = 'Manifest-Version: 1.0\nPremain-Class: HandedOut\nCan-Retransform-Classes: true\n\n';
      writeFileSync(agent, new StoredZip().add('META-INF/MANIFEST.MF', Buffer.from(manifest)).toBytes());
      const hasFrames = jdk.major >= FIRST_WITH_FRAMES;
      const flags = [
        '--patch-module',
        `java.base=${programs.stub}`,
        ...(hasFrames ? [] : WITHOUT_VERIFICATION),
      ];
      const run = (options: string): string =>
        programs.run('HandedOut', [...flags, `-javaagent:${agent}=${options}`], [], []);

      const taken = join(folder, 'taken.bin');
      const plain = run(`take,${taken}`);
      expect(plain).toContain('retransformed');
      const handedOut = readDump(taken);
      expect(handedOut.length).toBeGreaterThan(300);

      const probed = new ProbedClasses();
      const put = join(folder, 'put.bin');
      let withoutFrames = 0;
      writeDump(
        put,
        handedOut.map((each) => {
          const { model, probed: bytes } = probed.add(each.bytes);
          withoutFrames += methodsWithoutFrames(model);
          return { ...each, bytes };
        }),
      );
      expect([...probed.notSameUnchanged, ...probed.notSameWithoutProbes]).toEqual([]);
      if (hasFrames) expect(withoutFrames).toBe(0);
      else expect(withoutFrames).toBeGreaterThan(1000);

      const output = run(`put,${put}`);
      const resultOf = (text: string): string => /^result .*$/m.exec(text)?.[0] ?? text;
      expect(resultOf(output)).toBe(resultOf(plain));
      expect(output).toMatch(/^entries \d{5,}\nopen 0$/m);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  TIMEOUT_MS,
);

/** Methods with jumps or switches, which need frames, and no table of them. */
function methodsWithoutFrames(model: ClassModel): number {
  return model.methods.filter((method) => {
    const code = method.readCode();
    if (code === null || findAttribute(model.pool, code.attributes, ATTRIBUTE.stackMapTable)) return false;
    for (const at = code.instructions(); at.next();) if (at.operandKind === 'branch16') return true;
    return false;
  }).length;
}
