import { existsSync, rmSync } from 'node:fs';
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

/** Carts that two methods put into one map, and one that takes away what it has made. */
const SHOP = `
import java.util.*;
public class Shop {
  static class Cart { final byte[] items = new byte[100]; }
  static final Map<Integer, Cart> carts = new HashMap<>();
  static void order() { open(); reorder(); browse(); }
  static void open() { put(); }
  static void reorder() { put(); put(); put(); }
  static void put() { carts.put(carts.size(), new Cart()); }
  static void browse() { new Cart().items[0]++; }
  public static void main(String[] args) throws Exception {
    System.out.println("ready");
    while (true) { order(); Thread.sleep(5); }
  }
}`;

type Row = Record<string, string | number>;

describe.each(TEST_JDKS)(
  'JDK $feature: a heap dump and the recording that went on meanwhile',
  { tags: 'slow' },
  (java) => {
    let folder = '';
    let jvm: TestJvm;
    const file = (name: string): string => join(folder, name);
    const record = (name: string, ...args: string[]): ReturnType<typeof sluice> =>
      recordFor(1, name, ...args);
    const recordFor = (seconds: number, name: string, ...args: string[]): ReturnType<typeof sluice> =>
      sluice(
        ...[
          'record',
          String(jvm.pid),
          '--root',
          'Shop::order',
          '--duration',
          `${seconds}s`,
          '--clock',
          'none',
        ],
        ...['--metrics', 'calls,objects', '--live', 'Shop*', '-o', file(`${name}.sluice`), ...args],
      );
    const rowsOf = async (...args: string[]): Promise<Row[]> => {
      const { out, err } = await sluice(...args, '--format', 'json');
      expect(out, err).not.toBe('');
      return (JSON.parse(out) as { rows: Row[] }).rows;
    };
    const heap = (...args: string[]): Promise<Row[]> =>
      rowsOf('heap', file('shop.hprof'), '--recording', file('shop.sluice'), ...args);

    beforeAll(async () => {
      folder = compileJava('Shop', SHOP);
      jvm = await startJvm({ java, arguments: ['-Xmx200m', '-cp', folder, 'Shop'] });
      let err = '';
      // Under load a second may end before the code is swapped in.
      for (let seconds = 1; !/ tells where /.test(err) && seconds < 60; seconds *= 2) {
        rmSync(file('shop.hprof'), { force: true });
        const recorded = await recordFor(seconds, 'shop', '--heap-dump', file('shop.hprof'));
        err = recorded.err;
        expect(recorded.code, err).toBe(0);
      }
      expect(err).toMatch(/dumping the heap of \d+: [^]*dumped [^]*saved .*shop\.sluice: [^]* leak hints?: /);
    });
    afterAll(async () => {
      await jvm.stop();
      removeFolder(folder);
    });

    it('tell of each context what of it fills the heap, who called it, and what holds it', async () => {
      const rows = await heap('--view', 'made', '--class', 'Shop$Cart');
      const by = (caller: string): Row | undefined =>
        rows.find((row) => String(row.by).startsWith(`Shop.put():9 < Shop.${caller}() < Shop.order()`));
      const [open, reorder] = [by('open'), by('reorder')];
      expect(rows).toHaveLength(2); // of browse none is left
      // The dump may fall into an order, after some of its four carts.
      const ofOpen = 3 * Number(open?.objects);
      expect(reorder?.objects).toBeGreaterThanOrEqual(ofOpen - 3);
      expect(reorder?.objects).toBeLessThanOrEqual(ofOpen);
      expect(open).toMatchObject({
        made: 'Shop$Cart',
        bytes: 16 * Number(open?.objects),
        retainedBytes: (16 + 120) * Number(open?.objects), // with its items, which it holds alone
        path: expect.stringMatching(
          /^class Shop \(class of the program\) > static carts: java\.util\.HashMap > .*value: Shop\$Cart$/,
        ) as unknown,
      });
      const [live] = await rowsOf('report', file('shop.sluice'), '--view', 'live', '--filter', 'Cart');
      expect(live.liveObjects).toBe(Number(open?.objects) + Number(reorder?.objects));
    });

    it('lead from a method to the paths that hold what it has made', async () => {
      const made = await heap('--view', 'made', '--made-by', 'Shop::reorder');
      expect(made).toHaveLength(1);
      const paths = await heap('--view', 'paths', '--made-by', 'Shop::reorder');
      expect(paths[0]).toMatchObject({ step: 'class Shop', objects: made[0].objects });
      expect(paths.at(-1)?.step).toBe(`value: Shop$Cart ×${made[0].objects}`);
    });

    it('have a hint with both ways, which stays in the recording', async () => {
      const [inDump] = await heap('--view', 'suspects', '--filter', 'Shop$Cart');
      const [saved] = await rowsOf(
        'report',
        file('shop.sluice'),
        '--view',
        'suspects',
        '--filter',
        'Shop$Cart',
      );
      for (const hint of [inDump, saved])
        expect(hint).toMatchObject({
          ...{
            kind: 'collection',
            what: 'Shop$Cart',
            madeBy: 'Shop.put():9 < Shop.reorder() < Shop.order()',
          },
          path: 'class Shop (class of the program) > static carts: java.util.HashMap',
        });
    });

    it('are not taken for each other: a recording of another time is refused', async () => {
      let live = '';
      for (let seconds = 1; !live.includes('Shop$Cart') && seconds < 60; seconds *= 2) {
        expect(await recordFor(seconds, 'later')).toMatchObject({ code: 0 });
        live = (await sluice('report', file('later.sluice'), '--view', 'live')).out;
      }
      const { code, err } = await sluice('heap', file('shop.hprof'), '--recording', file('later.sluice'));
      expect(code).toBe(2);
      expect(err).toMatch(/followed none of the \d+ objects that were followed when the heap dump was made/);
    });

    it.each([
      [['--view', 'made'], /--view made: a heap dump alone does not tell who has made its objects/],
      [['--made-by', 'Shop::open'], /--made-by: a heap dump alone does not tell/],
      [
        ['--recording', 'shop.sluice', '--made-by', 'Shop::open'],
        /--made-by says nothing of --view histogram/,
      ],
      [
        ['--recording', 'shop.sluice', '--view', 'made', '--made-by', 'Shop::browse'],
        /was made by Shop::browse, or below it/,
      ],
      [['--recording', 'none.sluice', '--view', 'made'], /none\.sluice could not be read/],
    ])('sluice heap %j is told what is wrong', async (args, says) => {
      const named = args.map((arg) => (arg.endsWith('.sluice') ? file(arg) : arg));
      const { err } = await sluice('heap', file('shop.hprof'), ...named);
      expect(err).toMatch(says);
    });

    it('no dump is made for a recording that follows nothing, or where it could not be written', async () => {
      const args = [
        'record',
        String(jvm.pid),
        '--root',
        'Shop::order',
        '-o',
        file('x.sluice'),
        '--heap-dump',
      ];
      expect((await sluice(...args, file('x.hprof'))).err).toMatch(/--heap-dump without --live/);
      expect((await record('x', '--heap-dump', file('x.txt'))).err).toMatch(/does not end in \.hprof/);
      expect((await record('x', '--heap-dump', file('shop.hprof'))).err).toMatch(/it is there already/);
      expect(existsSync(file('x.sluice'))).toBe(false);
    });
  },
);
