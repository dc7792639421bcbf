/** Between groups of three digits, and between number and unit: narrow, and no line breaks there. */
export const THIN_SPACE = '\u202f';

/** Between groups of three digits in plain text, so that it can be searched and copied. */
export const SEPARATOR = ',';

/** A unit that a whole column shares, so that its numbers can be compared at a glance. */
export interface TimeUnit {
  readonly name: 'ns' | 'µs' | 'ms' | 's';
  readonly ns: number;
}

const NANOSECOND: TimeUnit = { name: 'ns', ns: 1 };
const UNITS: readonly TimeUnit[] = [
  { name: 's', ns: 1e9 },
  { name: 'ms', ns: 1e6 },
  { name: 'µs', ns: 1e3 },
];

/** The largest unit in which this time is 1 or more: for a column, give its largest time. */
export function timeUnitFor(ns: number): TimeUnit {
  return UNITS.find((unit) => ns >= unit.ns) ?? NANOSECOND;
}

/** In the unit that fits, three digits: 950 ns, 1.23 µs, 45.6 ms, 789 s. */
export function formatTime(ns: number): string {
  // What rounds up to 1,000 of a unit is 1.00 of the next: 999,600 ns is 1.00 ms.
  const unit = timeUnitFor(Number(ns.toPrecision(3)));
  const value = ns / unit.ns;
  if (unit.ns === 1) return `${Math.round(value)} ns`;
  const decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return `${grouped(value.toFixed(decimals), THIN_SPACE)} ${unit.name}`;
}

const MOST_DECIMALS = 3;

/** In the unit of its column, without the unit's name: whole ns, else as many decimals. */
export function formatTimeIn(
  ns: number,
  unit: TimeUnit,
  separator: string = THIN_SPACE,
  decimals = decimalsFor(unit, 0),
): string {
  return grouped((ns / unit.ns).toFixed(decimals), separator);
}

/** As many as tell steps of so many ns apart, three at most: of samples each 10 ms there are no thousandths of a ms. @param stepNs 0: no step is known */
export function decimalsFor(unit: TimeUnit, stepNs: number): number {
  if (unit.ns === 1) return 0;
  if (stepNs <= 0) return MOST_DECIMALS;
  return Math.min(MOST_DECIMALS, Math.max(0, Math.ceil(Math.log10(unit.ns / stepNs) - 1e-9)));
}

/** 1234567 as 1 234 567. */
export function formatCount(count: number, separator: string = THIN_SPACE): string {
  return grouped(count.toFixed(0), separator);
}

/** Calls per root call or second, which are no whole numbers: 12.250, and < 0.001, never 0, for what is smaller. */
export function formatMeanCount(count: number, separator: string = THIN_SPACE): string {
  const size = Math.abs(count);
  if (size > 0 && size < 0.0005) return `${count < 0 ? '> -' : '< '}0.001`;
  return `${count < 0 ? '-' : ''}${grouped(size.toFixed(3), separator)}`;
}

/** In sentences: 12 where it is a whole number, else 12.250. */
export function formatMeanInText(count: number, separator: string = THIN_SPACE): string {
  return Number.isInteger(count) ? formatCount(count, separator) : formatMeanCount(count, separator);
}

/** 1 class, 2 classes. @param many of words that take more than an s */
export function formatCountOf(count: number, one: string, many = `${one}s`, separator?: string): string {
  return `${formatCount(count, separator)} ${count === 1 ? one : many}`;
}

/** Share of a base: 12.3 %. A share too small to show is < 0.1 %, never 0; without a base there is none. */
export function formatPercent(part: number, whole: number): string {
  if (!(whole > 0)) return '–';
  const percent = (100 * part) / whole;
  return percent > 0 && percent < 0.05 ? '< 0.1 %' : `${percent.toFixed(1)} %`;
}

/** Powers of 1,024: 950 B, 1.5 KiB, 16.0 MiB. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1024 ? 0 : Math.min(4, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${power === 0 ? value.toFixed(0) : value.toFixed(1)} ${['B', 'KiB', 'MiB', 'GiB', 'TiB'][power]}`;
}

function grouped(digits: string, separator: string): string {
  const point = digits.indexOf('.');
  const wholeDigits = point < 0 ? digits.length : point;
  if (wholeDigits <= 3) return digits; // nearly always: tables have millions of cells
  return digits.slice(0, wholeDigits).replace(/\B(?=(\d{3})+$)/g, separator) + digits.slice(wholeDigits);
}

/** +12.3 %; new where there was nothing before, a factor from +1,000 % on. */
export function formatChange(a: number, b: number): string {
  if (a === b) return '0.0 %';
  if (a === 0) return 'new';
  const percent = (100 * (b - a)) / a;
  if (percent >= 1_000) return `x ${formatCount(b / a, SEPARATOR)}`;
  return `${percent > 0 ? '+' : ''}${percent.toFixed(1)} %`;
}
