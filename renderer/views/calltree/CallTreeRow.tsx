import { formatCount } from '../../../shared/model/formatNumbers.ts';
import { Marked } from '../../widgets/Marked.tsx';
import type { CallTreePicture } from './callTreeState.ts';
import type { MethodLabels } from './methodLabels.ts';
import { NumberCell } from './NumberCell.tsx';
import { isRecursive } from './treeWalk.ts';

const INDENT_PX = 14;
const EDGE_PX = 6;
/** Of a method that was only counted. */
const NO_TIME = '—';
const NO_WORDS: readonly string[] = [];

interface CallTreeRowProps {
  readonly id: string;
  readonly picture: CallTreePicture;
  readonly labels: MethodLabels;
  readonly row: number;
  readonly hiddenLevels: number;
}

/** One node: its method, and its times and invocations in this context. */
export function CallTreeRow({ id, picture, labels, row, hiddenLevels }: CallTreeRowProps) {
  const { tree, view, numbers, timed } = picture;
  const node = picture.nodes[row];
  const depth = picture.depths[row];
  const isInner = view.hasChildren(node);
  const isOpen = isInner && view.isOpen(node);
  const isSelected = node === picture.selected;
  const label = labels.get(tree.method[node]);
  const words = picture.search?.words ?? NO_WORDS;
  const calls = tree.calls[node];
  const isCounted = tree.counted[node] === 1;
  return (
    <div
      id={id}
      role="row"
      className={`callTreeRow callTreeColumns${isSelected ? ' callTreeRow-selected' : ''}`}
      data-node={node}
      aria-level={depth + 1}
      aria-rowindex={row + 2}
      aria-expanded={isInner ? isOpen : undefined}
      aria-selected={isSelected}
      title={numbers.rowHint(node, label.long)}
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
        {isRecursive(tree, node) ? (
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
            text={isCounted ? NO_TIME : numbers.timeText(tree.totalNs[node])}
            value={tree.totalNs[node]}
            base={isCounted ? null : numbers.baseNs}
          />
          <NumberCell
            kind="self"
            column={3}
            text={isCounted ? NO_TIME : numbers.timeText(tree.selfNs[node])}
            value={tree.selfNs[node]}
            base={isCounted ? null : numbers.baseNs}
            unsure={numbers.isUnsure(node)}
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
}
