import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { totalsOf } from '../../../shared/compare/heapSnapshotSets.ts';
import type { HeapSnapshot } from '../../../shared/compare/risingClasses.ts';
import { formatBytes, formatCount } from '../../../shared/naming/formatNumbers.ts';
import './SnapshotStrip.css';

/** Which snapshots are looked at: one, or two against each other. */
export interface ChosenSnapshots {
  readonly a: number;
  /** After it; null: one alone. */
  readonly b: number | null;
}

interface SnapshotStripProps {
  readonly snapshots: readonly HeapSnapshot[];
  readonly chosen: ChosenSnapshots;
  readonly onChoose: (chosen: ChosenSnapshots) => void;
}

/** The earlier one is A, whichever was dragged. */
export function ofTwo(one: number, other: number): ChosenSnapshots {
  return one === other ? { a: one, b: null } : { a: Math.min(one, other), b: Math.max(one, other) };
}

/**
 * Snapshots of a heap as bars, the first one at the left. A click chooses one; one dragged to another one compares the two, and so does
 * Shift with an arrow key, from the one that is chosen.
 */
export function SnapshotStrip({ snapshots, chosen, onChoose }: SnapshotStripProps) {
  const strip = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const totals = snapshots.map(totalsOf);
  const most = totals.reduce((sum, { bytes }) => Math.max(sum, bytes), 1);
  // Where the keys are: the end that Shift moves.
  const [at, setAt] = useState(chosen.b ?? chosen.a);
  const [anchor, setAnchor] = useState(chosen.a);
  const place = Math.min(at, snapshots.length - 1);
  useEffect(() => {
    if (dragged === null) return;
    const end = (): void => {
      if (over !== null) {
        setAt(over);
        setAnchor(dragged);
        onChoose(ofTwo(dragged, over));
      }
      setDragged(null);
      setOver(null);
    };
    window.addEventListener('pointerup', end);
    return () => window.removeEventListener('pointerup', end);
  }, [dragged, over, onChoose]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -snapshots.length, End: snapshots.length }[event.key];
    if (step === undefined) return;
    const next = Math.min(snapshots.length - 1, Math.max(0, place + step));
    setAt(next);
    if (!event.shiftKey) setAnchor(next);
    onChoose(event.shiftKey ? ofTwo(anchor, next) : { a: next, b: null });
    event.preventDefault();
    strip.current
      ?.querySelectorAll<HTMLElement>('[role=option]')
      [next]?.scrollIntoView({ inline: 'nearest' });
  };
  const shown = dragged !== null && over !== null ? ofTwo(dragged, over) : chosen;
  return (
    <div className="snapshotStrip">
      <div
        ref={strip}
        className="snapshotBars"
        role="listbox"
        aria-label="Snapshots"
        aria-multiselectable
        aria-orientation="horizontal"
        aria-activedescendant={`snapshot-${place}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {snapshots.map(({ sinceMs }, i) => (
          <SnapshotBar
            key={i}
            place={i}
            sinceMs={sinceMs}
            {...totals[i]}
            share={totals[i].bytes / most}
            side={i === shown.a ? (shown.b === null ? 'alone' : 'A') : i === shown.b ? 'B' : null}
            isDragged={dragged === i}
            onPress={() => {
              setDragged(i);
              setOver(i);
            }}
            onEnter={() => {
              if (dragged !== null) setOver(i);
            }}
          />
        ))}
      </div>
    </div>
  );
}

interface SnapshotBarProps {
  /** From 0. */
  readonly place: number;
  readonly sinceMs: number;
  readonly objects: number;
  readonly bytes: number;
  /** Of the largest snapshot, 0 to 1. */
  readonly share: number;
  /** null: it is not looked at. */
  readonly side: 'A' | 'B' | 'alone' | null;
  readonly isDragged: boolean;
  readonly onPress: () => void;
  readonly onEnter: () => void;
}

/** One snapshot, as high as its bytes. */
function SnapshotBar({ place, sinceMs, objects, bytes, share, side, ...pointer }: SnapshotBarProps) {
  const text = `Snapshot ${place + 1}, ${sinceText(sinceMs)}: ${formatBytes(bytes)}, ${formatCount(objects)} objects`;
  return (
    <div
      id={`snapshot-${place}`}
      role="option"
      aria-selected={side !== null}
      className={`snapshotBar${side ? ' snapshotBar-chosen' : ''}${pointer.isDragged ? ' snapshotBar-dragged' : ''}`}
      title={`${text}. Drag it to another one to compare the two.`}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        // A finger would keep all that follows to this bar.
        if (event.currentTarget.hasPointerCapture(event.pointerId))
          event.currentTarget.releasePointerCapture(event.pointerId);
        pointer.onPress();
      }}
      onPointerEnter={pointer.onEnter}
    >
      <span className="snapshotSide">{side === 'alone' ? '' : side}</span>
      <span className="visuallyHidden">{text}</span>
      <span className="snapshotRoom">
        <span className="snapshotFill" style={{ height: `${Math.max(2, share * 100)}%` }} />
      </span>
      <span className="snapshotSince" aria-hidden="true">
        {sinceText(sinceMs)}
      </span>
    </div>
  );
}

/** "0 s", "40 s", "12:30" */
function sinceText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 100) return `${seconds} s`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
