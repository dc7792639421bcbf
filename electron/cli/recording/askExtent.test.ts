import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  compileJava,
  removeFolder,
  startJvm,
  TEST_JDKS,
  type TestJvm,
} from '../../engine/testing/javaFixture.ts';
import { main } from '../main.ts';
import { sluice } from '../testing/commandLine.ts';

/** More classes than are recorded without a question. */
const PARTS = 899;
const MANY = `
public class Many {
  static void work() { Part0.work(); }
${Array.from({ length: PARTS }, (_, i) => `  static class Part${i} { static void work() { } }`).join('\n')}
  public static void main(String[] args) throws Exception {
    for (int i = 0; i < ${PARTS}; i++) Class.forName("Many$Part" + i);
    System.out.println("ready");
    while (true) { work(); Thread.sleep(5); }
  }
}`;

interface Answered {
  readonly code: number;
  readonly lines: readonly string[];
}

/** The command of somebody at a terminal, who types this when asked; undefined: closes the input. */
async function typing(typed: readonly (string | undefined)[], ...args: readonly string[]): Promise<Answered> {
  const lines: string[] = [];
  const code = await main(args, {
    data: () => Promise.resolve(true),
    talk: (line) => void lines.push(line),
    progress: () => {},
    readLines(onLine, onEnd) {
      let open = true;
      queueMicrotask(() => {
        for (const line of typed) {
          if (!open) continue;
          if (line === undefined) onEnd?.();
          else onLine(line);
        }
      });
      return () => (open = false);
    },
  });
  return { code, lines };
}

describe('a recording that may become large', () => {
  const [java] = TEST_JDKS;
  let folder = '';
  let jvm: TestJvm;
  beforeAll(async () => {
    folder = compileJava('Many', MANY);
    jvm = await startJvm({ java, arguments: ['-cp', folder, 'Many'] });
  });
  afterAll(async () => {
    await jvm.stop();
    removeFolder(folder);
  });
  const file = (): string => join(folder, 'many.sluice');
  const asked = (...more: readonly string[]): readonly string[] => [
    ...['record', String(jvm.pid), '--root', 'Many::work', '-d', '200ms', '-o', file(), ...more],
  ];
  const onlyOf = async (): Promise<readonly string[]> => {
    const { out } = await sluice('report', file(), '--format', 'json');
    rmSync(file());
    return (JSON.parse(out) as { filter: { includes: readonly string[] } }).filter.includes;
  };
  const size = (): string =>
    `about 5,400 methods of ${PARTS + 1} loaded classes may get probes: (unnamed package) ${PARTS + 1} classes (${basename(folder)})`;

  it('goes on as asked where nobody can type, and says what else there is', async () => {
    const { code, err } = await sluice(...asked());
    expect(code, err).toBe(0);
    expect(err).toContain(
      `${size()}\nwarning: preparing may take 2 s, and a first call of the root may wait for up to 1 s. --only auto `,
    );
    expect(await onlyOf()).toEqual([]);
  });

  it.each([
    { key: '', only: ['*'], told: 'only your code: * (' },
    { key: 'b', only: ['*'], told: 'only your code and its borders: * (' },
    { key: 'E', only: ['**'], told: '' },
  ])('asks who sits at a terminal: "$key"', async ({ key, only, told }) => {
    const { code, lines } = await typing(['what?', key], ...asked());
    expect(code, lines.join('\n')).toBe(0);
    expect(lines).toContain(size());
    expect(lines).toContain('  m  only my code (--only auto); or Enter');
    expect(lines).toContain('m, b, e, q or Enter');
    expect(lines.join('\n')).toContain(told);
    expect(lines.join('\n')).not.toContain('--scheme'); // of own code that is large itself, lazily
    expect(await onlyOf()).toEqual(only);
  });

  it.each([{ typed: 'q' }, { typed: undefined }])('is given up: $typed', async ({ typed }) => {
    const { code, lines } = await typing([typed], ...asked());
    expect(code).toBe(130);
    expect(lines.at(-1)).toBe('given up: nothing was recorded, and no class was changed');
  });

  it("is not asked about where --only has chosen, were it '**'", async () => {
    const { code, err } = await sluice(...asked('--only', '**'));
    expect(code, err).toBe(0);
    expect(err).not.toContain('may get probes');
    expect(await onlyOf()).toEqual(['**']);
  });
});
