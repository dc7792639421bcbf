import type { Ref } from 'react';
import type { ClassRow } from '../../../shared/ipc/engineApi.ts';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import { PickList } from '../../widgets/PickList.tsx';
import type { PackageRow } from './packageRows.ts';
import './PackageTree.css';

interface PackageTreeProps {
  readonly rows: readonly PackageRow[];
  readonly isSelected: (row: PackageRow) => boolean;
  /** A package, or a class, is to be shown beside. */
  readonly onPick: (row: PackageRow) => void;
  readonly onToggle: (packageName: string) => void;
  readonly noteOf: (row: ClassRow) => string;
  readonly empty: string;
  readonly treeRef: Ref<HTMLDivElement>;
}

/** The loaded classes by package: arrow keys move, open and close, and what is moved to is shown beside. */
export function PackageTree({ rows, onToggle, noteOf, treeRef, ...picked }: PackageTreeProps) {
  return (
    <PickList
      {...picked}
      listRef={treeRef}
      label="Packages"
      items={rows}
      keyOf={(row) => (row.kind === 'package' ? `package ${row.name}` : `class ${row.row.classId}`)}
      pickOnMove
      levels={{
        depthOf: ({ depth }) => depth,
        isOpen: (row) => (row.kind === 'package' ? row.isOpen : null),
        onToggle: (row) => {
          if (row.kind === 'package') onToggle(row.name);
        },
      }}
      hintOf={(row) => visibleText(row.kind === 'package' ? row.name : row.row.name)}
      draw={(row) =>
        row.kind === 'package' ? (
          <>
            <span className="packageTreeTwisty" aria-hidden="true">
              {row.isOpen ? '▾' : '▸'}
            </span>
            <span>{visibleText(row.label)}</span>
            <span className="packageTreeCount">{row.classCount}</span>
          </>
        ) : (
          <>
            <span className="packageTreeTwisty" aria-hidden="true" />
            <span>{visibleText(row.row.name.slice(row.row.name.lastIndexOf('.') + 1))}</span>
            <span className="packageTreeCount">{visibleText(noteOf(row.row))}</span>
          </>
        )
      }
    />
  );
}
