import type { ReportData } from '../../shared/export/reportData.ts';
import { element } from './element.ts';
import { methodName } from './methodCell.ts';
import { numberColumns } from './numberCells.ts';

/** What each method took over all contexts and threads, those first that took most themselves. */
export function hotTable(data: ReportData, base: number): HTMLElement {
  const { hot } = data;
  const columns = numberColumns(hot, 'self', data.clock, base);
  const heads = columns.map(({ head, title }) =>
    element('th', { class: 'number', text: head, attributes: { scope: 'col', title } }),
  );
  const rows = hot.method.map((place, row) =>
    element(
      'tr',
      {},
      ...columns.map(({ cell }) => cell(row)),
      element('td', { class: 'name' }, methodName(data, place)),
    ),
  );
  return element(
    'table',
    { attributes: { 'aria-label': 'Hot spots of all threads' } },
    element(
      'thead',
      {},
      element('tr', {}, ...heads, element('th', { text: 'Method', attributes: { scope: 'col' } })),
    ),
    element('tbody', {}, ...rows),
  );
}
