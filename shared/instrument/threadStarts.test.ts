// @module-tag slow
import { describe, expect, it } from 'vitest';
import type { ClassModel } from '../classfile/classModel.ts';
import { readClass } from '../classfile/classReader.ts';
import { disassemble } from '../classfile/disassemble.ts';
import { compileJava, findJdks } from '../testing/compileJava.ts';
import { withCalls } from '../testing/hookedClass.ts';
import { jrtClasses } from '../testing/jrtClasses.ts';
import { THREAD_STARTS } from './threadStarts.ts';

const hooked = (model: ClassModel): Uint8Array | null => withCalls(model, THREAD_STARTS.calls(model));

const STARTING = 'invokestatic java/lang/SluiceProbe.starting(Ljava/lang/Thread;)V';

/** Methods as text without the offsets, which shift; the method that changed as `name: the two instructions, what follows`. */
function changes(before: ClassModel, bytes: Uint8Array): string[] {
  const after = readClass(bytes);
  return after.methods.flatMap((method, i) => {
    const lines = instructions(after, i);
    const at = lines.indexOf(STARTING);
    const without = at < 0 ? lines : [...lines.slice(0, at - 1), ...lines.slice(at + 1)];
    expect(without).toEqual(instructions(before, i));
    return at < 0 ? [] : [`${method.name}${method.descriptor}: ${lines.slice(at - 1, at + 2).join(', ')}`];
  });
}

function instructions(model: ClassModel, index: number): string[] {
  return disassemble(model, model.methods[index])
    .filter((line) => /^\d+: /.test(line))
    .map((line) => line.replace(/^\d+: /, '').replace(/^((?:if\w*|goto)) \d+$/, '$1'));
}

describe.each(findJdks())('JDK $major', ({ home, major }) => {
  it('tells of each start right before its last step, and is else as it was', () => {
    const classes = jrtClasses(home, 'java.base/java/lang', THREAD_STARTS.classNames);
    const found = classes.map((model) => {
      const told = hooked(model);
      return told === null ? [] : changes(model, told);
    });
    const here = `aload_0, ${STARTING}`;
    const start = `start()V: ${here}, invokevirtual java/lang/Thread.start0()V`;
    const container = 'Ljdk/internal/vm/ThreadContainer;';
    const inherit = (owner: string): string =>
      `start(${container})V: ${here}, invokevirtual java/lang/${owner}.inheritScopedValueBindings(${container})V`;
    expect(found).toEqual(major < 21 ? [[start]] : [[start, inherit('Thread')], [inherit('VirtualThread')]]);
  });
});

describe('a class that starts threads', () => {
  it('in another way is left alone', () => {
    const bytes = compileJava({ 'A.java': 'class A { void start() { run(); } void run() { } }' }).get('A');
    expect(hooked(readClass(bytes!))).toBeNull();
  });

  it('keeps frames, handlers and lines in their places', () => {
    const source = `class A {
      boolean started;
      void start() {
        if (started) throw new IllegalStateException();
        try { start0(); } finally { started = true; }
      }
      native void start0();
    }`;
    const model = readClass(compileJava({ 'A.java': source }).get('A')!);
    const told = readClass(hooked(model)!);
    const text = (of: ClassModel): string[] =>
      disassemble(of, of.methods[1]).filter((line) => /^(stack|catch|frame|line)/.test(line));
    expect(text(model)).toEqual([
      'stack 2, locals 2',
      'catch 15..19 -> 27 any',
      'frame 15: same',
      'frame 27: same [java/lang/Throwable]',
      'frame 35: same',
      ...['line 0: 4', 'line 15: 5', 'line 35: 6'],
    ]);
    expect(text(told)).toEqual([
      'stack 3, locals 2',
      'catch 15..23 -> 31 any',
      'frame 15: same',
      'frame 31: same [java/lang/Throwable]',
      'frame 39: same',
      ...['line 0: 4', 'line 15: 5', 'line 39: 6'],
    ]);
  });
});
