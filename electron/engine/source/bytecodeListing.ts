import { methodFlagsText } from '../../../shared/classfile/accessFlags.ts';
import { ATTRIBUTE } from '../../../shared/classfile/attributeNames.ts';
import { findAttribute, type ClassModel } from '../../../shared/classfile/classModel.ts';
import { readClass } from '../../../shared/classfile/classReader.ts';
import { instructionText } from '../../../shared/classfile/disassemble.ts';
import { readLineNumbers } from '../../../shared/classfile/lineNumbers.ts';
import type { MethodModel } from '../../../shared/classfile/methodModel.ts';

/** A method as bytecode, and what stands where in it. */
export interface BytecodeListing {
  readonly lines: readonly string[];
  /** By line of it, the line of the source; 0: none is known. */
  readonly sourceLines: readonly number[];
  /** Lines that are probes, counted from 1. */
  readonly probeLines: readonly number[];
}

interface Instruction {
  readonly offset: number;
  readonly text: string;
  /** Without where it jumps to, which probes move. */
  readonly kind: string;
}

/**
 * One method as its class file has it, with the probes that it carries
 *
 *     public price(I)I
 *     // 4 instructions, and 9 of probes, marked with ▸
 *     ▸        sipush 7
 *     ▸        invokestatic java/lang/SluiceProbe.entry(I)Ljava/lang/SluiceProbe;
 *       line 42
 *           0: aload_0
 *
 * @param probed the class with its probes; null: it has none
 * @returns null when the class has no such method
 */
export function bytecodeListing(
  model: ClassModel,
  name: string,
  descriptor: string,
  probed: Uint8Array | null,
): BytecodeListing | null {
  const method = methodOf(model, name, descriptor);
  if (method === undefined) return null;
  const instructions = instructionsOf(model, method);
  const withProbes = probed === null ? null : readClass(probed);
  const probedMethod = withProbes && methodOf(withProbes, name, descriptor);
  const shown = withProbes && probedMethod ? instructionsOf(withProbes, probedMethod) : instructions;
  const lineAt = lineNumbersOf(model, method);
  const lines: string[] = [];
  const sourceLines: number[] = [];
  const probeLines: number[] = [];
  const add = (text: string, line: number): number => {
    sourceLines.push(line);
    return lines.push(text);
  };
  add(`${methodFlagsText(method.accessFlags)} ${name}${descriptor}`.trim(), 0);

  const probes = shown.length - instructions.length;
  add(
    instructions.length === 0
      ? '// it has no code: it is abstract or native'
      : `// ${instructions.length} instructions${probes > 0 ? `, and ${probes} of probes, marked with ▸` : ''}`,
    0,
  );
  let at = 0;
  let line = 0;
  for (const instruction of shown) {
    const own = instructions[at] as Instruction | undefined;
    const isProbe = probes > 0 && (own === undefined || own.kind !== instruction.kind);
    if (isProbe || own === undefined) {
      probeLines.push(add(`▸        ${instruction.text}`, 0));
      continue;
    }
    const next = lineAt.get(own.offset);
    if (next !== undefined) {
      line = next;
      add(`  line ${line}`, line);
    }
    add(`  ${String(own.offset).padStart(5)}: ${own.text}`, line);
    at++;
  }
  return { lines, sourceLines, probeLines };
}

/** First and last line of a method in its source; null where the class file does not tell. */
export function linesOfMethod(
  model: ClassModel,
  name: string,
  descriptor: string,
): { readonly first: number; readonly last: number } | null {
  const method = methodOf(model, name, descriptor);
  if (method === undefined) return null;
  const lines = [...lineNumbersOf(model, method).values()].filter((line) => line > 0);
  return lines.length === 0 ? null : { first: Math.min(...lines), last: Math.max(...lines) };
}

/**
 * The descriptor of the method that a frame names: frames of stacks have none.
 * @param line that runs; of several methods of that name it tells which, else it is the first one
 * @returns '' where there is no such method
 */
export function descriptorOf(model: ClassModel, name: string, line: number): string {
  const named = model.methods.filter((method) => method.name === name);
  const ofLine = named.find(({ descriptor }) => {
    const lines = linesOfMethod(model, name, descriptor);
    return lines !== null && lines.first <= line && line <= lines.last;
  });
  return (ofLine ?? named.at(0))?.descriptor ?? '';
}

/** SourceFile of a class: Shop.java; null when it has none. */
export function sourceFileOf(model: ClassModel): string | null {
  const attribute = findAttribute(model.pool, model.attributes, 'SourceFile');
  if (attribute === undefined || attribute.endExclusive - attribute.start !== 2) return null;
  const [high, low] = model.bytes.subarray(attribute.start, attribute.endExclusive);
  return model.pool.utf8((high << 8) | low);
}

function methodOf(model: ClassModel, name: string, descriptor: string): MethodModel | undefined {
  return model.methods.find((method) => method.name === name && method.descriptor === descriptor);
}

function instructionsOf(model: ClassModel, method: MethodModel): readonly Instruction[] {
  const code = method.readCode();
  if (code === null) return [];
  const all: Instruction[] = [];
  for (const at = code.instructions(); at.next();) {
    const text = instructionText(model.pool, at);
    const jumps = at.operandKind === 'branch16' || at.operandKind === 'branch32' || /switch/.test(text);
    // Constants move too when a class gets probes: what is shown of them does not.
    const kind = jumps ? text.replace(/ .*/s, '') : text.replace(/#\d+/g, '#');
    all.push({ offset: at.offset, text, kind });
  }
  return all;
}

/** By the instruction that it begins with. */
function lineNumbersOf(model: ClassModel, method: MethodModel): ReadonlyMap<number, number> {
  const code = method.readCode();
  if (code === null) return new Map();
  const table = findAttribute(model.pool, code.attributes, ATTRIBUTE.lineNumberTable);
  if (table === undefined) return new Map();
  const lines = readLineNumbers(code.bytes.subarray(table.start, table.endExclusive), code.what);
  return new Map(lines.map(({ start, line }) => [start, line]));
}
