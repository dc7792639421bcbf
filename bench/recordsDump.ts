import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dumpHeap } from '../electron/engine/heapDump/dumpHeap.ts';
import { startJvm, TEST_JDKS } from '../electron/engine/testing/javaFixture.ts';
import { ensure } from '../shared/base/assert.ts';

/** With six objects each: ten million. */
const RECORDS = 1_650_000;

const SOURCE = `
import java.util.*;
public class Records {
  static class Record { long id; Object key; Object before; Record(long i, Object k, Object b) { id = i; key = k; before = b; } }
  static final Map<Object, Record> all = new HashMap<>();
  public static void main(String[] args) throws Exception {
    int texts = Integer.parseInt(args[0]);
    Record last = null;
    for (int i = 0; i < ${RECORDS}; i++) {
      Object content = texts == 0 ? (Object) (i + 1000) : new byte[texts];
      String key = "record " + i; all.put(key, last = new Record(i, new Object[] { content }, last));
    }
    last = null;
    System.out.println("ready");
    while (System.in.read() >= 0) { }
  }
}`;

/**
 * Has a JVM dump a heap of ten million objects: records in a HashMap, each of which refers to the one before, so that a path is 1.65
 * million objects long.
 * @param contentBytes of an array that each record has; 0: it has a number
 * @returns feature of the JDK and ms
 */
export async function dumpRecords(
  folder: string,
  file: string,
  contentBytes: number,
): Promise<{ feature: number; ms: number }> {
  const java = ensure(TEST_JDKS.at(-1), 'a JDK');
  writeFileSync(join(folder, 'Records.java'), SOURCE);
  execFileSync(join(java.home, 'bin/javac'), ['-d', folder, join(folder, 'Records.java')]);
  const jvm = await startJvm({
    java,
    arguments: ['-Xmx2g', '-cp', folder, 'Records', String(contentBytes)],
  });
  try {
    const startMs = performance.now();
    const dump = await dumpHeap(jvm.pid, file, true, null);
    dump.linkTo(file);
    dump.remove();
    return { feature: java.feature, ms: performance.now() - startMs };
  } finally {
    await jvm.stop();
  }
}
