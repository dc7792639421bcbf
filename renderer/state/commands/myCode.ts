import { packagesTest } from '../../../shared/naming/inPackages.ts';
import type { TableRow } from '../../worker/table/tableRow.ts';
import type { TransformHistory } from '../../worker/transformHistory.ts';
import type { Command } from './command.ts';
import type { Results } from '../results.ts';
import { whyNoTree } from '../whyNotNow.ts';

const NOT_KNOWN =
  'The recording does not tell which packages are the program’s own: select a method of one, and show only its package.';

/** The switch: all but the program's own methods are parts of their callers, in all views. Once more takes that back. */
export const MY_CODE: Command = {
  id: 'myCode',
  title: 'My Code',
  group: 'Tree',
  offeredAlone: true,
  keys: ['y'],
  run: (app) => {
    const results = app.shownResults();
    const packages = results?.ownPackages.get() ?? [];
    results?.changeTree({ kind: 'switchStep', step: { kind: 'myCode', packages } });
  },
  whyNot: (state, results) => whyNoTree(state) || (results?.ownPackages.get().length ? '' : NOT_KNOWN),
};

export function isMyCode({ done }: TransformHistory): boolean {
  return done.some(({ kind }) => kind === 'myCode');
}

/**
 * Which rows and frames stand out as the program's own code: none before others have been seen. Made anew when own code is another
 * one.
 */
export class OwnRows {
  readonly #isOwn: (className: string) => boolean;
  readonly #isOwnTitle: (title: string) => boolean;
  readonly #methods: Results['methods'];
  /** Of classes. */
  readonly #known = new Map<string, boolean>();
  #looked = 0;
  #hasOthers = false;

  /** @param packages one or more */
  constructor(packages: readonly string[], methods: Results['methods']) {
    this.#isOwn = packagesTest(packages);
    // By its title a class without a package is no other than a package.
    this.#isOwnTitle = packagesTest(packages.filter((name) => name !== ''));
    this.#methods = methods;
  }

  /** Whether own code is known, and not all that there is. O(methods) when there are more of them, as long as all are own. */
  get areTold(): boolean {
    if (!this.#hasOthers && this.#looked < this.#methods.size) {
      this.#looked = this.#methods.size;
      const classes = [...this.#methods.values()].map(({ className }) => className);
      this.#hasOthers = classes.some((name) => name !== '' && !this.#isOwn(name));
    }
    return this.#hasOthers;
  }

  /** @param title null: of a method; else of a class or package */
  has({ method, title }: Pick<TableRow, 'method' | 'title'>): boolean {
    if (!this.areTold) return false;
    const className = title === null ? (this.#methods.get(method)?.className ?? '') : `${title}.`;
    const known = this.#known.get(className);
    if (known !== undefined) return known;
    const isOwn = title === null ? this.#isOwn(className) : this.#isOwnTitle(className);
    this.#known.set(className, isOwn);
    return isOwn;
  }
}

/** null: own packages are not known, or nothing else is shown. */
export function ownRowsOf({ ownPackages, history, methods }: Results): OwnRows | null {
  const packages = ownPackages.get();
  return packages.length === 0 || isMyCode(history.get()) ? null : new OwnRows(packages, methods);
}
