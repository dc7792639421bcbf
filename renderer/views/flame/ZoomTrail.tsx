import { Fragment } from 'react';
import { formatPercent } from '../../../shared/naming/formatNumbers.ts';
import { useAtom } from '../../state/atom.ts';
import type { Results } from '../../state/results.ts';
import type { FlameKind } from '../../worker/views/flameFrame.ts';
import { widthOf } from '../../worker/views/flameSpans.ts';
import type { MethodLabels } from '../table/methodLabels.ts';
import { frameLabel, frameName } from './frameLabel.ts';

/** Of a long path, the first and the last ones are shown. */
const FIRST = 1;
const LAST = 4;

interface ZoomTrailProps {
  readonly view: FlameKind;
  readonly results: Results;
  readonly labels: MethodLabels;
}

/** Into which frames the view is zoomed, from the root on; a click zooms back out to one of them. */
export function ZoomTrail({ view: kind, results, labels }: ZoomTrailProps) {
  const picture = useAtom(results.picture(kind));
  if (!picture) return <nav className="zoomTrail" aria-label="Zoom" />;
  const { zoomed, view, generation, search } = picture;
  const left = zoomed.length > FIRST + LAST + 1 ? zoomed.length - LAST : FIRST;
  const zoom = (node: number): void => {
    results.ask(kind, { kind: 'zoom', generation, node });
  };
  const isWhole = view.from === 0 && view.to === 1;
  return (
    <nav className="zoomTrail" aria-label="Zoom">
      <button
        type="button"
        className="zoomTrailStep"
        disabled={isWhole}
        title="All (0)"
        onClick={() => zoom(0)}
      >
        All
      </button>
      {zoomed.map((frame, i) =>
        i >= FIRST && i < left ? (
          i === FIRST ? (
            <span key="left" className="muted">
              › {left - FIRST} more
            </span>
          ) : null
        ) : (
          <Fragment key={frame.node}>
            <span className="muted" aria-hidden="true">
              ›
            </span>
            <button
              type="button"
              className="zoomTrailStep"
              title={frameName(labels, frame)}
              aria-current={i === zoomed.length - 1 ? 'location' : undefined}
              onClick={() => zoom(frame.node)}
            >
              {frameLabel(labels, frame)}
            </button>
          </Fragment>
        ),
      )}
      <span className="zoomTrailShare muted">
        {search ? `found: ${formatPercent(search.share, 1)} of the whole` : null}
        {search && !isWhole ? ' · ' : null}
        {isWhole ? null : `in view: ${formatPercent(widthOf(view), 1)} of the whole`}
      </span>
    </nav>
  );
}
