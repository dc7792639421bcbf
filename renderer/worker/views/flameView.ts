import { callPathOf, isSamePath, NO_PATH, type CallPath } from '../../../shared/analysis/callPath.ts';
import {
  FlameLayout,
  flameSearch,
  matchedShare,
  type FlameOrder,
  type FlameSearch,
} from '../../../shared/analysis/flameLayout.ts';
import { BackTraces } from '../../../shared/analysis/backTraces.ts';
import { comparedCallers, treeNumbers } from '../../../shared/analysis/comparedSource.ts';
import { callFlames, flameWeights, invertedFlames } from '../../../shared/analysis/flameTree.ts';
import { FlameWalk } from '../../../shared/analysis/flameWalk.ts';
import { backTraceOf, selectedEndingIn } from '../../../shared/analysis/selection.ts';
import { drained } from '../../../shared/base/drained.ts';
import type { ExactTree } from '../../../shared/cct/cctTable.ts';
import { pairsIn, type MetricPair } from '../../../shared/metrics/metric.ts';
import { colorsOfTree } from '../../../shared/rows/packageColors.ts';
import { outlineOf } from '../../../shared/compare/transformedDiff.ts';
import { ComparedRows } from '../table/comparedRows.ts';
import type { ViewInput, WorkerView } from '../table/workerView.ts';
import type { FlameAction, FlameAsk, FlamePicture, FlameSheet } from './flameFrame.ts';
import { flameSheet } from './flameSheet.ts';
import { WHOLE } from './flameSpans.ts';
import { FlameViewport } from './flameViewport.ts';
import { frameOf, pathTo, type LaidFlames } from './laidFlames.ts';
import { PicturedFrames } from './picturedFrames.ts';

/** The frames of a call tree side by side: which of them is selected, pointed at, found, and what of that is in view. */
export class FlameGraphView implements WorkerView<FlameAsk, FlamePicture> {
  #laid: LaidFlames | null = null;
  #isInverted = false;
  #generation = 0;
  /** What is selected in all views. */
  #selection: CallPath = NO_PATH;
  #order: FlameOrder = 'weight';
  /** As asked for; null: nobody has chosen. */
  #value: string | null = null;
  /** NodeIndex, 0 = none. */
  #selected = 0;
  #selections = 0;
  #pointed = { node: 0, frames: 1 };
  #search: { readonly text: string; readonly found: FlameSearch; readonly share: number } | null = null;
  readonly #viewport = new FlameViewport();
  #changed = true;
  #sheet: { readonly sheet: FlameSheet; readonly levelCount: number } | null = null;
  readonly #pictured = new PicturedFrames();

  *update(input: ViewInput, selection: CallPath): Generator<void, CallPath | null> {
    let laid = yield* this.#laidOf(input);
    // From here on without a break: what was asked meanwhile is in these fields and moves on from there.
    if (laid.isInverted !== this.#isInverted || laid.value !== chosenValue(this.#value, input))
      laid = drained(this.#laidOf(input));
    const before = this.#laid;
    const isSame = before?.input.recording === input.recording && before.input.tree.length > 1;
    if (isSame) this.#viewport.follow(before, laid);
    else this.#viewport.zoomTo(0, WHOLE);
    this.#laid = laid;
    this.#changed = true;
    this.#find(this.#search?.text ?? '');
    if (isSame && before.input.generation === input.generation) {
      if (before.generation !== laid.generation) this.#renumber(before, laid);
      return null;
    }
    this.#selection = selection;
    this.#pointed = { node: 0, frames: 1 };
    this.#select(this.#nodeAt(laid, selection));
    this.#reveal();
    return null;
  }

  *#laidOf(input: ViewInput): Generator<void, LaidFlames> {
    const { comparison, timed } = input;
    const isInverted = this.#isInverted;
    // As wide as the larger side, so that what has vanished is seen as well.
    const whole = comparison ? outlineOf(comparison.tree) : frozen(input);
    const value = chosenValue(this.#value, input);
    const drawn = value === null ? whole : inPlaceOfTimes(whole, value);
    const callers = comparison && isInverted ? comparedCallers(comparison, timed, null, [drawn]) : null;
    const flames = callers
      ? invertedFlames(callers.rows, ({ beside: [widths] }) => widths)
      : isInverted
        ? invertedFlames(new BackTraces(whole, null, [drawn]), ({ beside: [widths] }) => widths)
        : callFlames(drawn);
    const numbers = callers?.numbers ?? (comparison && treeNumbers(comparison, timed));
    const layout = new FlameLayout(flames, input.methods.nameRanks, this.#order);
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
    const before = this.#laid;
    const hasSameNodes =
      !isInverted &&
      before?.isInverted === false &&
      before.input.recording === input.recording &&
      before.input.generation === input.generation;
    if (!hasSameNodes) this.#generation++;
    return {
      input,
      drawn,
      isInverted,
      value,
      generation: this.#generation,
      layout,
      walk: new FlameWalk(layout),
      allCalls,
      compared: numbers && new ComparedRows(numbers),
      colors,
      totalErrorNs: new Map<number, number>(),
    };
  }

  /** Inverted, a method that is selected elsewhere is where its own time is: who called it is above. */
  #nodeAt({ layout, isInverted }: LaidFlames, selection: CallPath): number {
    return layout.nearestAt(isInverted ? backTraceOf(selection).slice(0, 1) : selection);
  }

  /** What was selected and pointed at stays so. */
  #renumber(before: LaidFlames, after: LaidFlames): void {
    const now = (node: number): number => after.layout.nearestAt(callPathOf(before.layout.tree, node));
    this.#selected = now(this.#selected);
    this.#pointed = { node: now(this.#pointed.node), frames: this.#pointed.frames };
  }

  select(path: CallPath): void {
    if (!this.#laid || (this.#laid.isInverted && isSamePath(path, this.#selection))) return;
    this.#selection = path;
    this.#select(this.#nodeAt(this.#laid, path));
    this.#changed = true;
    this.#reveal();
  }

  answer(ask: FlameAsk): CallPath | null {
    if (ask.kind === 'invert') {
      this.#invert(ask.isInverted);
      return null;
    }
    if (ask.kind === 'value') {
      this.#value = ask.value;
      this.#layAnew();
      return null;
    }
    const laid = this.#laid;
    if (!laid) return null;
    const selectedBefore = this.#selected;
    this.#obey(ask, laid);
    const isClick = ask.kind === 'select' || ask.kind === 'zoom';
    if (this.#selected === 0 || (this.#selected === selectedBefore && !isClick)) return null;
    const path = callPathOf(laid.layout.tree, this.#selected);
    const { tree, comparison } = laid.input;
    this.#selection = laid.isInverted
      ? selectedEndingIn(tree, this.#selection, path.toReversed(), comparison?.tree.a)
      : path;
    return this.#selection;
  }

  get callersAbove(): number {
    const laid = this.#laid;
    return laid?.isInverted ? Math.max(0, pathTo(laid.layout, this.#selected).length - 1) : 0;
  }

  picture(): FlamePicture | null {
    const laid = this.#laid;
    if (!laid || !this.#changed) return null;
    this.#changed = false;
    this.#sheet ??= flameSheet(
      laid,
      this.#viewport.look,
      this.#found(laid),
      pathTo(laid.layout, this.#selected).length + 1,
    );
    this.#pictured.remember(laid);
    const { input, layout, allCalls } = laid;
    const { node, frames } = this.#pointed;
    const found = this.#found(laid);
    return {
      generation: laid.generation,
      isInverted: laid.isInverted,
      selections: this.#selections,
      ...this.#sheet,
      ...this.#viewport.told,
      zoomed: pathTo(layout, this.#viewport.innermost(laid)).map((at) => ({
        node: at,
        method: layout.tree.method[at],
      })),
      selected: this.#selected === 0 ? null : frameOf(laid, this.#selected, 1),
      pointed: node === 0 ? null : frameOf(laid, node, frames),
      order: this.#order,
      values: input.comparison ? [] : pairsIn([input.tree]).map(({ id }) => id),
      value: laid.value?.id ?? '',
      colors: laid.colors,
      timed: input.timed,
      search: this.#search && {
        text: this.#search.text,
        count: found?.below[0] ?? 0,
        place: found ? laid.walk.matchPlace(found, this.#selected) : 0,
        share: this.#search.share,
      },
      totalNs: input.tree.totalNs[0],
      allCalls,
    };
  }

  *shownMethods(): Iterable<number> {
    if (!this.#laid) return;
    const { method } = this.#laid.layout.tree;
    for (const id of this.#sheet?.sheet.method ?? []) if (id >= 0) yield id;
    for (const node of [this.#selected, this.#pointed.node]) if (node > 0) yield method[node];
    for (const node of pathTo(this.#laid.layout, this.#viewport.innermost(this.#laid))) yield method[node];
  }

  #obey(ask: Exclude<FlameAsk, { readonly kind: 'invert' | 'value' }>, laid: LaidFlames): void {
    this.#changed = true;
    switch (ask.kind) {
      case 'look':
        this.#viewport.looked(ask);
        this.#sheet = null;
        return;
      case 'select':
      case 'zoom': {
        const node = this.#nodeNow(ask, laid);
        if (node === null) return; // what was clicked is no longer there
        if (node > 0) this.#select(node);
        if (ask.kind === 'zoom') this.#viewport.zoomTo(node, laid.layout.spanOf(node));
        return;
      }
      case 'point': {
        const node = this.#nodeNow(ask, laid);
        if (node !== null) this.#pointed = { node, frames: ask.frames };
        return;
      }
      case 'act':
        return this.#act(ask.action, laid);
      case 'order':
        return this.#reorder(ask.order, laid);
      case 'search':
        this.#find(ask.text);
        if (this.#search && !this.#isOnMatch(laid)) this.#findWidest(laid);
        return;
    }
  }

  /** Of a frame in the picture that the reader saw. */
  #nodeNow({ generation, node }: { generation: number; node: number }, laid: LaidFlames): number | null {
    if (node === 0 || generation === laid.generation) return node;
    return this.#pictured.nodeNow(generation, node, laid);
  }

  #select(node: number): void {
    if (node !== this.#selected) this.#selections++;
    this.#selected = node;
  }

  #act(action: FlameAction, laid: LaidFlames): void {
    const { walk, layout } = laid;
    const at = this.#selected;
    switch (action) {
      case 'zoomSelected':
        return this.#viewport.zoomTo(at, layout.spanOf(at));
      case 'zoomAll':
        return this.#viewport.zoomTo(0, WHOLE);
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
    this.#select(to);
    this.#reveal();
  }

  /** The selected frame comes into view. */
  #reveal(): void {
    if (!this.#laid || this.#selected === 0) return;
    if (this.#laid.isInverted) this.#sheet = null; // the levels up to it are made
    this.#viewport.reveal(this.#selected, this.#laid.layout);
  }

  #reorder(order: FlameOrder, laid: LaidFlames): void {
    if (order === this.#order) return;
    this.#order = order;
    const layout = new FlameLayout(laid.layout.drawn, laid.input.methods.nameRanks, order);
    const after = { ...laid, layout, walk: new FlameWalk(layout) };
    this.#viewport.follow(laid, after);
    this.#laid = after;
    this.#sheet = null;
  }

  #invert(isInverted: boolean): void {
    if (isInverted === this.#isInverted) return;
    this.#isInverted = isInverted;
    this.#layAnew();
  }

  /** Where other numbers decide how wide frames are. */
  #layAnew(): void {
    if (!this.#laid) return;
    this.#laid = drained(this.#laidOf(this.#laid.input));
    this.#changed = true;
    this.#pointed = { node: 0, frames: 1 };
    this.#select(this.#nodeAt(this.#laid, this.#selection));
    this.#selections++; // its numbers are others
    this.#find(this.#search?.text ?? '');
    this.#viewport.zoomTo(0, WHOLE);
  }

  #find(text: string): void {
    this.#sheet = null;
    if (!this.#laid || text === '') {
      this.#search = null;
      return;
    }
    const { input, drawn, layout } = this.#laid;
    const matches = input.methods.matches(text);
    this.#search = {
      text,
      found: flameSearch(layout.tree, matches),
      share: matchedShare(drawn, flameWeights(drawn), matches, 0),
    };
  }

  /** Frames that have come into being since it was searched are searched as well. */
  #found({ layout }: LaidFlames): FlameSearch | null {
    if (!this.#search) return null;
    const { found } = this.#search;
    if (found.below.length !== layout.tree.length)
      this.#search = { ...this.#search, found: flameSearch(layout.tree, found.methodMatches) };
    return this.#search.found;
  }

  #isOnMatch({ layout }: LaidFlames): boolean {
    return this.#selected > 0 && this.#search?.found.methodMatches[layout.tree.method[this.#selected]] === 1;
  }

  #findWidest(laid: LaidFlames): void {
    const found = this.#found(laid);
    const node = found ? laid.walk.widestMatch(found) : 0;
    if (node === 0) return;
    this.#select(node);
    this.#reveal();
  }

  #findNext(laid: LaidFlames, step: 1 | -1): void {
    const found = this.#found(laid);
    if (!found) return;
    const { walk } = laid;
    const node = step > 0 ? walk.nextMatch(found, this.#selected) : walk.previousMatch(found, this.#selected);
    if (node === 0) return;
    this.#select(node);
    this.#reveal();
  }
}

/** What was asked for, if there is any; at first times, or where there are none the first further metric. */
function chosenValue(asked: string | null, { tree, timed, comparison }: ViewInput): MetricPair | null {
  const pairs = comparison ? [] : pairsIn([tree]);
  if (asked !== null) return pairs.find(({ id }) => id === asked) ?? null;
  return timed ? null : (pairs.at(0) ?? null);
}

/** The same nodes, whose widths are those of the metric. */
function inPlaceOfTimes(tree: ExactTree, { self, total }: MetricPair): ExactTree {
  return { ...tree, selfNs: self.valuesOf(tree), totalNs: total.valuesOf(tree) };
}

/** What a reader has zoomed to is found again by the widths of the moment before. */
function frozen({ tree, live }: ViewInput): ExactTree {
  return live ? { ...tree, totalNs: tree.totalNs.slice() } : tree;
}
