import { callPathOf } from '../../../shared/analysis/callPath.ts';
import type { FlameLayout, FlameSpan } from '../../../shared/analysis/flameLayout.ts';
import type { FlameAsk, FlamePicture } from './flameFrame.ts';
import type { FlameLook } from './flameSheet.ts';
import { moved, revealing, WHOLE, widthOf, withinWhole } from './flameSpans.ts';
import type { LaidFlames } from './laidFlames.ts';

/** A selected frame that is narrower cannot be seen. */
const LEAST_SELECTED_PX = 3;
/** Before the page has said how much it shows. */
const FIRST_LOOK: FlameLook = { view: WHOLE, widthPx: 1000, topLevel: 0, viewLevels: 60 };

/**
 * Where the reader of a flame graph is, and where he is being taken, while the tree changes four times a second: what he has
 * zoomed to is part of a frame, and moves with it.
 */
export class FlameViewport {
  /** Where the page is going; it is there when this equals what it looks at. */
  #view: FlameSpan = WHOLE;
  /** NodeIndex of the frame that was zoomed to last: of several as wide as the view, the one that the reader means. */
  #zoomed = 0;
  #look = FIRST_LOOK;
  #zooms = 0;
  #moves = 0;
  /** The last one. */
  #move = { before: WHOLE, after: WHOLE };
  #reveals = 0;

  get look(): FlameLook {
    return this.#look;
  }

  /** What the page needs to go along. */
  get told(): Pick<FlamePicture, 'view' | 'zooms' | 'moves' | 'move' | 'reveals'> {
    return {
      view: this.#view,
      zooms: this.#zooms,
      moves: this.#moves,
      move: this.#move,
      reveals: this.#reveals,
    };
  }

  /** The page tells what it shows. */
  looked(ask: Extract<FlameAsk, { readonly kind: 'look' }>): void {
    this.#look = ask;
    // One that has not heard of the last zoom no longer says where the reader wants to be.
    if (ask.zooms === this.#zooms && ask.moves >= this.#moves - 1)
      this.#view =
        ask.moves === this.#moves ? ask.goal : moved(ask.goal, this.#move.before, this.#move.after);
  }

  /** @param node 0 = all */
  zoomTo(node: number, span: FlameSpan): void {
    if (widthOf(span) <= 0) return; // without time there is nothing to see
    this.#view = span;
    this.#zoomed = node;
    this.#zooms++;
    this.#reveals++;
  }

  /** The frame, or the nearest above it that has time, comes into view. */
  reveal(frame: number, layout: FlameLayout): void {
    this.#reveals++;
    let node = frame;
    while (node > 0 && layout.weightOf(node) === 0) node = layout.tree.parent[node];
    const view = revealing(this.#view, layout.spanOf(node), LEAST_SELECTED_PX / this.#look.widthPx);
    if (view === this.#view) return;
    this.#view = view;
    this.#zooms++;
  }

  /** What is in view stays part of the same frame. */
  follow(before: LaidFlames, after: LaidFlames): void {
    const node = this.innermost(before);
    const path = callPathOf(before.layout.tree, node);
    const { tree } = after.layout;
    const isSame = before.generation === after.generation;
    const now = isSame ? node : after.layout.nearestAt(path);
    const span = after.layout.spanOf(now);
    if (!isSame) this.#zoomed = now;
    const isWhole = isSame || callPathOf(tree, now).length === path.length;
    const view = isWhole ? moved(this.#view, before.layout.spanOf(node), span) : span;
    if (view.from === this.#view.from && view.to === this.#view.to) return;
    this.#move = { before: this.#view, after: view };
    this.#look = { ...this.#look, view: withinWhole(moved(this.#look.view, this.#view, view)) };
    this.#view = view;
    this.#moves++;
  }

  /** The innermost frame that all of the view is in; 0 = it is in none. */
  innermost({ layout }: LaidFlames): number {
    const whole = layout.weightOf(0);
    if (this.#view.from === 0 && this.#view.to === 1) return 0;
    const from = this.#view.from * whole;
    const to = this.#view.to * whole;
    const rounding = (to - from) * 1e-6;
    let node = 0;
    let left = 0;
    for (;;) {
      let inner = 0;
      for (const child of layout.childrenOf(node)) {
        if (left > from + rounding) break;
        if (left + layout.weightOf(child) >= to - rounding && layout.weightOf(child) > 0) {
          inner = child;
          break;
        }
        left += layout.weightOf(child);
      }
      if (inner === 0) return node;
      node = inner;
      if (node === this.#zoomed && to - from >= layout.weightOf(node) - rounding) return node;
    }
  }
}
