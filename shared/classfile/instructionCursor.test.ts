import { expect, test } from 'vitest';
import { InstructionCursor } from './instructionCursor.ts';
import { OP, OPCODE_NAMES } from './opcodes.ts';
import { u2, u4 } from '../testing/classFixtures.ts';

function walk(...code: number[]): string[] {
  const lines: string[] = [];
  for (const at = new InstructionCursor(Uint8Array.from(code), 0, code.length, 'method M.m()V'); at.next();) {
    lines.push(`${at.offset}+${at.length} ${OPCODE_NAMES[at.opcode]}`);
  }
  return lines;
}

test('a wide instruction shows the one it widens', () => {
  const at = new InstructionCursor(
    Uint8Array.of(OP.wide, OP.iinc, ...u2(300), ...u2(-1000), OP.wide, OP.aload, ...u2(256)),
    0,
    10,
    'method M.m()V',
  );
  expect(at.next()).toBe(true);
  expect([at.isWide, at.opcode, at.localIndex, at.immediate]).toEqual([true, OP.iinc, 300, -1000]);
  expect(at.next()).toBe(true);
  expect([at.offset, at.length, at.localIndex]).toEqual([6, 4, 256]);
  expect(at.next()).toBe(false);
});

test.each([0, 1, 2, 3])('switches begin at a multiple of four, %i bytes into the code', (nops) => {
  const padding = (bci: number): number[] => Array<number>(3 - (bci & 3)).fill(0);
  const table = [
    OP.tableswitch,
    ...padding(nops),
    ...u4(9),
    ...u4(-1),
    ...u4(1),
    ...u4(5),
    ...u4(6),
    ...u4(7),
  ];
  const start = nops + table.length;
  const lookup = [
    OP.lookupswitch,
    ...padding(start),
    ...u4(9),
    ...u4(2),
    ...u4(-5),
    ...u4(1),
    ...u4(7),
    ...u4(2),
  ];
  const code = [...Array<number>(nops).fill(OP.nop), ...table, ...lookup];
  const at = new InstructionCursor(Uint8Array.from(code), 0, code.length, 'method M.m()V');
  for (let i = 0; i < nops; i++) at.next();
  at.next();
  expect([at.defaultTarget - nops, at.caseCount, at.caseMatch(2), at.caseTarget(0) - nops]).toEqual([
    9, 3, 1, 5,
  ]);
  at.next();
  expect([at.caseCount, at.caseMatch(0), at.caseTarget(1) - start]).toEqual([2, -5, 2]);
  expect(at.next()).toBe(false);
});

test('jumps are counted from the instruction', () => {
  expect(walk(OP.goto, 0, 3, OP.goto_w, ...u4(-3), OP.jsr, 0, 3)).toEqual([
    '0+3 goto',
    '3+5 goto_w',
    '8+3 jsr',
  ]);
});

test.each<[string, number[], RegExp]>([
  ['an undefined opcode', [0xca], /method M\.m\(\)V: byte 0: opcode 0xca at bci 0: it is not defined/],
  ['an operand past the end', [OP.sipush, 1], /sipush at bci 0: it does not end within the code; 2 bytes/],
  ['wide before something else', [OP.wide, OP.nop], /nop at bci 0: wide stands before it/],
  ['wide at the end', [OP.wide], /wide at bci 0: it does not end within the code/],
  [
    'a switch cut short',
    [OP.tableswitch, 0, 0, 0, 1],
    /tableswitch at bci 0: it does not end within the code/,
  ],
  [
    'a table of no cases',
    [OP.tableswitch, 0, 0, 0, ...u4(0), ...u4(5), ...u4(3)],
    /it has -1 cases; at least 1/,
  ],
  [
    'a lookup of fewer than none',
    [OP.lookupswitch, 0, 0, 0, ...u4(0), ...u4(-1)],
    /it has -1 cases; at least 0/,
  ],
  [
    'more cases than code',
    [OP.lookupswitch, 0, 0, 0, ...u4(0), ...u4(0x7fffffff)],
    /does not end within the code/,
  ],
])('%s is refused', (_, code, message) => {
  expect(() => walk(...code)).toThrow(message);
});

test('every opcode of the JVMS has its own row', () => {
  expect(OPCODE_NAMES).toHaveLength(202);
  expect(new Set(OPCODE_NAMES).size).toBe(202);
  expect([OP.nop, OP.iload_0, OP.areturn, OP.invokedynamic, OP.jsr_w]).toEqual([0, 0x1a, 0xb0, 0xba, 0xc9]);
});
