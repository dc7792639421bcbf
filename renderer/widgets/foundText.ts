import { formatCount } from '../../shared/naming/formatNumbers.ts';

/** What a search has found, in any view. */
export interface Found {
  readonly text: string;
  readonly count: number;
  /** Which of these is selected, in the order that the steps go; 0: none. */
  readonly place: number;
}

/** "3 of 192", or "192 found" where something else is selected. */
export function foundText(found: Found | null): string {
  if (!found) return '';
  const { count, place } = found;
  if (count === 0) return 'not found';
  return place > 0 ? `${formatCount(place)} of ${formatCount(count)}` : `${formatCount(count)} found`;
}

/**
 * When that is to be said aloud: after typing and after each step. Not when the numbers of a running recording move the match
 * among the others, nor at each row that is no match.
 * @param selected stands for what is selected
 */
export function whenFound(found: Found | null, selected: number): string {
  return found ? `${found.text} ${found.place > 0 ? selected : ''}` : '';
}
