import type { LineRange } from '../base/lineRange.ts';
import { ATTRIBUTE } from '../classfile/attributeNames.ts';
import type { CodeModel } from '../classfile/codeModel.ts';
import type { ConstantPool } from '../classfile/constantPool.ts';
import { readLineNumbers, type LineNumber } from '../classfile/lineNumbers.ts';
import type { BciRange } from './bciRange.ts';

/** Where each line's code begins, by rising bci, each bci once; empty for code without line numbers (JVMS §4.7.12). */
export function lineStarts(pool: ConstantPool, code: CodeModel): readonly LineNumber[] {
  const starts = new Map<number, LineNumber>();
  for (const attribute of code.attributes) {
    if (pool.utf8(attribute.nameIndex) !== ATTRIBUTE.lineNumberTable) continue; // there may be several
    const info = code.bytes.subarray(attribute.start, attribute.endExclusive);
    for (const row of readLineNumbers(info, code.what))
      if (!starts.has(row.start)) starts.set(row.start, row); // of two the JVM takes the first
  }
  return [...starts.values()].sort((a, b) => a.start - b.start);
}

/** The code of these lines, by rising bci; a line can have code in several places. */
export function codeOfLines(pool: ConstantPool, code: CodeModel, lines: LineRange): readonly BciRange[] {
  const rows = lineStarts(pool, code);
  const ranges: BciRange[] = [];
  for (const [i, { start, line }] of rows.entries()) {
    if (line < lines.first || line > lines.last) continue;
    const endExclusive = rows[i + 1]?.start ?? code.codeLength;
    const before = ranges.at(-1);
    if (before?.endExclusive === start) ranges[ranges.length - 1] = { start: before.start, endExclusive };
    else ranges.push({ start, endExclusive });
  }
  return ranges;
}

/** The line of a bci; 0: none is known. @param lines as lineStarts answers them */
export function lineAt(lines: readonly LineNumber[], bci: number): number {
  let line = 0;
  for (const row of lines) {
    if (row.start > bci) break;
    line = row.line;
  }
  return line;
}
