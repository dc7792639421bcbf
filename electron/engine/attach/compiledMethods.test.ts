import { expect, it } from 'vitest';
import { ensure } from '../../../shared/base/assert.ts';
import { compiledMethods, compiledMethodsIn } from './compiledMethods.ts';
import { readProcStatus, readStartTicks } from '../jvms/procStatus.ts';
import { compileJava, removeFolder, startJvm, TEST_JDKS, waitUntil } from '../testing/javaFixture.ts';

it('reads class, method and descriptor of each line', () => {
  const list = [
    '212 1 0 a.b.C$D.run(Ljava/lang/Object;I)V [0x00007f1950edb010, 0x00007f1950edb1a0 - 0x00007f1950edb270]',
    '222 4 0 Main.<init>()V [0x00007f1950edb310, 0x00007f1950edb480 - 0x00007f1950edb4a0]',
    'java.lang.IllegalArgumentException: Unknown diagnostic command',
    '',
  ].join('\n');
  expect([...compiledMethodsIn(list)]).toEqual(['a.b.C$D.run(Ljava/lang/Object;I)V', 'Main.<init>()V']);
});

const BUSY = `
public class Busy {
  static int sum;
  static int often(int i) { return i + sum; }
  static int never(int i) { return i - sum; }
  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 1_000_000; i++) sum += often(i);
    System.out.println("ready");
    while (System.in.read() >= 0) { }
  }
}`;

it.each(TEST_JDKS)('a JVM of JDK $feature tells what it compiled', async (java) => {
  const classes = compileJava('Busy', BUSY);
  const jvm = await startJvm({ java, arguments: ['-cp', classes, 'Busy'] });
  try {
    const { nsPid, euid, egid } = ensure(readProcStatus(jvm.pid), 'its status');
    const startTicks = ensure(readStartTicks(jvm.pid), 'its start');
    const target = { pid: jvm.pid, nsPid, euid, egid, startTicks };
    let compiled: ReadonlySet<string> = new Set();
    await waitUntil(async () => {
      compiled = await compiledMethods(target);
      return compiled.has('Busy.often(I)I');
    }, 'the compiler');
    expect(compiled).not.toContain('Busy.never(I)I');
  } finally {
    await jvm.stop();
    removeFolder(classes);
  }
});

it('nothing is known of a process that is gone', async () => {
  const target = { pid: 2 ** 22 + 1, nsPid: 2 ** 22 + 1, euid: 0, egid: 0, startTicks: 1 };
  expect(await compiledMethods(target)).toEqual(new Set());
});
