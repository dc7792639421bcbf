import { useId, useState, type KeyboardEvent, type Ref } from 'react';
import type { ClassRow } from '../../../shared/ipc/engineApi.ts';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import type { PackageRow } from './packageRows.ts';
import './PackageTree.css';
import { listStep } from '../../widgets/listStep.ts';

interface PackageTreeProps {
  readonly rows: readonly PackageRow[];
  readonly isSelected: (row: PackageRow) => boolean;
  /** A package, or a class, is to be shown beside. */
  readonly onPick: (row: PackageRow) => void;
  readonly onToggle: (packageName: string) => void;
  readonly noteOf: (row: ClassRow) => string;
  readonly empty: string;
  readonly treeRef?: Ref<HTMLDivElement>;
}

/** The loaded classes by package: arrow keys move, open and close, and what is moved to is shown beside. */
export function PackageTree(props: PackageTreeProps) {
  const { rows, isSelected, onPick, onToggle, noteOf, empty, treeRef } = props;
  const treeId = useId();
  const [activeKey, setActiveKey] = useState('');
  const active = Math.max(
    0,
    rows.findIndex((row) => keyOf(row) === activeKey),
  );
  const itemId = (index: number): string => `${treeId}-${index}`;

  const moveTo = (index: number): void => {
    setActiveKey(keyOf(rows[index]));
    document.getElementById(itemId(index))?.scrollIntoView({ block: 'nearest' });
    onPick(rows[index]);
  };
  const closeOrGoOut = (): void => {
    const row = rows[active];
    if (row.kind === 'package' && row.isOpen) return onToggle(row.name);
    const parent = rows.slice(0, active).findLastIndex(({ depth }) => depth < row.depth);
    if (parent >= 0) moveTo(parent);
  };
  const openOrGoIn = (): void => {
    const row = rows[active];
    if (row.kind === 'class') return;
    if (row.isOpen) moveTo(Math.min(active + 1, rows.length - 1));
    else onToggle(row.name);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows.at(active);
    if (row === undefined) return;
    const target = listStep(event.key, active, rows.length);
    if (target !== undefined) moveTo(target);
    else if (event.key === 'ArrowRight') openOrGoIn();
    else if (event.key === 'ArrowLeft') closeOrGoOut();
    else if (event.key === 'Enter' || event.key === ' ') {
      onPick(row);
      if (row.kind === 'package') onToggle(row.name);
    } else return;
    event.preventDefault();
  };

  return (
    <div className="pickListFrame">
      <div
        ref={treeRef}
        className="pickList"
        role="tree"
        aria-label="Packages"
        aria-activedescendant={rows.length > 0 ? itemId(active) : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {rows.map((row, index) => (
          <div
            key={keyOf(row)}
            id={itemId(index)}
            role="treeitem"
            aria-level={row.depth + 1}
            aria-selected={isSelected(row)}
            aria-expanded={row.kind === 'package' ? row.isOpen : undefined}
            className={index === active ? 'pickListItem pickListItem-active' : 'pickListItem'}
            style={{ paddingInlineStart: `${8 + 16 * row.depth}px` }}
            title={visibleText(row.kind === 'package' ? row.name : row.row.name)}
            onClick={() => {
              setActiveKey(keyOf(row));
              onPick(row);
              if (row.kind === 'package') onToggle(row.name);
            }}
          >
            {row.kind === 'package' ? (
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
            )}
          </div>
        ))}
      </div>
      {rows.length === 0 ? <p className="pickListEmpty">{empty}</p> : null}
    </div>
  );
}

function keyOf(row: PackageRow): string {
  return row.kind === 'package' ? `package ${row.name}` : `class ${row.row.classId}`;
}
