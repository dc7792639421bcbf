import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensure } from '../../../shared/base/assert.ts';
import {
  compileJava,
  removeFolder,
  startJvm,
  TEST_JDKS,
  waitUntil,
  type TestJvm,
} from '../../engine/testing/javaFixture.ts';
import { main } from '../main.ts';
import { sluice } from './commandLine.ts';

/** Each line of its input is one order; `x` ends it. */
const SHOP = `
public class Shop {
  public static void main(String[] args) throws Exception {
    System.out.println("ready");
    for (int c = System.in.read(); c >= 0; c = System.in.read()) {
      if (c == 'o') { order(3); System.out.println("ordered"); }
      if (c == 'x') System.exit(0);
    }
  }
  static int order(int n) { return pick(n) + pick(n) + pack(n); }
  static int pick(int n) { return n == 0 ? 0 : 1 + pick(n - 1); }
  static int pack(int n) { return n; }
}`;
const ORDERS = 5;

/** A recording under way, and what was said of it. */
export interface ShopRecording {
  readonly jvm: TestJvm;
  readonly file: string;
  readonly told: readonly string[];
  readonly type: (line: string) => void;
  /** With its exit code. */
  readonly ended: Promise<number>;
}

/** Programs that take orders, recorded by command lines of this process; and a folder for what comes of it. */
export class RecordedShops {
  readonly folder = mkdtempSync(join(tmpdir(), 'sluice-test-'));
  readonly classes = compileJava('Shop', SHOP);
  readonly java = ensure(TEST_JDKS.at(-1), 'a JDK');
  readonly #jvms: TestJvm[] = [];

  async start(): Promise<TestJvm> {
    const jvm = await startJvm({ java: this.java, arguments: ['-cp', this.classes, 'Shop'] });
    this.#jvms.push(jvm);
    return jvm;
  }

  /** A program of its own is recorded while it takes ORDERS orders. @param place options of which engine is meant */
  async record(
    name: string,
    place: readonly string[],
    options: readonly string[] = [],
  ): Promise<ShopRecording> {
    const file = join(this.folder, `${name}.sluice`);
    const jvm = await this.start();
    const told: string[] = [];
    let type = (_: string): void => {};
    const command = ['record', String(jvm.pid), '--root', 'Shop::order', '--clock', 'none', ...options];
    const ended = main([...place, ...command, '-o', file], {
      data: async () => true,
      talk: (line) => void told.push(line),
      progress: () => {},
      readLines: (onLine) => {
        type = onLine;
        return () => {};
      },
    });
    await waitUntil(() => told.some((line) => line.startsWith('recording')), 'the recording');
    for (let i = 1; i <= ORDERS; i++) {
      jvm.process.stdin?.write('o');
      await waitUntil(() => jvm.output().split('ordered').length > i, 'an order');
    }
    return { jvm, file, told, type: (line) => type(line), ended };
  }

  async remove(): Promise<void> {
    for (const jvm of this.#jvms) await jvm.stop();
    removeFolder(this.classes);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** What a view counts, without what each run takes anew: times, and all that is about the run as such. */
export async function countsOf(file: string, view: string): Promise<unknown> {
  const { out } = await sluice('report', file, '--view', view, '--format', 'json');
  return JSON.parse(
    JSON.stringify(JSON.parse(out), (key, value: unknown) =>
      /Ns$|Ms$|At$|^(recording|notes|file|overhead|timeline|calibration|pid)$/.test(key) ? undefined : value,
    ),
  );
}
