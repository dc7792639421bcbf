import { useId, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { formatCountOf } from '../../../shared/naming/formatNumbers.ts';
import { keyName } from '../../widgets/keyName.ts';
import { PointerTooltip } from '../../widgets/PointerTooltip.tsx';
import { Spoken } from '../../widgets/Spoken.tsx';
import { cellAt, cellText, isCellKey, steppedCell, type CellPlace } from './cellSteps.ts';
import type { DurationCell } from './durationMap.ts';

const HELP =
  'Point at a cell for its values, or use the arrow keys. Enter and a click make its duration the limit; a drag selects a range.';

interface MapCellsProps {
  readonly cells: readonly DurationCell[];
  /** Its duration is to be the limit. */
  readonly onLimit: (ns: number) => void;
  /** The map; `cell` is the one that keys have chosen. What draws a cell tells its place in `cells` by data-cell. */
  readonly children: (cell: DurationCell | null) => ReactNode;
}

/** Around the map: a cell says its values where it is pointed at, and to the eye and the ear where keys have gone to it. */
export function MapCells({ cells, onLimit, children }: MapCellsProps) {
  const helpId = useId();
  const [pointed, setPointed] = useState<PointedCell | null>(null);
  const [place, setPlace] = useState<CellPlace | null>(null);
  const chosen = cellAt(cells, place);
  const onKeyDown = (event: KeyboardEvent): void => {
    const key = keyName(event);
    if (isCellKey(key)) setPlace(steppedCell(cells, chosen, key));
    else if (key === 'Enter' && chosen !== null) onLimit(chosen.atLeastNs);
    else if (key === 'Escape' && chosen !== null) setPlace(null);
    else return;
    setPointed(null);
    event.preventDefault();
    event.stopPropagation();
  };
  const pointedCell = pointed === null ? null : cellAt(cells, pointed.place);
  const shown = pointedCell ?? chosen;
  return (
    <>
      <div
        className="rootCallsCells"
        role="application"
        aria-roledescription="heat map"
        aria-label={`Map of root calls, ${formatCountOf(cells.length, 'cell')}`}
        aria-describedby={helpId}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => setPlace(null)}
        onPointerMove={(event) => setPointed(pointedAt(event, cells))}
        onPointerLeave={() => setPointed(null)}
      >
        {children(chosen)}
      </div>
      <p className={shown === null ? 'rootCallsCellText muted' : 'rootCallsCellText'} aria-hidden>
        {shown === null ? HELP : cellText(shown)}
      </p>
      <Spoken
        id={helpId}
        when={chosen === null ? '' : `${chosen.fromNs} ${chosen.atLeastNs}`}
        text={chosen === null ? HELP : cellText(chosen)}
      />
      {pointed === null || pointedCell === null ? null : (
        <PointerTooltip x={pointed.x} y={pointed.y} className="rootCallsTooltip">
          {cellText(pointedCell)}
        </PointerTooltip>
      )}
    </>
  );
}

interface PointedCell {
  readonly place: CellPlace;
  /** Of the pointer, in the window. */
  readonly x: number;
  readonly y: number;
}

/** null: no cell is there, or a drag goes over it. */
function pointedAt(
  { target, clientX, clientY, buttons }: PointerEvent,
  cells: readonly DurationCell[],
): PointedCell | null {
  const place = (target as Element).getAttribute('data-cell');
  const cell = place === null || buttons !== 0 ? undefined : cells.at(Number(place));
  return cell === undefined ? null : { place: cell, x: clientX, y: clientY };
}
