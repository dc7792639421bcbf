import { memo } from 'react';
import { formatCount } from '../../../shared/model/formatNumbers.ts';
import { Marked } from '../../widgets/Marked.tsx';
import type { CallTreeRow as Row } from '../../worker/views/callTreeRow.ts';
import type { MethodLabel } from './methodLabels.ts';
import { NumberCell } from './NumberCell.tsx';
import type { TreeNumbers } from './treeNumbers.ts';

const INDENT_PX = 14;
const EDGE_PX = 6;
/** Of a method that was only counted. */
const NO_TIME = '—';

interface CallTreeRowProps {
  readonly id: string;
  readonly row: Row;
  /** Its place in the list, from 0. */
  readonly at: number;
  readonly label: MethodLabel;
  readonly numbers: TreeNumbers;
  readonly timed: boolean;
  /** What is looked for, in small letters. */
  readonly words: readonly string[];
  readonly isSelected: boolean;
  readonly hiddenLevels: number;
}

/** One node: its method, and its times and invocations in this context. Drawn again only when something of it changed. */
export const CallTreeRow = memo(function CallTreeRow({
  id,
  row,
  at,
  label,
  numbers,
  timed,
  words,
  isSelected,
  hiddenLevels,
}: CallTreeRowProps) {
  const { node, depth, isInner, isOpen, isCounted, calls, totalNs, selfNs } = row;
  return (
    <div
      id={id}
      role="row"
      className={`callTreeRow callTreeColumns${isSelected ? ' callTreeRow-selected' : ''}`}
      data-node={node}
      aria-level={depth + 1}
      aria-rowindex={at + 2}
      aria-expanded={isInner ? isOpen : undefined}
      aria-selected={isSelected}
      title={numbers.rowHint(row, label.long)}
    >
      <div
        role="gridcell"
        aria-colindex={1}
        className="callTreeName"
        style={{ paddingLeft: EDGE_PX + Math.max(0, depth - hiddenLevels) * INDENT_PX }}
      >
        <span
          className={isInner ? `callTreeTwisty callTreeTwisty-${isOpen ? 'open' : 'closed'}` : 'callTreeLeaf'}
          aria-hidden="true"
        />
        <span className="callTreeMethod">
          <span className="callTreeFaint">
            {label.keyword}
            {label.packages}
          </span>
          {label.method === '' ? null : (
            <>
              <Marked text={label.className} words={words} />.
            </>
          )}
          <b>
            <Marked text={label.method || label.className} words={words} />
          </b>
          <span className="callTreeFaint">{label.parameters}</span>
        </span>
        {row.isRecursive ? (
          <span className="callTreeRecursive" title="Recursive: this method is open further up already">
            ↻<span className="visuallyHidden"> recursive</span>
          </span>
        ) : null}
      </div>
      {timed ? (
        <>
          <NumberCell
            kind="total"
            column={2}
            text={isCounted ? NO_TIME : numbers.timeText(totalNs)}
            value={totalNs}
            base={isCounted ? null : numbers.baseNs}
          />
          <NumberCell
            kind="self"
            column={3}
            text={isCounted ? NO_TIME : numbers.timeText(selfNs)}
            value={selfNs}
            base={isCounted ? null : numbers.baseNs}
            unsure={numbers.isUnsure(row)}
          />
        </>
      ) : null}
      <NumberCell
        kind="calls"
        column={timed ? 4 : 2}
        text={formatCount(calls)}
        value={calls}
        base={timed ? null : numbers.baseCalls}
      />
    </div>
  );
});
