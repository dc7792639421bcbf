import type { FrameColors } from '../../../shared/rows/packageColors.ts';
import type { ComparedRow, FurtherColumn } from '../table/tableRow.ts';
import type { FlameBoxes, FlameOrder, FlameSpan } from '../../../shared/analysis/flameLayout.ts';

/** The views that are drawn as frames: their pictures are FlamePictures, and they are asked FlameAsks. */
export type FlameKind = 'flame' | 'packages';

export function isFlameKind(view: string): view is FlameKind {
  return view === 'flame' || view === 'packages';
}

/** What frames stand upon each other: callees upon their callers, callers upon their callees, methods upon their classes and packages. */
export type FlameShape = 'calls' | 'callers' | 'packages';

/** A package or class, in letters that are safe to show. */
export interface FrameTitle {
  /** Of a class without its package. */
  readonly short: string;
  readonly long: string;
}

/** One frame of a flame graph with all its numbers: that which is selected, or pointed at. */
export interface FlameFrame {
  /** NodeIndex, the same as long as the picture's generation. */
  readonly node: number;
  /** Of a package or class one of its methods. */
  readonly method: number;
  /** null: the frame is a method. */
  readonly title: FrameTitle | null;
  /** 0 = all, 1 = a root */
  readonly level: number;
  readonly span: FlameSpan;
  /** Its calls were counted only: it has no times. */
  readonly isCounted: boolean;
  readonly calls: number;
  readonly selfNs: number;
  readonly totalNs: number;
  /** Bounds of the errors of these. */
  readonly errorNs: number;
  readonly totalErrorNs: number | null; // null: not known, except of calls
  /** Of further metrics. */
  readonly further: readonly { readonly column: FurtherColumn; readonly value: number }[];
  /** In a comparison: the numbers of both sides; the others are of the side after. */
  readonly compared: ComparedRow | null;
  /** How many frames the box stands for: itself, and others too narrow to be drawn. */
  readonly frames: number;
}

/** The boxes around what is in view. Their x is px in `span`, which is drawn `widthPx` wide. */
export interface FlameSheet extends FlameBoxes {
  readonly span: FlameSpan;
  readonly widthPx: number;
  /** Level of the first of `levels`; those outside are left out. */
  readonly firstLevel: number;
  readonly method: Int32Array; // box -> MethodId, of a package or class one of its methods; of level 0: -1
  readonly titles: readonly (FrameTitle | null)[] | null; // box -> null: a method; null: all are methods
  /** In a comparison: box -> share of the larger side by which it has changed, -1 vanished to 1 new, 0 within its error. */
  readonly changes: Float32Array | null;
}

/** What the page draws of a flame graph. */
export interface FlamePicture {
  readonly generation: number;
  /** Frames are as wide as their self time, except of calls. */
  readonly shape: FlameShape;
  /** Grows when another frame is selected. */
  readonly selections: number;
  readonly sheet: FlameSheet;
  /** How many levels there are in view from left to right, level 0 included. */
  readonly levelCount: number;
  /** What is to be in view: the page goes there, at its ease, when `zooms` grows. */
  readonly view: FlameSpan;
  readonly zooms: number;
  /** Grows when the tree has moved: what was in view by `before` is there by `after`. The page follows at once. */
  readonly moves: number;
  readonly move: { readonly before: FlameSpan; readonly after: FlameSpan };
  /** Grows when the selected frame's level is to be scrolled to. */
  readonly reveals: number;
  /** The frames that fill the view, from the root; empty: all is in view. */
  readonly zoomed: readonly Pick<FlameFrame, 'node' | 'method' | 'title'>[];
  /** null: none. */
  readonly selected: FlameFrame | null;
  readonly pointed: FlameFrame | null;
  readonly order: FlameOrder;
  /** Further metrics that there are, by their ids; of a comparison none. */
  readonly values: readonly string[];
  /** The one that frames are as wide as; '': times, or calls without them. */
  readonly value: string;
  /** What colours tell, unless the reader has chosen. */
  readonly colors: FrameColors;
  /** False when the clock was none. */
  readonly timed: boolean;
  readonly search: FoundFrames | null;
  /** Of all roots: the bases of percentages. */
  readonly totalNs: number;
  readonly allCalls: number;
}

export interface FoundFrames {
  readonly text: string;
  readonly count: number;
  /** Which of these the selected frame is, in the order that the steps go; 0: it is none. */
  readonly place: number;
  /** Of the whole that is in methods found, a match within a match counted once. */
  readonly share: number;
}

export type FlameAsk =
  /** What is in view, and what will be at the end of the way there. `zooms` and `moves` of the picture that this follows. */
  | {
      readonly kind: 'look';
      readonly view: FlameSpan;
      readonly goal: FlameSpan;
      readonly moves: number;
      readonly widthPx: number;
      readonly topLevel: number;
      readonly viewLevels: number;
      readonly zooms: number;
    }
  /** zoom: fills the view with it; node 0 is all. */
  | { readonly kind: 'select' | 'zoom'; readonly generation: number; readonly node: number }
  /** node 0: at nothing. frames: of the box. */
  | {
      readonly kind: 'point';
      readonly generation: number;
      readonly node: number;
      readonly frames: number;
    }
  | { readonly kind: 'act'; readonly action: FlameAction }
  | { readonly kind: 'order'; readonly order: FlameOrder }
  | { readonly kind: 'invert'; readonly isInverted: boolean }
  /** What frames are as wide as: the id of a further metric; '': times, or calls without them. */
  | { readonly kind: 'value'; readonly value: string }
  /** Methods that have all words of the text in their long name; "" ends the search. */
  | { readonly kind: 'search'; readonly text: string };

/** What a key does, from the selected frame on. root, leaf: the outermost caller, the end of the hot path below. */
export type FlameAction =
  | 'parent'
  | 'child'
  | 'previous'
  | 'next'
  | 'root'
  | 'leaf'
  | 'zoomSelected'
  | 'zoomAll'
  | 'findNext'
  | 'findPrevious';
