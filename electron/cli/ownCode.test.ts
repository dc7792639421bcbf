import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  compileJava,
  removeFolder,
  startJvm,
  TEST_JDKS,
  type TestJvm,
} from '../engine/testing/javaFixture.ts';
import { sluice } from './testing/commandLine.ts';

/** Its own code sorts, which calls it back. */
const SORTING = `
import java.util.*;
public class Sorting {
  static void order() { List<Integer> list = new ArrayList<>(List.of(3, 1, 2)); list.sort(Sorting::compare); }
  static int compare(int a, int b) { return a - b; }
  public static void main(String[] args) throws Exception {
    System.out.println("ready");
    while (true) { order(); Thread.sleep(5); }
  }
}`;

describe.each(TEST_JDKS)('JDK $feature: --only auto', (java) => {
  let folder = '';
  let jvm: TestJvm;
  beforeAll(async () => {
    folder = compileJava('Sorting', SORTING);
    jvm = await startJvm({ java, arguments: ['-cp', folder, 'Sorting'] });
  });
  afterAll(async () => {
    await jvm.stop();
    removeFolder(folder);
  });

  it('is the own packages of the class path, which the command line names and the recording has', async () => {
    const file = join(folder, 'sorting.sluice');
    const asked = [
      'record',
      String(jvm.pid),
      '--root',
      'Sorting::order',
      '--only',
      'auto',
      '-d',
      '1s',
      '-o',
      file,
    ];
    const recorded = await sluice(...asked);
    expect(recorded.code, recorded.err).toBe(0);
    expect(recorded.err).toContain(`only your code: * (folder ${folder})\n`);
    const { out } = await sluice('report', file, '--format', 'json');
    const { filter, methods } = JSON.parse(out) as {
      filter: { includes: readonly string[] };
      methods: readonly { method: string }[];
    };
    expect(filter.includes).toEqual(['*']);
    expect(methods.map(({ method }) => method)).toContain('compare');
  });

  it('is for preview, too', async () => {
    const { err, code } = await sluice(
      'preview',
      String(jvm.pid),
      '--root',
      'Sorting::order',
      '--only',
      'auto',
    );
    expect(code, err).toBe(0);
    expect(err).toContain('only your code: * (');
  });
});
