import { gathered } from '../report/gathered.ts';
import { rowFields } from '../report/dataSetReport.ts';
import { dataSetRows, type DataSetView } from '../rows/dataSetRows.ts';
import { csvCell } from './csv.ts';

/** A data set as a table by RFC 4180: the ids of its columns, then a line for each row. What is not known is an empty cell. */
export function dataSetCsv(view: DataSetView): Generator<string> {
  return gathered(csvLines(view));
}

function* csvLines(view: DataSetView): Generator<string> {
  const { set } = view;
  const columns = [...set.texts, ...set.links, ...set.values];
  yield `${columns.map(({ id }) => csvCell(id)).join(',')}\r\n`;
  for (const row of dataSetRows(view)) {
    const cells = Object.values(rowFields(view, row)).map((value) =>
      typeof value === 'string' ? csvCell(value) : String(value ?? ''),
    );
    yield `${cells.join(',')}\r\n`;
  }
}
