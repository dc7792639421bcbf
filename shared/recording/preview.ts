import { jsonDocument } from '../naming/jsonDocument.ts';
import type { MethodInfo } from '../naming/methodInfo.ts';
import { formatCount, formatCountOf, SEPARATOR } from '../naming/formatNumbers.ts';

/** What a recording would instrument of the classes that are loaded now; nothing is instrumented for it. */
export interface Preview {
  readonly roots: readonly string[];
  /** Methods that would carry probes: with the scheme lazy at most so many, as far as they are called. */
  readonly methods: number;
  readonly classes: number;
  /** Those with the most methods first. */
  readonly packages: readonly PackagePreview[];
  /** What cannot be instrumented, each with its reason; the first 1,000. */
  readonly refusals: readonly string[];
  readonly refused: number;
}

export interface PackagePreview {
  /** "" is the unnamed package. */
  readonly name: string;
  readonly classes: number;
  readonly methods: number;
}

const MAX_REFUSALS = 1_000;

/** @param planned methods that were reached; one that is told of again as refused would carry no probe */
export function previewOf(
  roots: readonly string[],
  planned: Iterable<MethodInfo>,
  refusals: readonly string[],
): Preview {
  const methods = new Map<number, MethodInfo>();
  for (const method of planned) methods.set(method.id, method);
  const classesOf = new Map<string, Set<string>>();
  const methodsOf = new Map<string, number>();
  let count = 0;
  for (const { className, refused } of methods.values()) {
    if (refused) continue;
    count++;
    const name = className.slice(0, Math.max(0, className.lastIndexOf('.')));
    const classes = classesOf.get(name) ?? new Set();
    classesOf.set(name, classes.add(className));
    methodsOf.set(name, (methodsOf.get(name) ?? 0) + 1);
  }
  const packages = [...classesOf].map(([name, classes]): PackagePreview => ({
    name,
    classes: classes.size,
    methods: methodsOf.get(name) ?? 0,
  }));
  return {
    roots,
    methods: count,
    classes: packages.reduce((sum, { classes }) => sum + classes, 0),
    packages: packages.sort((a, b) => b.methods - a.methods || (a.name < b.name ? -1 : 1)),
    refusals: refusals.slice(0, MAX_REFUSALS),
    refused: refusals.length,
  };
}

/** The JSON of `sluice preview --format json`; docs/formats.md has the fields. */
export function previewJson(preview: Preview): string {
  return jsonDocument({ format: 'sluice-preview', version: 1, ...preview });
}

/** The text of `sluice preview`, in lines. */
export function* previewText(preview: Preview): Generator<string> {
  const { methods, classes, packages, refusals, refused } = preview;
  const count = (value: number): string => formatCount(value, SEPARATOR);
  const all = `${formatCountOf(methods, 'method', 'methods', SEPARATOR)} of ${formatCountOf(classes, 'class', 'classes', SEPARATOR)}`;
  yield `Up to ${all} would be instrumented for ${preview.roots.join(', ')}`;
  yield '';
  yield 'methods  classes  package';
  for (const { name, ...numbers } of packages) {
    const [inMethods, inClasses] = [count(numbers.methods), count(numbers.classes)];
    yield `${inMethods.padStart(7)}  ${inClasses.padStart(7)}  ${name || '(unnamed package)'}`;
  }
  if (refused === 0) return;
  yield '';
  yield `Not measured, or in part (${count(refused)}):`;
  for (const refusal of refusals) yield `  ${refusal}`;
  if (refused > refusals.length) yield `  and ${count(refused - refusals.length)} more`;
}
