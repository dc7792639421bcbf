import type { CSSProperties, HTMLAttributes } from 'react';
import type { ColumnLayout } from './columnLayout.ts';
import type { TableProps } from './tableProps.ts';

/** How the table looks, and what it is to assistive technology. @param hasOwn rows of own code stand out */
export function tableAttributes(
  { traits, picture, isChosen }: TableProps,
  { columns, widths, hasShares }: ColumnLayout,
  hasOwn: boolean,
): HTMLAttributes<HTMLElement> {
  return {
    className: `table${hasShares ? '' : ' table-bare'}${hasOwn ? ' table-own' : ''}`,
    style: { '--table-columns': widths } as CSSProperties,
    role: traits.isTree ? 'treegrid' : 'grid',
    'aria-label': traits.label,
    'aria-rowcount': picture.rowCount + 1,
    'aria-colcount': columns.length + 1,
    'aria-multiselectable': isChosen ? true : undefined,
  };
}
