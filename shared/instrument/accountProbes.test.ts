import { expect, it } from 'vitest';
import { parseMethodPattern } from '../callgraph/methodPattern.ts';
import { readClass } from '../classfile/classReader.ts';
import { compileJava } from '../testing/compileJava.ts';
import { AccountProbes } from './accountProbes.ts';

const SOURCE = `package lib;
public class Main {
  int[] cells; String name;
  int size() { return cells.length; }
  int sum() { int s = 0; for (int i = 0; i < cells.length; i++) s += cells[i]; return s; }
  int both() { return sum() + size(); }
  Object node() { return new Object(); }
  int[] copy() { return cells.clone(); }
  int[] longer() { return java.util.Arrays.copyOf(cells, 9); }
  Runnable later() { return () -> sum(); }
  String text() { return name + sum(); }
  int[][] grid() { return new int[2][3]; }
}`;
const [bytes] = compileJava({ 'lib/Main.java': SOURCE }).values();

function probedWith(pattern: string): string[] {
  const model = readClass(bytes);
  const probes = new AccountProbes([parseMethodPattern(pattern)], () => false);
  return model.methods.filter((method) => probes.needs(model, method)).map(({ name }) => name);
}

const MAKING = ['node', 'copy', 'longer', 'later', 'text', 'grid'];

it('code of no account has probes where it makes objects, by instructions and by calls', () => {
  expect(probedWith('app.**')).toEqual(MAKING);
});

it('code of an account has them but where it is trivial', () => {
  expect(probedWith('lib.**')).toEqual(['sum', 'both', ...MAKING, 'lambda$later$0']);
});
