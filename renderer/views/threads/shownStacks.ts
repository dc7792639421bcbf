import type { DataSet } from '../../../shared/recording/dataSets/dataSet.ts';
import { textsNamed } from '../../../shared/recording/dataSets/dataSetParts.ts';
import { framesIn, HELD_STACK, STACK } from '../../../shared/recording/dataSets/stackColumns.ts';

/** A stack of a row, as the panel shows it. */
export interface ShownStack {
  readonly kind: 'own' | 'holder';
  /** Whose it is: "worker × 2, parked", "Held by saver". */
  readonly title: string;
  /** Innermost first. */
  readonly frames: readonly string[];
  /** What is said where there is no frame. */
  readonly nothing: string;
}

const NO_HOLDER = 'No thread is known to have held it.';
const NOT_SEEN = 'Where that thread was is not known: it was not seen meanwhile.';

/** The stacks of a row: its own, where the set has such a column, and that of the thread that holds what it waits for. */
export function shownStacks(set: DataSet, row: number): readonly ShownStack[] {
  const text = (id: string): string => textsNamed(set, id)?.[row] ?? '';
  const stacks: ShownStack[] = [];
  if (textsNamed(set, STACK))
    stacks.push({
      ...{ kind: 'own', frames: framesIn(text(STACK)) },
      title: [text('thread') || text('names'), text('state')].filter((part) => part !== '').join(', '),
      nothing: 'It runs no Java code.',
    });
  const holder = text('heldBy');
  const isRecorded = stacks.length === 0;
  if (holder === '')
    return isRecorded ? [{ kind: 'holder', title: 'No holder', frames: [], nothing: NO_HOLDER }] : stacks;
  const by = isRecorded && text('state') === 'waiting' ? 'Notified by' : 'Held by';
  stacks.push({
    ...{ kind: 'holder', frames: framesIn(text(HELD_STACK)), nothing: NOT_SEEN },
    title: [by, holder, text('heldState')].filter((part) => part !== '').join(' '),
  });
  return stacks;
}
