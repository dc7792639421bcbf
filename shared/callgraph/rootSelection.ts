import { SluiceError } from '../base/errors.ts';
import { similarNames } from '../base/similarNames.ts';
import { ACC } from '../classfile/accessFlags.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import { javaName, javaParameters } from '../classfile/descriptors.ts';
import type { MethodModel } from '../classfile/methodModel.ts';
import type { MethodPattern } from './methodPattern.ts';

/** The methods of the class that the pattern makes roots: of a class or package all, its static initialiser too. */
export function rootMethodsOf(pattern: MethodPattern, model: ClassModel): readonly MethodModel[] {
  return matchingMethods(pattern, model).filter(({ codeOffset }) => codeOffset !== 0);
}

/** Also those without code. */
export function matchingMethods(pattern: MethodPattern, model: ClassModel): readonly MethodModel[] {
  const className = javaName(model.name);
  return model.methods.filter(({ name, descriptor }) => pattern.matchesMethod(className, name, descriptor));
}

const MAX_LISTED = 20;

/** Why a root pattern leads to no method, although classes match its class part. @param models of those classes */
export function noRootMethod(pattern: MethodPattern, models: readonly ClassModel[]): SluiceError {
  for (const model of models) {
    const found = matchingMethods(pattern, model)[0];
    if (found === undefined) continue;
    const what = (found.accessFlags & ACC.native) !== 0 ? 'native' : 'abstract';
    const method = `${javaName(model.name)}::${found.name}${javaParameters(found.descriptor)}`;
    return new SluiceError(
      'not-instrumentable',
      `Root ${pattern.text}: ${method} is ${what} and has no bytecode to instrument.`,
      what === 'native'
        ? 'Choose a method that calls it as the root.'
        : 'Choose the method of a class that implements it, or one that calls it, as the root.',
    );
  }
  const [model] = models;
  if (model === undefined) {
    return new SluiceError(
      'root-not-found',
      `Root ${pattern.text}: the classes it names have no readable class file.`,
    );
  }
  const more = models.length - 1;
  const others =
    more > 0 ? `, and ${more === 1 ? '1 more class matches' : `${more} more classes match`}` : '';
  return new SluiceError(
    'root-not-found',
    `Root ${pattern.text}: class ${javaName(model.name)} is loaded${others}, but has no such method.`,
    `Its methods are: ${methodListOf(model)}.`,
  );
}

/** The names that a person could mean, at most 20, sorted: a JVM's own order differs from run to run. */
export function methodListOf(model: ClassModel): string {
  const names = model.methods
    .filter(({ name, accessFlags }) => name !== '<clinit>' && (accessFlags & ACC.synthetic) === 0)
    .map(({ name, descriptor }) => name + javaParameters(descriptor))
    .sort();
  const more = names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : '';
  return names.slice(0, MAX_LISTED).join(', ') + more;
}

/** What a pattern names, in messages. */
export interface NamedSubject {
  readonly noun: string;
  /** What to do about a class that is not loaded yet. */
  readonly remedy: string;
}

const ROOT: NamedSubject = {
  noun: 'Root',
  remedy: 'Let the program use the class first, or take `sluice record --wait-for-roots` or `sluice launch`.',
};

/**
 * No loaded class matches.
 * @param loadedNames to suggest similar ones from
 * @param unloaded the class that the pattern names, if the JVM has a class file of it
 */
export function noRootClass(
  pattern: MethodPattern,
  loadedNames: readonly string[],
  unloaded: ClassModel | null,
  subject: NamedSubject = ROOT,
): SluiceError {
  const similar = similarNames(pattern.text.split('::')[0], loadedNames);
  const suggestion = similar.length > 0 ? `Similar classes are loaded: ${similar.join(', ')}.` : '';
  if (unloaded === null) {
    const found =
      pattern.className === null
        ? 'no loaded class matches.'
        : 'no such class is loaded, nor on the class path of the JVM.';
    return new SluiceError(
      'root-not-found',
      `${subject.noun} ${pattern.text}: ${found}`,
      suggestion || 'Check the name; a class that the program finds elsewhere must be loaded first.',
    );
  }
  const name = javaName(unloaded.name);
  if (rootMethodsOf(pattern, unloaded).length === 0) {
    return new SluiceError(
      'root-not-found',
      `${subject.noun} ${pattern.text}: class ${name} is not loaded yet, and has no such method with code.`,
      `Its methods are: ${methodListOf(unloaded)}.`,
    );
  }
  return new SluiceError(
    'root-not-found',
    `${subject.noun} ${pattern.text}: class ${name} exists, but is not loaded yet.`,
    subject.remedy,
  );
}
