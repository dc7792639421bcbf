import { callPathOf, nearestAtPath, type CallPath } from '../../../shared/analysis/callPath.ts';
import {
  FlameLayout,
  flameSearch,
  matchedShare,
  type FlameOrder,
  type FlameSearch,
  type FlameSpan,
} from '../../../shared/analysis/flameLayout.ts';
import { treeNumbers } from '../../../shared/analysis/comparedSource.ts';
import { FlameWalk } from '../../../shared/analysis/flameWalk.ts';
import type { ExactTree } from '../../../shared/cct/cctTable.ts';
import { colorsOfTree } from '../../../shared/model/packageColors.ts';
import { outlineOf } from '../../../shared/model/transformedDiff.ts';
import { ComparedRows } from '../table/comparedRows.ts';
import type { ViewInput, WorkerView } from '../workerView.ts';
import type { FlameAction, FlameAsk, FlameFrame, FlamePicture, FlameSheet } from './flameFrame.ts';
import { moved, revealing, WHOLE, widened, widthOf, withinWhole } from './flameSpans.ts';

/** Boxes sent beyond each edge of what is in view, in widths and heights of the view. */
const MARGIN = 0.5;
const LEAST_PX = 1;
/** A selected frame that is narrower cannot be seen. */
const LEAST_SELECTED_PX = 3;
/** Before the page has said how much it shows. */
const FIRST_LOOK = { view: WHOLE, widthPx: 1000, topLevel: 0, viewLevels: 60 };

/** One moment of the tree as it lies there. */
interface Laid {
  readonly input: ViewInput;
  readonly layout: FlameLayout;
  readonly walk: FlameWalk;
  readonly allCalls: number;
  readonly compared: ComparedRows | null;
  readonly colors: FlamePicture['colors'];
  /** NodeIndex -> ns, of those that were asked for. */
  readonly totalErrorNs: Map<number, number>;
}

/**
 * The frames of a call tree side by side: which are wide enough to be drawn where the reader looks, and where that is while
 * the tree changes four times a second. What the reader has zoomed to is part of a frame, and moves with it.
 */
export class FlameGraphView implements WorkerView<FlameAsk, FlamePicture> {
  #laid: Laid | null = null;
  #order: FlameOrder = 'weight';
  /** NodeIndex, 0 = none. */
  #selected = 0;
  #pointed = { node: 0, frames: 1 };
  #search: { readonly text: string; readonly found: FlameSearch; readonly share: number } | null = null;
  /** Where the page is going; it is there when this equals what it looks at. */
  #view: FlameSpan = WHOLE;
  /** NodeIndex of the frame that was zoomed to last: of several as wide as the view, the one that the reader means. */
  #zoomed = 0;
  #look: { view: FlameSpan; widthPx: number; topLevel: number; viewLevels: number } = FIRST_LOOK;
  #zooms = 0;
  #moves = 0;
  /** The last one. */
  #move = { before: WHOLE, after: WHOLE };
  #reveals = 0;
  #changed = true;
  #sheet: { readonly sheet: FlameSheet; readonly levelCount: number } | null = null;

  *update(input: ViewInput, selection: CallPath): Generator<void, CallPath | null> {
    const { comparison, timed } = input;
    // As wide as the larger side, so that what has vanished is seen as well.
    const drawn = comparison ? outlineOf(comparison.tree) : frozen(input);
    const layout = new FlameLayout(drawn, input.methods.nameRanks, this.#order);
    yield;
    const allCalls = input.tree.calls.reduce((sum, count) => sum + count, 0);
    yield;
    const last = this.#laid;
    const colors = colorsOfTree(
      drawn,
      input.methods,
      last?.input.recording === input.recording ? last.colors : null,
    );
    yield;
    // From here on without a break: what was asked meanwhile is in these fields and moves on from there.
    const before = this.#laid;
    const laid: Laid = {
      input,
      layout,
      walk: new FlameWalk(layout),
      allCalls,
      compared: comparison && new ComparedRows(treeNumbers(comparison, timed)),
      colors,
      totalErrorNs: new Map<number, number>(),
    };
    const isSame = before?.input.recording === input.recording && before.input.tree.length > 1;
    if (isSame) this.#follow(before, laid);
    else this.#zoomTo(0, WHOLE);
    this.#laid = laid;
    this.#changed = true;
    this.#find(this.#search?.text ?? '');
    if (isSame && before.input.generation === input.generation) return null;
    this.#pointed = { node: 0, frames: 1 };
    this.#selected = nearestAtPath(input.tree, selection);
    this.#reveal();
    return null;
  }

  select(path: CallPath): void {
    if (!this.#laid) return;
    this.#selected = nearestAtPath(this.#laid.input.tree, path);
    this.#changed = true;
    this.#reveal();
  }

  answer(ask: FlameAsk): CallPath | null {
    const laid = this.#laid;
    if (!laid) return null;
    const selectedBefore = this.#selected;
    this.#obey(ask, laid);
    const isClick = ask.kind === 'select' || ask.kind === 'zoom';
    if (this.#selected === 0 || (this.#selected === selectedBefore && !isClick)) return null;
    return callPathOf(laid.input.tree, this.#selected);
  }

  picture(): FlamePicture | null {
    const laid = this.#laid;
    if (!laid || !this.#changed) return null;
    this.#changed = false;
    this.#sheet ??= this.#lay(laid);
    const { input, layout, allCalls } = laid;
    const { node, frames } = this.#pointed;
    return {
      generation: input.generation,
      ...this.#sheet,
      view: this.#view,
      zooms: this.#zooms,
      moves: this.#moves,
      move: this.#move,
      reveals: this.#reveals,
      zoomed: pathTo(layout, this.#innermost(laid)).map((at) => ({
        node: at,
        method: input.tree.method[at],
      })),
      selected: this.#selected === 0 ? null : frameOf(laid, this.#selected, 1),
      pointed: node === 0 ? null : frameOf(laid, node, frames),
      order: this.#order,
      colors: laid.colors,
      timed: input.timed,
      search: this.#search && {
        text: this.#search.text,
        count: this.#search.found.below[0],
        place: laid.walk.matchPlace(this.#search.found, this.#selected),
        share: this.#search.share,
      },
      totalNs: input.tree.totalNs[0],
      allCalls,
    };
  }

  *shownMethods(): Iterable<number> {
    if (!this.#laid) return;
    const { method } = this.#laid.input.tree;
    for (const id of this.#sheet?.sheet.method ?? []) if (id >= 0) yield id;
    for (const node of [this.#selected, this.#pointed.node]) if (node > 0) yield method[node];
    for (const node of pathTo(this.#laid.layout, this.#innermost(this.#laid))) yield method[node];
  }

  #obey(ask: FlameAsk, laid: Laid): void {
    this.#changed = true;
    switch (ask.kind) {
      case 'look':
        this.#look = ask;
        // One that has not heard of the last zoom no longer says where the reader wants to be.
        if (ask.zooms === this.#zooms && ask.moves >= this.#moves - 1)
          this.#view =
            ask.moves === this.#moves ? ask.goal : moved(ask.goal, this.#move.before, this.#move.after);
        this.#sheet = null;
        return;
      case 'select':
      case 'zoom':
        if (ask.generation !== laid.input.generation) return; // what was clicked is no longer there
        if (ask.node > 0) this.#selected = ask.node;
        if (ask.kind === 'zoom') this.#zoomTo(ask.node, laid.layout.spanOf(ask.node));
        return;
      case 'point':
        if (ask.generation === laid.input.generation) this.#pointed = ask;
        return;
      case 'act':
        return this.#act(ask.action, laid);
      case 'order':
        return this.#reorder(ask.order, laid);
      case 'search':
        this.#find(ask.text);
        if (this.#search && !this.#isOnMatch(laid)) this.#findWidest(laid, this.#search.found);
        return;
    }
  }

  #act(action: FlameAction, laid: Laid): void {
    const { walk, layout } = laid;
    const at = this.#selected;
    switch (action) {
      case 'zoomSelected':
        return this.#zoomTo(at, layout.spanOf(at));
      case 'zoomAll':
        return this.#zoomTo(0, WHOLE);
      case 'findNext':
        return this.#findNext(laid, 1);
      case 'findPrevious':
        return this.#findNext(laid, -1);
      case 'parent':
        return this.#walkTo(layout.tree.parent[at]);
      case 'child':
        return this.#walkTo(walk.widestChild(at));
      case 'previous':
        return this.#walkTo(walk.sibling(at, -1));
      case 'next':
        return this.#walkTo(walk.sibling(at, 1));
      case 'root':
        return this.#walkTo(walk.root(at));
      case 'leaf':
        return this.#walkTo(walk.hotLeaf(at));
    }
  }

  /** Nothing selected yet: any key goes to the widest root. */
  #walkTo(node: number): void {
    const to = this.#selected === 0 ? (this.#laid?.walk.widestChild(0) ?? 0) : node;
    if (to <= 0) return;
    this.#selected = to;
    this.#reveal();
  }

  #zoomTo(node: number, span: FlameSpan): void {
    if (widthOf(span) <= 0) return; // without time there is nothing to see
    this.#view = span;
    this.#zoomed = node;
    this.#zooms++;
    this.#reveals++;
  }

  /** The selected frame, or the nearest above it that has time, comes into view. */
  #reveal(): void {
    if (!this.#laid || this.#selected === 0) return;
    this.#reveals++;
    const { layout } = this.#laid;
    let node = this.#selected;
    while (node > 0 && layout.weights[node] === 0) node = layout.tree.parent[node];
    const view = revealing(this.#view, layout.spanOf(node), LEAST_SELECTED_PX / this.#look.widthPx);
    if (view === this.#view) return;
    this.#view = view;
    this.#zooms++;
  }

  #reorder(order: FlameOrder, laid: Laid): void {
    if (order === this.#order) return;
    this.#order = order;
    const layout = new FlameLayout(laid.layout.tree, laid.input.methods.nameRanks, order);
    const after = { ...laid, layout, walk: new FlameWalk(layout) };
    this.#follow(laid, after);
    this.#laid = after;
    this.#sheet = null;
  }

  /** What is in view stays part of the same frame. */
  #follow(before: Laid, after: Laid): void {
    const node = this.#innermost(before);
    const path = callPathOf(before.input.tree, node);
    const { tree } = after.layout;
    const isSame = before.input.generation === after.input.generation;
    const now = isSame ? node : nearestAtPath(tree, path);
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
  #innermost({ layout }: Laid): number {
    const { weights } = layout;
    const whole = weights[0];
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
        if (left + weights[child] >= to - rounding && weights[child] > 0) {
          inner = child;
          break;
        }
        left += weights[child];
      }
      if (inner === 0) return node;
      node = inner;
      if (node === this.#zoomed && to - from >= weights[node] - rounding) return node;
    }
  }

  #find(text: string): void {
    this.#sheet = null;
    if (!this.#laid || text === '') {
      this.#search = null;
      return;
    }
    const { input, layout } = this.#laid;
    const matches = input.methods.matches(text);
    this.#search = {
      text,
      found: flameSearch(input.tree, matches),
      share: matchedShare(input.tree, layout.weights, matches, 0),
    };
  }

  #isOnMatch({ input }: Laid): boolean {
    return this.#selected > 0 && this.#search?.found.methodMatches[input.tree.method[this.#selected]] === 1;
  }

  #findWidest({ walk }: Laid, found: FlameSearch): void {
    const node = walk.widestMatch(found);
    if (node === 0) return;
    this.#selected = node;
    this.#reveal();
  }

  #findNext({ walk }: Laid, step: 1 | -1): void {
    if (!this.#search) return;
    const { found } = this.#search;
    const node = step > 0 ? walk.nextMatch(found, this.#selected) : walk.previousMatch(found, this.#selected);
    if (node === 0) return;
    this.#selected = node;
    this.#reveal();
  }

  #lay({ input, layout, compared }: Laid): { readonly sheet: FlameSheet; readonly levelCount: number } {
    const { view, widthPx, topLevel, viewLevels } = this.#look;
    const span = widened(view, MARGIN);
    const sheetPx = (widthPx * widthOf(span)) / widthOf(view);
    const boxes = layout.boxes({
      span,
      widthPx: sheetPx,
      leastPx: LEAST_PX,
      search: this.#search?.found ?? null,
    });
    const levelCount = boxes.levels.length - 1;
    const firstLevel = Math.max(0, Math.min(levelCount, Math.floor(topLevel - viewLevels * MARGIN)));
    const endLevel = Math.min(levelCount, Math.ceil(topLevel + viewLevels * (1 + MARGIN)));
    const first = boxes.levels[firstLevel];
    const end = boxes.levels[Math.max(firstLevel, endLevel)];
    const node = boxes.node.slice(first, end);
    const sheet = {
      span,
      widthPx: sheetPx,
      firstLevel,
      length: end - first,
      levels: boxes.levels.slice(firstLevel, Math.max(firstLevel, endLevel) + 1).map((box) => box - first),
      node,
      method: node.map((at) => input.tree.method[at]),
      x0: boxes.x0.slice(first, end),
      x1: boxes.x1.slice(first, end),
      frames: boxes.frames.slice(first, end),
      matches: boxes.matches.slice(first, end),
      changes: compared && Float32Array.from(node, (at) => compared.changedShare(at)),
    };
    return { sheet, levelCount };
  }
}

/** What a reader has zoomed to is found again by the widths of the moment before. */
function frozen({ tree, live }: ViewInput): ExactTree {
  return live ? { ...tree, totalNs: tree.totalNs.slice() } : tree;
}

/** From the root down to the node; empty of row 0. */
function pathTo({ tree }: FlameLayout, node: number): number[] {
  const path: number[] = [];
  for (let at = node; at > 0; at = tree.parent[at]) path.push(at);
  return path.reverse();
}

function frameOf(
  { input, layout, compared, totalErrorNs: known }: Laid,
  node: number,
  frames: number,
): FlameFrame {
  const { tree } = input;
  const totalErrorNs = known.get(node) ?? errorBelow(tree, node);
  known.set(node, totalErrorNs);
  const { method, counted, calls, selfNs, totalNs, errorNs } = tree;
  return {
    node,
    method: method[node],
    level: pathTo(layout, node).length,
    span: layout.spanOf(node),
    isCounted: compared?.isCounted(node) ?? counted[node] === 1,
    calls: calls[node],
    selfNs: selfNs[node],
    totalNs: totalNs[node],
    errorNs: errorNs[node],
    totalErrorNs,
    compared: compared?.row(node) ?? null,
    frames,
  };
}

/** ns at and below a node. O(nodes). */
function errorBelow({ length, parent, errorNs }: ExactTree, node: number): number {
  const isBelow = new Uint8Array(length);
  isBelow[node] = 1;
  let sum = errorNs[node];
  for (let at = node + 1; at < length; at++) {
    if (isBelow[parent[at]] === 0) continue;
    isBelow[at] = 1;
    sum += errorNs[at];
  }
  return sum;
}
