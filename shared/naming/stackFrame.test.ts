import { expect, it } from 'vitest';
import { frameMethod } from './stackFrame.ts';

it.each([
  ['demo.Cart.add(Cart.java:12)', 'demo.Cart', 'add', 12],
  ['java.lang.Object.wait(java.base@17.0.15/Native Method)', 'java.lang.Object', 'wait', 0],
  ['java.base@17.0.15/java.lang.Thread.run(Thread.java:840)', 'java.lang.Thread', 'run', 840],
  ['app//demo.Cart.<init>(Cart.java:3)', 'demo.Cart', '<init>', 3],
  ['demo.Cart.lambda$add$0(Cart.java:14)', 'demo.Cart', 'lambda$add$0', 14],
  ['demo.Cart.add', 'demo.Cart', 'add', 0],
  ['Main.main(Unknown Source)', 'Main', 'main', 0],
])('%s is %s.%s', (frame, className, name, line) => {
  expect(frameMethod(frame)).toEqual({ className, name, line });
});

it.each(['', 'no method', 'demo.Cart$$Lambda/0x00007f3c.run(Unknown Source)', 'Cart.(Cart.java:1)', '(:1)'])(
  '%j names no method that anybody wrote',
  (frame) => {
    expect(frameMethod(frame)).toBeNull();
  },
);
