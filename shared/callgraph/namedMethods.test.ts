import { describe, expect, it } from 'vitest';
import { namedMethods, patternOf } from './namedMethods.ts';

/** Text in, candidates out, as patterns. */
const picture = (text: string): string => namedMethods(text).map(patternOf).join(' | ');

describe('a name alone', () => {
  it.each([
    ['com.acme.Shop::order', 'com.acme.Shop::order'],
    ['com.acme.Shop#order', 'com.acme.Shop::order'],
    ['com.acme.Shop#order(int, String)', 'com.acme.Shop::order(int,String)'],
    ['com.acme.Shop.order', 'com.acme.Shop::order'],
    ['com.acme.Shop.order()', 'com.acme.Shop::order()'],
    ['com/acme/Shop.order', 'com.acme.Shop::order'],
    ['com/acme/Shop/order', 'com.acme.Shop::order'],
    ['com.acme.Shop/order', 'com.acme.Shop::order'],
    ['Shop/order', 'Shop::order'],
    ['Shop.order', 'Shop::order'],
    ['JspServlet::serv', 'JspServlet::serv'],
    ['com.acme.Shop', 'com.acme.Shop'],
    ['com/acme/Shop', 'com.acme.Shop'],
    ['com/acme/Shop.java', 'com.acme.Shop'],
    ['Shop.class', 'Shop'],
    ['Shop', 'Shop'],
    ['com.acme.Shop.<init>', 'com.acme.Shop::<init>'],
    ['com.acme.Shop#<clinit>', 'com.acme.Shop::<clinit>'],
    ['java.base/java.util.ArrayList::add', 'java.util.ArrayList::add'],
    // An inner class by its binary name, and by its source name.
    ['com.acme.Shop$Cart.add', 'com.acme.Shop$Cart::add'],
    ['com.acme.Shop.Cart.add', 'com.acme.Shop.Cart::add'],
    // Small letters only: a class, or a method of one.
    ['acme.shop.order', 'acme.shop.order | acme.shop::order'],
    ['public void com.acme.Shop.order(int) throws java.io.IOException', 'com.acme.Shop::order(int)'],
    ['com.acme.Ladengeschäft.öffne', 'com.acme.Ladengeschäft::öffne'],
  ])('%s -> %s', (text, candidates) => expect(picture(text)).toBe(candidates));
});

describe("a frame of another tool's picture", () => {
  it.each([
    ['Shop.order (57)', 'Shop::order'],
    ['com.acme.Shop.order (line 57)', 'com.acme.Shop::order'],
    ['com/acme/Shop.order', 'com.acme.Shop::order'],
    ['com/acme/Shop.order_[j]', 'com.acme.Shop::order'],
    ['com/acme/Shop$Cart.<init>_[0]', 'com.acme.Shop$Cart::<init>'],
    ['com.acme.Shop.order ()', 'com.acme.Shop::order()'],
    ['com.acme.Shop.order(int) line: 57', 'com.acme.Shop::order(int)'],
    ['"com.acme.Shop.order"', 'com.acme.Shop::order'],
    ['[main tid=7] com/acme/Shop.order_[i]', 'com.acme.Shop::order'],
    [
      'java/lang/Thread.run;com/acme/Main.main;com/acme/Shop.order_[j] 12',
      'java.lang.Thread::run | com.acme.Main::main | com.acme.Shop::order',
    ],
  ])('%s -> %s', (text, candidates) => expect(picture(text)).toBe(candidates));
});

describe('a frame', () => {
  it.each([
    ['\tat com.acme.Shop.order(Shop.java:57)', 'com.acme.Shop::order'],
    ['at com.acme.Shop.order(Shop.java)', 'com.acme.Shop::order'],
    ['com.acme.Shop.order(Shop.java:57)', 'com.acme.Shop::order'],
    ['at java.base/java.util.ArrayList.forEach(ArrayList.java:1511)', 'java.util.ArrayList::forEach'],
    ['at java.base@17.0.1/java.lang.Object.wait(Native Method)', 'java.lang.Object::wait'],
    ['at app//com.acme.Shop.order(Shop.java:57)', 'com.acme.Shop::order'],
    ['at com.acme.Shop.<init>(Shop.java:12)', 'com.acme.Shop::<init>'],
    ['at com.acme.Shop$Cart$1.add(Shop.java:9)', 'com.acme.Shop$Cart$1::add'],
    ['at com.acme.Shop.lambda$order$0(Shop.java:58)', 'com.acme.Shop::lambda$order$0 | com.acme.Shop::order'],
    ['at com.acme.Shop.lambda$new$3(Shop.java:8)', 'com.acme.Shop::lambda$new$3 | com.acme.Shop::<init>'],
    ['at com.acme.Shop$$Lambda$14/0x0000000800c03000.run(Unknown Source)', ''],
    ['at com.acme.ShopKt.order(Shop.kt:3)', 'com.acme.ShopKt::order'],
    ['at com.acme.ShopTest.adds two items(ShopTest.kt:5)', 'com.acme.ShopTest::adds two items'],
    [
      'at com.acme.ShopKt.order$lambda$0(Shop.kt:4)',
      'com.acme.ShopKt::order$lambda$0 | com.acme.ShopKt::order',
    ],
    [
      'at com.acme.Shop$.$anonfun$order$1(Shop.scala:5)',
      'com.acme.Shop$::$anonfun$order$1 | com.acme.Shop$::order',
    ],
    ['at com.acme.Shop.order(Shop.java:57) ~[shop-1.0.jar:1.0]', 'com.acme.Shop::order'],
    [
      '2026-01-02 12:00:01,123 ERROR [main] c.a.Log - failed at com.acme.Shop.order(Shop.java:57)',
      'com.acme.Shop::order',
    ],
    ['    "com.acme.Shop.order(Shop.java:57)",', 'com.acme.Shop::order'],
    ['order:57, Shop (com.acme)', 'com.acme.Shop::order'],
  ])('%s -> %s', (text, candidates) => expect(picture(text)).toBe(candidates));
});

it('a trace gives its frames, each once, and nothing of its messages', () => {
  const trace = `Exception in thread "main" java.lang.IllegalStateException: com.acme.Rule::check failed
\tat com.acme.Shop.order(Shop.java:57)
\tat com.acme.Shop.order(Shop.java:61)
\tat com.acme.Main.main(Main.java:7)
Caused by: java.io.IOException: com.acme.Disk#read
\tat com.acme.Disk.read(Disk.java:3)
\t... 2 more`;
  expect(picture(trace)).toBe('com.acme.Shop::order | com.acme.Main::main | com.acme.Disk::read');
  expect(picture('Caused by: java.io.IOException: com.acme.Disk#read')).toBe('');
});

it("a thread dump of jstack gives its threads' frames", () => {
  const dump = `Full thread dump OpenJDK 64-Bit Server VM (17.0.1+12 mixed mode, sharing):

"main" #1 prio=5 os_prio=0 cpu=88.12ms elapsed=9.31s tid=0x00007f nid=0x2 waiting on condition  [0x00007f]
   java.lang.Thread.State: TIMED_WAITING (sleeping)
\tat java.lang.Thread.sleep(java.base@17.0.1/Native Method)
\tat com.acme.Shop.order(Shop.java:57)
\t- locked <0x000000070e8> (a java.lang.Object)

   Locked ownable synchronizers:
\t- None
"pool-1-thread-1" #12 daemon prio=5
\tat com.acme.Worker.run(Worker.java:11)
JNI global refs: 15, weak refs: 0`;
  expect(picture(dump)).toBe('java.lang.Thread::sleep | com.acme.Shop::order | com.acme.Worker::run');
});

it.each(['', '   ', 'com.acme.*', 're:com\\.acme', '!com.acme.Log', 'no method is here', '12:30', '...'])(
  'nothing is named by %j',
  (text) => expect(picture(text)).toBe(''),
);

it('a line of a million letters is read in time', () => {
  const begin = performance.now();
  expect(picture(`${'a.'.repeat(500_000)}(`)).toBe('');
  expect(picture('('.repeat(1_000_000))).toBe('');
  expect(performance.now() - begin).toBeLessThan(1_000);
});
