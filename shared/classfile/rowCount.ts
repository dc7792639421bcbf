import { SluiceError } from '../base/errors.ts';

/**
 * How many rows a table of a Code attribute has, which is a u2 and so many rows of one length.
 * @param info the attribute without its header
 * @throws SluiceError 'protocol' if it is cut short or too long
 */
export function rowCount(info: Uint8Array, rowBytes: number, what: string): number {
  const rows = (info[0] << 8) | info[1]; // 0 where there are none of these bytes
  if (info.byteLength === 2 + rows * rowBytes) return rows;
  throw new SluiceError(
    'protocol',
    `${what}: ${rows} rows of ${rowBytes} bytes are announced in ${info.byteLength} bytes; 2 bytes and the rows must fill them`,
  );
}
