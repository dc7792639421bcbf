import { expect, it } from 'vitest';
import { startedMain, startedMainOf } from './startedMain.ts';

it.each([
  ['com.acme.Shop --port 80', 'com.acme.Shop'],
  ['/opt/shop/shop.jar start', 'shop.jar'],
  ['jdk.compiler/com.sun.tools.javac.launcher.Main /work/Shop.java a b', 'Shop.java'],
  ['jdk.compiler/com.sun.tools.javac.launcher.SourceLauncher Shop.java', 'Shop.java'],
  ['com.sun.tools.javac.Main Shop.java', 'com.sun.tools.javac.Main'],
  ['', ''],
])('names what "%s" runs: "%s"', (command, main) => {
  expect(startedMainOf(command)).toBe(main);
});

it('keeps a jar whose path has spaces whole', () => {
  expect(startedMain('/opt/my shop/the shop.jar', '')).toBe('the shop.jar');
});
