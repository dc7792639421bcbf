import { linkHorizontal } from 'd3';
import { useEffect, useState } from 'react';
import { formatCount, formatTime } from '../../../shared/naming/formatNumbers.ts';
import type { Results } from '../../state/results.ts';
import { useWidth } from '../../widgets/useWidth.ts';
import { Segments } from '../../widgets/Segments.tsx';
import type { TableRow } from '../../worker/table/tableRow.ts';
import type { CalleesPane, CalleesPicture } from '../../worker/views/calleesView.ts';
import type { MethodLabel, MethodLabels } from '../table/methodLabels.ts';
import { useMethodLabels } from '../table/useMethodLabels.ts';
import './CallGraph.css';

/** On each side: the others are in the tables. */
const MOST_NODES = 14;
const NODE_REM = 3;
const LEAST_WIDTH_PX = 680;
const WIDEST_LINK_PX = 24;

type GraphMetric = 'time' | 'calls';

interface CallGraphProps {
  readonly results: Results;
  readonly picture: CalleesPicture;
}

/**
 * A method in the middle, who calls it on the left, what it calls on the right; a link is as wide as its part of the time or of
 * the calls. A click selects, a double click or Enter puts a method in the middle.
 */
export function CallGraph({ results, picture }: CallGraphProps) {
  const { subject, callers, callees } = picture;
  const [chosen, setChosen] = useState<GraphMetric>('time');
  const metric = callees.timed ? chosen : 'calls';
  const [frame, width] = useWidth(LEAST_WIDTH_PX);
  const labels = useMethodLabels(results);
  useEffect(() => {
    // The tables, which ask for what is in view, are not drawn.
    for (const pane of ['callers', 'callees'] as const)
      results.ask('callees', {
        kind: 'inPane',
        pane,
        ask: { kind: 'look', topRow: 0, viewRows: 10 * MOST_NODES, shiftedRows: 0 },
      });
  }, [results, subject]);
  const valueOf = (row: TableRow): number => (metric === 'time' ? row.totalNs : row.calls);
  const textOf = (value: number): string =>
    metric === 'time' ? formatTime(value) : `${formatCount(value)} calls`;
  const sides = { callers: neighbours(callers.rows, valueOf), callees: neighbours(callees.rows, valueOf) };
  const whole = callees.rows.find(({ depth }) => depth === 0);
  const most = Math.max(1, ...[...sides.callers, ...sides.callees].map(valueOf), whole ? valueOf(whole) : 0);
  const sheet = sheetOf(Math.max(1, sides.callers.length, sides.callees.length), width);
  const ask = (pane: CalleesPane, row: TableRow): void =>
    results.ask('callees', {
      kind: 'inPane',
      pane,
      ask: { kind: 'click', generation: picture[pane].generation, node: row.node },
    });
  const centre = (pane: CalleesPane, row: TableRow): void => {
    ask(pane, row);
    results.ask('callees', { kind: 'centre', pane });
  };
  const nodesOf = (pane: CalleesPane) => (
    <Neighbours
      rows={sides[pane]}
      pane={pane}
      sheet={sheet}
      labels={labels}
      textOf={(row) => textOf(valueOf(row))}
      onSelect={(row) => ask(pane, row)}
      onCentre={(row) => centre(pane, row)}
    />
  );
  return (
    <div className="callGraph" aria-label="Call graph" role="group">
      <CallGraphTools metric={callees.timed ? metric : null} onMetric={setChosen} />
      <div ref={frame} className="callGraphFrame">
        <div className="callGraphSheet" style={{ height: sheet.height, width }}>
          <svg width={width} height={sheet.height} aria-hidden="true">
            {(['callers', 'callees'] as const).map((pane) => (
              <Links
                key={pane}
                rows={sides[pane]}
                pane={pane}
                sheet={sheet}
                widthOf={(row) => Math.max(1, (WIDEST_LINK_PX * valueOf(row)) / most)}
              />
            ))}
          </svg>
          {nodesOf('callers')}
          <div
            className="callGraphSubject"
            style={{ top: sheet.height / 2 - sheet.nodePx / 2, height: sheet.nodePx }}
          >
            <strong className="callGraphName mono">
              {subject === null ? '' : shortLabel(labels.get(subject))}
            </strong>
            <span className="muted">{whole ? textOf(valueOf(whole)) : ''}</span>
          </div>
          {nodesOf('callees')}
        </div>
      </div>
    </div>
  );
}

interface CallGraphToolsProps {
  /** null: there is nothing to choose. */
  readonly metric: GraphMetric | null;
  readonly onMetric: (metric: GraphMetric) => void;
}

function CallGraphTools({ metric, onMetric }: CallGraphToolsProps) {
  return (
    <div className="callGraphTools">
      {metric === null ? null : (
        <Segments
          label="Width of links"
          value={metric}
          options={[
            { value: 'time', text: 'Total Time' },
            { value: 'calls', text: 'Invocations' },
          ]}
          onChange={onMetric}
        />
      )}
      <span className="muted">
        Callers are on the left, callees on the right. The wider a link, the more.
      </span>
    </div>
  );
}

/** Where all is drawn, px. */
interface Sheet {
  readonly height: number;
  readonly nodePx: number;
  /** Edges of the nodes of both sides, and of the one in the middle. */
  readonly x: Readonly<Record<CalleesPane | 'left' | 'right', number>>;
  /** Of the middle of a node among so many. */
  readonly yOf: (i: number, count: number) => number;
}

/** @param rows nodes on the side that has the most */
function sheetOf(rows: number, width: number): Sheet {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 13;
  const nodePx = NODE_REM * rem;
  const height = rows * nodePx;
  return {
    height,
    nodePx,
    x: { callers: 0.36 * width, left: 0.4 * width, right: 0.6 * width, callees: 0.64 * width },
    yOf: (i, count) => (height - count * nodePx) / 2 + (i + 0.5) * nodePx,
  };
}

interface SideProps {
  readonly rows: readonly TableRow[];
  readonly pane: CalleesPane;
  readonly sheet: Sheet;
}

interface NeighboursProps extends SideProps {
  readonly labels: MethodLabels;
  readonly textOf: (row: TableRow) => string;
  readonly onSelect: (row: TableRow) => void;
  readonly onCentre: (row: TableRow) => void;
}

/** The methods of one side. */
function Neighbours({ rows, pane, sheet, labels, textOf, onSelect, onCentre }: NeighboursProps) {
  const { nodePx, yOf } = sheet;
  return rows.map((row, i) => (
    <button
      key={row.node}
      type="button"
      className={`callGraphNode callGraphNode-${pane}`}
      style={{ top: yOf(i, rows.length) - nodePx / 2 + 3, height: nodePx - 6 }}
      title={`${labels.of(row).long}\nDouble click or Enter: in the middle`}
      onClick={() => onSelect(row)}
      onDoubleClick={() => onCentre(row)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onCentre(row);
      }}
    >
      <span className="callGraphName mono">{shortLabel(labels.of(row))}</span>
      <span className="muted">{textOf(row)}</span>
    </button>
  ));
}

/** From the methods of one side to the one in the middle. */
function Links({ rows, pane, sheet, widthOf }: SideProps & { readonly widthOf: (row: TableRow) => number }) {
  const { height, x, yOf } = sheet;
  const link = linkHorizontal<unknown, readonly [number, number]>();
  return rows.map((row, i) => {
    const y = yOf(i, rows.length);
    const ends: { readonly source: [number, number]; readonly target: [number, number] } =
      pane === 'callers'
        ? { source: [x.callers, y], target: [x.left, height / 2] }
        : { source: [x.right, height / 2], target: [x.callees, y] };
    return <path key={row.node} className="callGraphLink" d={link(ends) ?? ''} strokeWidth={widthOf(row)} />;
  });
}

/** Those next to the method in the middle, the largest first. */
function neighbours(rows: readonly TableRow[], valueOf: (row: TableRow) => number): readonly TableRow[] {
  return rows
    .filter(({ depth }) => depth === 1)
    .sort((a, b) => valueOf(b) - valueOf(a))
    .slice(0, MOST_NODES);
}

function shortLabel({ keyword, className, method }: MethodLabel): string {
  return `${keyword}${className}${method === '' ? '' : `.${method}`}`;
}
