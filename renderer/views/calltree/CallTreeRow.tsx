import type { CallTreePicture } from './callTreeState.ts';
import type { MethodNames } from './methodNames.ts';
import { TimeCell } from './TimeCell.tsx';
import { isRecursive } from './treeWalk.ts';

const INDENT_PX = 14;

interface CallTreeRowProps {
  readonly id: string;
  readonly picture: CallTreePicture;
  readonly names: MethodNames;
  readonly row: number;
  readonly hiddenLevels: number;
}

/** One node: its method, and its times and invocations in this context. */
export function CallTreeRow({ id, picture, names, row, hiddenLevels }: CallTreeRowProps) {
  const { tree, children, rows, numbers } = picture;
  const node = rows.node[row];
  const depth = rows.depth[row];
  const method = tree.method[node];
  const hasChildren = children.start[node] < children.start[node + 1];
  const open = hasChildren && picture.isOpen(node);
  const name = names.get(method);
  const isSelected = node === picture.selected;
  const className = [
    'callTreeRow callTreeColumns',
    isSelected ? 'callTreeRow-selected' : '',
    picture.search?.isMatch(method) ? 'callTreeRow-match' : '',
  ].join(' ');
  return (
    <div
      id={id}
      role="row"
      className={className}
      data-node={node}
      aria-level={depth}
      aria-rowindex={row + 2}
      aria-expanded={hasChildren ? open : undefined}
      aria-selected={isSelected}
      title={numbers.rowHint(node, name.full)}
    >
      <div
        role="gridcell"
        aria-colindex={1}
        className="callTreeName"
        style={{ paddingLeft: 6 + Math.max(0, depth - 1 - hiddenLevels) * INDENT_PX }}
      >
        <span
          className={
            hasChildren ? `callTreeTwisty callTreeTwisty-${open ? 'open' : 'closed'}` : 'callTreeLeaf'
          }
          aria-hidden="true"
        />
        <span className="callTreeMethod">
          <span className="callTreePackage">{name.shortPackage}</span>
          {name.simpleClass}.<b>{name.method}</b>
          <span className="callTreeParameters">{name.parameters}</span>
        </span>
        {isRecursive(tree, node) ? (
          <span className="callTreeRecursive" title="Called again further down its own stack">
            ↻<span className="visuallyHidden"> recursive</span>
          </span>
        ) : null}
      </div>
      {picture.timed ? (
        <>
          <TimeCell
            kind="total"
            column={2}
            text={numbers.timeText(tree.totalNs[node])}
            share={numbers.timeShare(tree.totalNs[node])}
          />
          <TimeCell
            kind="self"
            column={3}
            text={numbers.timeText(tree.selfNs[node])}
            share={numbers.timeShare(tree.selfNs[node])}
            unsure={tree.errorNs[node] > tree.selfNs[node] && tree.selfNs[node] > 0}
          />
        </>
      ) : null}
      <TimeCell
        kind="calls"
        column={picture.timed ? 4 : 2}
        text={numbers.countText(tree.calls[node])}
        share={picture.timed ? null : numbers.callShare(tree.calls[node])}
      />
    </div>
  );
}
