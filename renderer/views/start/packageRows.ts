import type { ClassRow } from '../../../shared/ipc/engineApi.ts';

/** One line of the packages tree: a package, or a class of one that is open. */
export type PackageRow =
  | {
      readonly kind: 'package';
      /** "" is the unnamed package. */
      readonly name: string;
      /** What of it the line above does not say: a.b below a is b. */
      readonly label: string;
      readonly depth: number;
      readonly isOpen: boolean;
      /** In it and in those under it. */
      readonly classCount: number;
    }
  | { readonly kind: 'class'; readonly row: ClassRow; readonly depth: number };

interface Package {
  readonly name: string;
  readonly label: string;
  readonly packages: Map<string, Package>;
  readonly classes: ClassRow[];
  classCount: number;
}

/**
 * The packages of these classes as the lines of a tree, of the open ones also what is in them. Packages that hold nothing but
 * one other are one line with it: com.acme.shop.
 */
export function packageRows(classes: readonly ClassRow[], open: ReadonlySet<string>): readonly PackageRow[] {
  const rows: PackageRow[] = [];
  const add = ({ packages, classes: own }: Package, depth: number): void => {
    for (const child of [...packages.values()].map(shortened).sort(byName)) {
      const { name, label, classCount } = child;
      const isOpen = open.has(name);
      rows.push({ kind: 'package', name, label, depth, isOpen, classCount });
      if (isOpen) add(child, depth + 1);
    }
    for (const row of own.sort(byName)) rows.push({ kind: 'class', row, depth });
  };
  add(treeOf(classes), 0);
  return rows;
}

/** Classes whose name others of them have too, in other loaders. */
export function ambiguousNames(classes: readonly ClassRow[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(classes.map(({ name }) => name).filter((name) => seen.size === seen.add(name).size));
}

function treeOf(classes: readonly ClassRow[]): Package {
  const top = newPackage('', '');
  for (const row of classes) {
    let at = top;
    at.classCount++;
    const dots = row.name.split('.').slice(0, -1);
    for (const [i, label] of dots.entries()) {
      const next = at.packages.get(label) ?? newPackage(dots.slice(0, i + 1).join('.'), label);
      at.packages.set(label, next);
      next.classCount++;
      at = next;
    }
    at.classes.push(row);
  }
  return top;
}

function shortened(from: Package): Package {
  let at = from;
  let { label } = from;
  while (at.classes.length === 0 && at.packages.size === 1) {
    [at] = at.packages.values();
    label = `${label}.${at.label}`;
  }
  return { ...at, label };
}

function newPackage(name: string, label: string): Package {
  return { name, label, packages: new Map(), classes: [], classCount: 0 };
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
