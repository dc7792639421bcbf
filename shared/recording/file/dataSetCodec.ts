import { METRIC_UNITS } from '../../metrics/metricUnit.ts';
import { ColumnReader, ColumnWriter } from '../format/columnBytes.ts';
import { damaged } from '../format/damaged.ts';
import type { DataSet, LinkColumn, TextColumn, ValueColumn } from '../dataSets/dataSet.ts';
import { jsonBytes, jsonFields, type Fields } from '../format/jsonFields.ts';

/** More columns than anybody reads: a file from outside takes memory for no more. */
const MAX_COLUMNS = 1_000;
const MAX_ROW = 2 ** 31 - 1;
const ID = /^[a-z][A-Za-z0-9-]{0,63}$/;

/**
 * A data set as bytes: its description, then its columns.
 *
 *     u32 headBytes, u32 0, head     JSON in ASCII: id, title, rows; texts, links and values with id and title
 *     texts:   varint text[rows]     place in the column's `words`, which the head lists once each
 *     links:   varint row[rows]      row + 1; 0: none
 *     values:  u8 encoding, value[rows]
 */
export function encodeDataSet({ id, title, rows, texts, links, values }: DataSet): Uint8Array {
  const worded = texts.map(({ texts: column, ...described }) => {
    const places = new Map<string, number>();
    const at = column.map((text) => places.get(text) ?? (places.set(text, places.size), places.size - 1));
    return { described: { ...described, words: [...places.keys()] }, at };
  });
  const head = jsonBytes({
    id,
    title,
    rows,
    texts: worded.map(({ described }) => described),
    links: links.map(({ rows: _, ...described }) => described),
    values: values.map(({ values: _, ...described }) => described),
  });
  const writer = new ColumnWriter();
  writer.u32(head.length);
  writer.u32(0);
  writer.raw(head);
  for (const { at } of worded) writer.varints(rows, (row) => at[row]);
  for (const { rows: linked } of links) writer.varints(rows, (row) => linked[row] + 1);
  for (const { values: column } of values) writer.numbers(column);
  return writer.written();
}

/**
 * Nothing is allocated for more rows than the bytes can hold.
 * @returns null: of numbers in units that a newer Sluice has
 * @throws SluiceError 'io'
 */
export function decodeDataSet(payload: Uint8Array): DataSet | null {
  const reader = new ColumnReader(payload, (found) => damaged(`a data set: ${found}`));
  const headBytes = reader.u32('headBytes');
  reader.u32('headBytes');
  const head = jsonFields(reader.bytes(headBytes, 'head'), 'data set');
  const texts = head.objects('texts');
  const links = head.objects('links');
  const values = head.objects('values');
  const id = idOf(head);
  if (values.some((column) => !isUnit(column.text('unit')))) return null;
  const rows = head.number('rows');
  const columns = texts.length + links.length + values.length;
  if (columns > MAX_COLUMNS)
    throw damaged(`the data set ${id} has ${columns} columns; ${MAX_COLUMNS} are allowed`);
  if (columns === 0 || !Number.isInteger(rows) || rows < 0 || rows * columns > reader.left)
    throw damaged(`the data set ${id} has ${rows} rows of ${columns} columns in ${reader.left} bytes`);
  const ids = [...texts, ...links, ...values].map(idOf);
  const twice = ids.find((column, i) => ids.indexOf(column) < i);
  if (twice !== undefined) throw damaged(`the data set ${id} has two columns ${twice}`);
  const set = {
    id,
    title: head.text('title'),
    rows,
    texts: texts.map((column) => textColumn(column, rows, reader)),
    links: links.map((column) => linkColumn(column, rows, reader)),
    values: values.map((column) => valueColumn(column, rows, reader)),
  };
  reader.end();
  return set;
}

function isUnit(text: string): boolean {
  return METRIC_UNITS.some((unit) => unit === text);
}

function idOf(described: Fields): string {
  const id = described.text('id');
  if (!ID.test(id))
    throw damaged(
      `${described.path}.id is ${JSON.stringify(id.slice(0, 64))}; a letter a to z and up to 63 letters, digits or - are allowed`,
    );
  return id;
}

function textColumn(described: Fields, rows: number, reader: ColumnReader): TextColumn {
  const id = described.text('id');
  const words = described.texts('words');
  const places = new Float64Array(rows);
  reader.varints(places, id);
  const wrong = places.findIndex((place) => place >= words.length);
  if (wrong >= 0)
    throw damaged(`${id} of row ${wrong} of a data set is text ${places[wrong]} of ${words.length}`);
  return { id, title: described.text('title'), texts: Array.from(places, (place) => words[place]) };
}

function linkColumn(described: Fields, rows: number, reader: ColumnReader): LinkColumn {
  const id = described.text('id');
  const linked = new Float64Array(rows);
  reader.varints(linked, id);
  const wrong = linked.findIndex((row) => row > MAX_ROW);
  if (wrong >= 0)
    throw damaged(
      `${id} of row ${wrong} of a data set is ${linked[wrong] - 1}; ${MAX_ROW - 1} is allowed at most`,
    );
  return { id, title: described.text('title'), rows: Int32Array.from(linked, (row) => row - 1) };
}

function valueColumn(described: Fields, rows: number, reader: ColumnReader): ValueColumn {
  const id = described.text('id');
  const unit = described.oneOf('unit', METRIC_UNITS);
  const values = new Float64Array(rows);
  reader.numbers(values, id);
  const wrong = values.findIndex((value) => Math.abs(value) === Infinity);
  if (wrong >= 0) throw damaged(`${id} of row ${wrong} of a data set is ${values[wrong]}`);
  return { id, title: described.text('title'), unit, isExact: described.boolean('isExact'), values };
}
