import { SluiceError, UsageError } from '../base/errors.ts';
import type { LineRange } from '../base/lineRange.ts';
import { lineStarts } from '../bytecode/codeOfLines.ts';
import type { MethodPattern } from '../callgraph/methodPattern.ts';
import { matchingMethods, methodListOf } from '../callgraph/rootSelection.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import { ACC } from '../classfile/accessFlags.ts';
import { javaName, javaParameters } from '../classfile/descriptors.ts';
import type { MethodModel } from '../classfile/methodModel.ts';

/** A method of a class, and the lines it has code in, each once, rising. */
interface Candidate {
  readonly method: MethodModel;
  readonly lines: readonly number[];
}

/**
 * The one method of a class that a region is in: the pattern names it, or of the methods that it names only this one has code
 * in the lines.
 * @param lines null: all of the method
 * @throws SluiceError 'usage' | 'root-not-found' | 'not-instrumentable', with the methods and lines that there are
 */
export function regionMethodOf(
  pattern: MethodPattern,
  lines: LineRange | null,
  model: ClassModel,
): MethodModel {
  const subject = `Region ${pattern.text}${lines === null ? '' : ` lines ${linesText([lines])}`}`;
  const named = matchingMethods(pattern, model).filter(
    ({ name }) => name !== '<clinit>' || pattern.methodName === '<clinit>', // it runs once: only by its name
  );
  if (named.length === 0) {
    throw new SluiceError(
      'root-not-found',
      `${subject}: class ${javaName(model.name)} is loaded, but has no such method.`,
      `Its methods are: ${methodListOf(model)}.`,
    );
  }
  const candidates = named
    .filter(({ codeOffset }) => codeOffset !== 0)
    .map((method): Candidate => ({ method, lines: linesOf(model, method) }))
    .sort(bySource);
  if (candidates.length === 0) {
    const [method] = named;
    const what = (method.accessFlags & ACC.native) !== 0 ? 'native' : 'abstract';
    throw new SluiceError(
      'not-instrumentable',
      `${subject}: ${nameOf(method)} is ${what} and has no bytecode to time.`,
      what === 'native' ? 'Time a method that calls it.' : 'Time the method of a class that implements it.',
    );
  }
  const fitting =
    lines === null
      ? candidates
      : candidates.filter((candidate) =>
          candidate.lines.some((line) => line >= lines.first && line <= lines.last),
        );
  if (fitting.length === 1) return fitting[0].method;
  throw fitting.length > 1
    ? severalMethods(subject, fitting, lines)
    : noCodeOfLines(subject, candidates, javaName(model.name));
}

/** HotSpot hands out the methods of a loaded class in an order that differs from run to run; a message has that of the source. */
function bySource(a: Candidate, b: Candidate): number {
  return (a.lines[0] ?? 0) - (b.lines[0] ?? 0) || (nameOf(a.method) < nameOf(b.method) ? -1 : 1);
}

function severalMethods(
  subject: string,
  fitting: readonly Candidate[],
  lines: LineRange | null,
): SluiceError {
  const list = fitting.map(({ method, lines: all }) => `${nameOf(method)} ${codeText(all)}`).join(', ');
  const found =
    lines === null ? `${fitting.length} methods match` : `${fitting.length} methods have code there`;
  return new UsageError(
    `${subject}: ${found}: ${list}.`,
    'Name one of them with its parameters: pkg.Class::method(int,String).',
  );
}

function noCodeOfLines(subject: string, candidates: readonly Candidate[], className: string): SluiceError {
  if (candidates.every(({ lines }) => lines.length === 0)) {
    return new SluiceError(
      'not-instrumentable',
      `${subject}: class ${className} was compiled without line numbers (javac -g:none).`,
      'Time the method as a whole, without lines.',
    );
  }
  const list = candidates.map(({ method, lines }) => `${nameOf(method)} ${codeText(lines)}`).join(', ');
  return new UsageError(`${subject}: there is no code in them.`, `Code there is: ${list}.`);
}

function linesOf(model: ClassModel, method: MethodModel): readonly number[] {
  const code = method.readCode();
  if (code === null) return [];
  return [...new Set(lineStarts(model.pool, code).map(({ line }) => line))].sort((a, b) => a - b);
}

function nameOf({ name, descriptor }: MethodModel): string {
  return name + javaParameters(descriptor);
}

function codeText(lines: readonly number[]): string {
  if (lines.length === 0) return 'without line numbers';
  const ranges: { first: number; last: number }[] = [];
  for (const line of lines) {
    const before = ranges.at(-1);
    if (before !== undefined && line === before.last + 1) before.last = line;
    else ranges.push({ first: line, last: line });
  }
  return `in lines ${linesText(ranges)}`;
}

function linesText(ranges: readonly LineRange[]): string {
  return ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(' ');
}
