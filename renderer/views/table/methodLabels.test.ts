import { expect, test } from 'vitest';
import { methodLabel, MethodLabels } from './methodLabels.ts';

function parts(className: string, name: string, descriptor: string): string {
  const label = methodLabel({ className, name, descriptor });
  return [label.keyword, label.packages, label.className, label.method, label.parameters].join('|');
}

test('a method is cut into the parts that are drawn differently', () => {
  expect(parts('org.acme.Host$1', 'invoke', '(I[Ljava/lang/String;)V')).toBe(
    '|o.a.|Host$1|invoke|(int, String[])',
  );
  expect(parts('org.acme.Host', '<init>', '(J)V')).toBe('new |o.a.|Host||(long)');
  expect(parts('Main', '<clinit>', '()V')).toBe('||Main|<clinit>|');
  expect(parts('', 'other', '')).toBe('||(hidden)||'); // what stands for hidden nodes
});

test('a name that tries to look like another one is shown escaped', () => {
  const label = methodLabel({ className: 'a.\u202eB', name: 'x\n', descriptor: '()V' });
  expect(label.long).toBe('a.\\u202eB.x\\u000a()');
  expect(`${label.className}.${label.method}`).toBe('\\u202eB.x\\u000a');
});

test('packages are written out where the user wants that, and what is hidden is told from a method', () => {
  const method = { className: 'org.apache.Main', name: 'run', descriptor: '()V' };
  expect(methodLabel(method, true).packages).toBe('org.apache.');
  expect(methodLabel(method).packages).toBe('o.a.');
  expect([methodLabel(method).isHidden, methodLabel({ ...method, className: '' }).isHidden]).toEqual([
    undefined,
    true,
  ]);
});

test('a thread has its whole name, whatever is in it', () => {
  const title = 'http-nio-127.0.0.1-8080-exec-8';
  expect(new MethodLabels(new Map(), false, true).of({ method: 0, title }).className).toBe(title);
  expect(new MethodLabels(new Map()).of({ method: 0, title: 'com.acme.Shop' }).className).toBe('Shop');
});
