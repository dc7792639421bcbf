import { isWanted, wantedCharge } from './goals.ts';
import type { RealProgram } from './programs.ts';

export const CHARGED_TEXT =
  "Charged: what the root is shown with, the probes' cost taken out, ± the bound of its error. Column / bare: Charged over the bare " +
  'run, wanted as the head says. (*) marks methods of nanoseconds: of bursts a factor of 4 is wanted, of nano nothing. What threads ' +
  'waited for a core is left out where the system tells it, of the bare run too.';

export function nameOf({ name, isTiny, title }: RealProgram): string {
  return `${name}${isTiny ? ' (*)' : ''}: ${title}`;
}

/** Head of a column of charged over bare. */
export function chargeHead(clock: string): string {
  const wanted = wantedCharge({}, clock);
  return wanted === null ? '/ bare' : `/ bare (wanted: ${wanted.join(' to ')})`;
}

/** Charged over bare, and whether that is what is wanted. */
export function chargeText(program: RealProgram, clock: string, ratio: number): string {
  const wanted = wantedCharge(program, clock);
  if (wanted === null || Number.isNaN(ratio)) return ratioText(ratio);
  return `${ratioText(ratio)} ${isWanted(ratio, wanted) ? 'met' : 'missed'}`;
}

export function timeText(ms: number): string {
  if (Number.isNaN(ms)) return '—';
  return ms < 1_000 ? `${ms.toFixed(ms < 10 ? 1 : 0)} ms` : `${(ms / 1_000).toFixed(2)} s`;
}

export function percentText(share: number): string {
  return Number.isNaN(share) ? '—' : `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
}

export function countText(count: number): string {
  return Number.isNaN(count) ? '—' : count.toLocaleString('en');
}

export function ratioText(ratio: number): string {
  return Number.isNaN(ratio) ? '—' : ratio.toFixed(2);
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)];
}

/** The end of a part of the page. */
export function missedLines(missed: readonly string[]): string[] {
  return missed.length === 0
    ? ['All goals are met.']
    : ['Goals missed:', '', ...missed.map((text) => `- ${text}`)];
}
