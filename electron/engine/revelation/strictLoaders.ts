import type { ClassId } from '../../../shared/base/ids.ts';
import { refusalReason, refusalSentence } from '../../../shared/messages/refusalMessages.ts';
import { formatCountOf } from '../../../shared/naming/formatNumbers.ts';

/** Class loaders that do not hand on the class of the probes, and what is left alone for that: docs/decisions/strict-loaders.md. */
export class StrictLoaders {
  /** By loader: the methods of each class that were to be measured. */
  readonly #left = new Map<string, Map<ClassId, number>>();

  /** Told again of a class, it is of other methods. */
  add(loader: string, classId: ClassId, methods: number): void {
    let classes = this.#left.get(loader);
    if (classes === undefined) this.#left.set(loader, (classes = new Map()));
    classes.set(classId, methods + (classes.get(classId) ?? 0));
  }

  /** One for each loader. */
  get sentences(): readonly string[] {
    return [...this.#left].map(([loader, classes]) =>
      refusalSentence(
        'loaderRefuses',
        refusalReason('loaderRefuses', {
          loader,
          methods: formatCountOf(methodsOf(classes), 'method'),
          classes: formatCountOf(classes.size, 'class', 'classes'),
        }),
      ),
    );
  }
}

function methodsOf(classes: ReadonlyMap<ClassId, number>): number {
  return [...classes.values()].reduce((sum, methods) => sum + methods, 0);
}
