import type { KeyboardEvent, MouseEvent } from 'react';
import { useApp } from '../../state/app/appContext.ts';
import { runCommand } from '../../state/commands/commands.ts';
import { keyName } from '../../widgets/keyName.ts';
import type { TableRow as Row } from '../../worker/table/tableRow.ts';
import type { TableProps } from './tableProps.ts';
import { TABLE_KEYS } from './tableKeys.ts';

interface TableInput {
  onKeyDown(event: KeyboardEvent): void;
  onClick(event: MouseEvent): void;
  onDoubleClick(event: MouseEvent): void;
  onMouseOver(event: MouseEvent): void;
}

/** What keys and mouse do in a table. @param hintOf a row's tooltip, made when it is pointed at: of the rows that are scrolled through hardly one is */
export function useTableInput(
  { traits, results, picture, ask, onKey, onDoubleClick, onCtrlClick }: Omit<TableProps, 'isChosen'>,
  hintOf: (row: Row) => string,
): TableInput {
  const app = useApp();
  const { generation, rows } = picture;
  const rowAt = (event: MouseEvent): Row | undefined => {
    const node = Number((event.target as Element).closest<HTMLElement>('[data-node]')?.dataset['node'] ?? 0);
    return rows.find((row) => row.node === node);
  };
  const isOnTwisty = (event: MouseEvent): boolean =>
    (event.target as Element).closest('.tableTwisty') !== null;
  return {
    onKeyDown(event) {
      const key = keyName(event);
      const isOnColumn = event.target instanceof HTMLButtonElement;
      if (isOnColumn && (key === 'Enter' || key === ' ')) return; // sorts
      if (isOnColumn && /^(Ctrl|Shift)\+Arrow(Left|Right)$/.test(key)) return; // moves it, or makes it wider
      const action = TABLE_KEYS[key];
      if (onKey?.(key)) {
        event.preventDefault();
        return;
      }
      if (!action) return;
      // What is marked with the mouse is copied by the browser.
      if (action === 'copy' && window.getSelection()?.isCollapsed === false) return;
      event.preventDefault();
      // Of the row that is selected when the key comes: that one may not be drawn yet.
      if (action === 'copy') void results.selectedText('name').then((text) => app.copyText(text));
      else if (action === 'copyTable') ask({ kind: 'copyTable', form: 'tsv' });
      else if (action === 'switchOff') {
        if (traits.hasMethods) runCommand(app, 'switchOff');
      } else ask({ kind: 'act', action });
    },
    onClick(event) {
      const row = rowAt(event);
      if (!row) return;
      ask({ kind: isOnTwisty(event) ? 'toggle' : 'click', generation, node: row.node });
      const isOnTick = (event.target as Element).closest('.tableTick') !== null;
      if (event.ctrlKey || event.metaKey || isOnTick) onCtrlClick?.(row);
    },
    onDoubleClick(event) {
      const row = rowAt(event);
      if (!row || isOnTwisty(event)) return;
      if (onDoubleClick) onDoubleClick(row);
      else ask({ kind: 'toggle', generation, node: row.node });
    },
    onMouseOver(event) {
      const row = rowAt(event);
      const element = (event.target as Element).closest<HTMLElement>('[data-node]');
      if (row && element) element.title = hintOf(row);
    },
  };
}
