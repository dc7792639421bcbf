import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compileJava, removeFolder, startJvm, TEST_JDKS } from '../../engine/testing/javaFixture.ts';
import { sluice } from '../testing/commandLine.ts';

/** 1,000 carts are held and 500 are garbage. */
const HOLDER = `
public class Holder {
  static class Cart { int a; }
  static Cart[] held = new Cart[1000];
  static int sum;
  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 1500; i++) { Cart cart = new Cart(); sum += cart.hashCode(); if (i < 1000) held[i] = cart; }
    System.out.println("ready");
    while (System.in.read() >= 0) { }
  }
}`;

it.each(TEST_JDKS)('JDK $feature: objects by class, shown, saved, reported, compared', async (java) => {
  const classes = compileJava('Holder', HOLDER);
  const jvm = await startJvm({ java, arguments: ['-Xint', '-cp', classes, 'Holder'] });
  const heap = (...args: string[]): ReturnType<typeof sluice> => sluice('heap', String(jvm.pid), ...args);
  try {
    const all = await heap('--all', '--filter', 'Holder$Cart', '--format', 'json');
    expect(all.out).toMatch(/"class":"Holder\$Cart","module":"","objects":1500,"bytes":\d+/);
    const live = await heap('--filter', 'Holder$Cart', '--format', 'json');
    expect(live.out).toMatch(/"class":"Holder\$Cart","module":"","liveObjects":1000,"liveBytes":\d+/);
    expect((await heap()).out).toMatch(/Live Objects +Live Bytes +Class[\s\S]* byte\[\] +java\.base/);
    const file = join(classes, 'heap.sluice');
    expect(await heap('-o', file)).toMatchObject({ code: 0, out: '' });
    const { out } = await sluice('report', file, '--view', 'histogram', '--filter', 'Holder$Cart');
    expect(out).toMatch(/1,000 .* Holder\$Cart/);
    expect(await sluice('diff', file, file, '--view', 'histogram')).toMatchObject({ code: 0 });
    expect(await heap('--view', 'flame')).toMatchObject({ code: 2 });
  } finally {
    await jvm.stop();
    removeFolder(classes);
  }
});
