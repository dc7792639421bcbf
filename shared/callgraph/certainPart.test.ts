import { expect, it } from 'vitest';
import { readClass } from '../classfile/classReader.ts';
import { OP } from '../classfile/opcodes.ts';
import { compileJava } from '../testing/compileJava.ts';
import { CertainPart } from './certainPart.ts';

const BODIES = {
  'a(); if (x) b(); c();': 'a c',
  'if (x) a(); else b(); c();': 'c',
  'for (int i = 0; i < 3; i++) a(); b();': 'b',
  'do a(); while (x); b();': 'a b',
  'a(); if (x) return; b();': 'a',
  'switch (n) { case 1: a(); break; case 70: b(); } c();': 'c',
  'try { a(); } catch (RuntimeException e) { b(); } c();': 'a c',
  'try { a(); } finally { b(); } c();': 'a b c',
  'a(); if (x) throw new Error(); b();': 'a b',
  'for (;;) { a(); if (x) break; b(); } c();': 'a c',
};

const bodies = Object.keys(BODIES);
const files = compileJava({
  'Main.java': `class Main {
    static boolean x; static int n;
    static void a() { } static void b() { } static void c() { }
    ${bodies.map((body, i) => `static void body${i}() { ${body} }`).join('\n')}
  }`,
});

function certainCalls(name: string): string {
  const model = readClass(files.get('Main') ?? new Uint8Array());
  const code = model.methods.find((method) => method.name === name)?.readCode();
  if (!code) throw new Error(`no code of ${name}`);
  const part = new CertainPart();
  const certain = new Set<string>();
  for (const at = code.instructions(); at.next();) {
    part.pass(at);
    if (part.isCertain && at.opcode === OP.invokestatic) {
      certain.add(model.pool.memberRef(at.constantIndex).name);
    }
  }
  return [...certain].join(' ');
}

it.each(Object.entries(BODIES))('of %s calls are certain: %s', (body, certain) => {
  expect(certainCalls(`body${bodies.indexOf(body)}`)).toBe(certain);
});
