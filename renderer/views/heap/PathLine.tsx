import { visibleText } from '../../../shared/naming/visibleText.ts';
import { shortName, type PathStep } from './shownHints.ts';
import './PathLine.css';

/** A path from its root as boxes and arrows, which wrap in a narrow window. */
export function PathLine({ steps }: { readonly steps: readonly PathStep[] }) {
  return (
    <ol className="pathLine" aria-label="Path from its root">
      {steps.map(({ field, name, root }, i) => (
        <li key={i} className="pathLineStep">
          {i > 0 ? (
            <span className="pathLineArrow">
              <span className="visuallyHidden">by </span>
              <span className="mono">{visibleText(field)}</span>
              <span aria-hidden="true"> →</span>
            </span>
          ) : null}
          <span
            className={`pathLineBox mono${i === 0 ? ' pathLineBox-root' : ''}${i === steps.length - 1 ? ' pathLineBox-end' : ''}`}
            title={visibleText(name)}
          >
            {visibleText(shortName(name))}
            {root ? <span className="pathLineRoot">{visibleText(root)}</span> : null}
          </span>
        </li>
      ))}
    </ol>
  );
}
