import { useMemo, type CSSProperties } from 'react';
import { formatBytes, formatCount } from '../../../shared/naming/formatNumbers.ts';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import type { DataSet } from '../../../shared/recording/dataSets/dataSet.ts';
import { useApp } from '../../state/app/appContext.ts';
import { pathTrees, type PathNode } from './pathTree.ts';
import { shortName } from './shownHints.ts';
import './PathPicture.css';

/** A line is as thick as its share of the objects, px. */
const THICKEST = 9;
/** Steps that are drawn below each other; longer chains go on in a line of text. */
const DEEPEST = 200;

/**
 * Merged paths as a picture, roots at the top: a box for each step, on the line to it the field that holds it. Only where paths part they are
 * set in; lines are as thick as what they lead to.
 */
export function PathPicture({ set }: { readonly set: DataSet }) {
  const trees = useMemo(() => pathTrees(set), [set]);
  return (
    <div className="pathPicture" tabIndex={0} role="group" aria-label={set.title}>
      {trees.map((node) => (
        <Chain key={node.row} node={node} depth={0} />
      ))}
    </div>
  );
}

/** Steps one below the other as long as there is one way, then the ways that there are. */
function Chain({ node, depth }: { readonly node: PathNode; readonly depth: number }) {
  const steps = [node];
  for (let last = node; last.children.length === 1 && steps.length < DEEPEST; steps.push(last))
    [last] = last.children;
  const { children } = steps[steps.length - 1];
  return (
    <div className={depth === 0 ? 'pathChain' : 'pathChain pathChain-branch'} style={thickness(node)}>
      {steps.map((step) => (
        <Step key={step.row} step={step} isEnd={step.children.length === 0} />
      ))}
      {depth < DEEPEST
        ? children.map((child) => <Chain key={child.row} node={child} depth={depth + 1} />)
        : null}
    </div>
  );
}

function Step({ step, isEnd }: { readonly step: PathNode; readonly isEnd: boolean }) {
  const { dumps } = useApp();
  const { field, name, often, root, objects, bytes } = step;
  const isRoot = field === '' && root !== '';
  const kind = isRoot ? ' pathBox-root' : isEnd ? ' pathBox-end' : '';
  return (
    <div className="pathStep" style={thickness(step)}>
      {isRoot ? null : (
        <div className="pathLink">
          <span className="pathLinkField mono">{visibleText(field) || 'held'}</span>
        </div>
      )}
      <button
        type="button"
        className={`pathBox${kind}`}
        title={`${visibleText(name)}: what it refers to, and what refers to it`}
        onClick={() => dumps.lookAt(name, 'references')}
      >
        <span className="pathBoxName mono">
          {visibleText(shortName(name))}
          {often ? <b>{often}</b> : null}
        </span>
        {root ? <span className="pathBoxRoot">{visibleText(root)}</span> : null}
        <span className="pathBoxNumbers">
          {formatCount(objects)} · {formatBytes(bytes)}
        </span>
      </button>
    </div>
  );
}

function thickness({ share }: PathNode): CSSProperties {
  return { '--path-line': `${Math.max(1.5, share * THICKEST)}px` } as CSSProperties;
}
