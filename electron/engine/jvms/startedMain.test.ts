import { expect, it } from 'vitest';
import { startedMain, startedMainOf } from './startedMain.ts';

it.each([
  ['com.acme.Shop --port 80', 'com.acme.Shop'],
  ['/opt/shop/shop.jar start', 'shop.jar'],
  ['jdk.compiler/com.sun.tools.javac.launcher.Main /opt/Shop.java a b', 'Shop.java'],
  ['jdk.compiler/com.sun.tools.javac.launcher.SourceLauncher Shop.java', 'Shop.java'],
  ['com.sun.tools.javac.Main Shop.java', 'com.sun.tools.javac.Main'],
  ['', ''],
])('names what "%s" runs: "%s"', (command, main) => {
  expect(startedMainOf(command, '')).toBe(main);
});

it('takes a source file in a folder with spaces from the command, where it is one argument', () => {
  const told = 'jdk.compiler/com.sun.tools.javac.launcher.Main /opt/my shop/Shop.java';
  expect(startedMainOf(told, '/opt/my shop/Shop.java')).toBe('Shop.java');
});

it('names a file of a command by its name alone', () => {
  expect(['/opt/my shop/the shop.jar', 'src/Shop.java', 'com.acme.Shop'].map(startedMain)).toEqual([
    'the shop.jar',
    'Shop.java',
    'com.acme.Shop',
  ]);
});
