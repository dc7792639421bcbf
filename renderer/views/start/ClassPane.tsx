import { useMemo, useState, type RefObject } from 'react';
import type { ClassRow } from '../../../shared/ipc/engineApi.ts';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import type { ClassSearch } from '../../state/drafts/findClasses.ts';
import { PickList } from '../../widgets/PickList.tsx';
import { Segments } from '../../widgets/Segments.tsx';
import { ClassName } from './ClassName.tsx';
import { PackageTree } from './PackageTree.tsx';
import { ambiguousNames, packageRows, type PackageRow } from './packageRows.ts';

/** So many are listed. */
export const CLASS_LIMIT = 200;
/** A tree of so few classes is shown open. */
const OPEN_TREE_CLASSES = 60;
const LOOKS = [
  { value: 'classes', text: 'Classes' },
  { value: 'packages', text: 'Packages' },
] as const;
const NO_CLASSES: readonly ClassRow[] = [];
const NO_ROWS: readonly PackageRow[] = [];

export type ClassLook = (typeof LOOKS)[number]['value'];

interface ClassPaneProps {
  readonly listRef: RefObject<HTMLDivElement | null>;
  readonly look: ClassLook;
  readonly onLook: (look: ClassLook) => void;
  /** null before the first answer. */
  readonly search: ClassSearch | null;
  readonly error: string;
  /** Whose methods are shown. */
  readonly shown: ClassRow | null;
  readonly onClass: (row: ClassRow) => void;
  readonly chosenPackage: PackageRow | null;
  readonly onPackage: (row: PackageRow) => void;
}

/** The classes that were found, as a list or by package. */
export function ClassPane({
  listRef,
  look,
  onLook,
  search,
  error,
  shown,
  onClass,
  chosenPackage,
  onPackage,
}: ClassPaneProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const found = search?.classes ?? NO_CLASSES;
  const ambiguous = useMemo(() => ambiguousNames(found), [found]);
  const noteOf = (row: ClassRow): string =>
    [ambiguous.has(row.name) ? `loader ${row.loader}` : '', row.modifiable ? '' : 'cannot be changed']
      .filter(Boolean)
      .join(', ');
  const tree = useMemo(() => {
    if (look !== 'packages') return NO_ROWS;
    const all = found.length > 0 && found.length <= OPEN_TREE_CLASSES;
    return packageRows(found, all ? new Set([...open, ...packagesOf(found)]) : open);
  }, [look, found, open]);
  return (
    <section className="rootPickerPane">
      <div className="rootPickerHeading">
        <ClassHeading search={search} />
        <Segments label="Classes as" value={look} options={LOOKS} onChange={onLook} />
      </div>
      {look === 'packages' ? (
        <PackageTree
          treeRef={listRef}
          rows={tree}
          isSelected={(row) =>
            row.kind === 'package'
              ? chosenPackage?.kind === 'package' && chosenPackage.name === row.name
              : row.row.classId === shown?.classId
          }
          onPick={(row) => (row.kind === 'package' ? onPackage(row) : onClass(row.row))}
          onToggle={(name) => setOpen(toggled(open, name))}
          noteOf={noteOf}
          empty={error || emptyClasses(search)}
        />
      ) : (
        <PickList
          listRef={listRef}
          label="Loaded classes"
          items={found}
          keyOf={(row) => String(row.classId)}
          isSelected={(row) => row.classId === shown?.classId}
          onPick={onClass}
          pickOnMove
          empty={error || emptyClasses(search)}
          draw={(row) => <ClassName name={row.name} note={noteOf(row)} />}
          hintOf={(row) =>
            visibleText(`${row.name}\nloader: ${row.loader}\nmodule: ${row.module || 'unnamed'}`)
          }
        />
      )}
    </section>
  );
}

function toggled(open: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const next = new Set(open);
  if (!next.delete(name)) next.add(name);
  return next;
}

function packagesOf(classes: readonly ClassRow[]): readonly string[] {
  return classes.flatMap(({ name }) => {
    const parts = name.split('.').slice(0, -1);
    return parts.map((_, i) => parts.slice(0, i + 1).join('.'));
  });
}

/** What is looked for may be cut, how much is found not. */
function ClassHeading({ search }: { readonly search: ClassSearch | null }) {
  if (!search) return <h3>Loaded classes</h3>;
  const { classes, classQuery } = search;
  const count = classes.length === CLASS_LIMIT ? `first ${CLASS_LIMIT} shown` : String(classes.length);
  const query = visibleText(classQuery);
  return (
    <h3 title={query}>
      <span className="rootPickerQuery">
        {query === '' ? 'Loaded classes' : `Loaded classes with “${query}”`}
      </span>{' '}
      <span className="rootPickerCount">{count}</span>
    </h3>
  );
}

function emptyClasses(search: ClassSearch | null): string {
  if (!search) return 'Asking the JVM for its classes…';
  return `No loaded class has “${visibleText(search.classQuery)}” in its name. For a class that is loaded later take what is typed as a pattern.`;
}
