import { callPathOf, isSamePath, NO_PATH, type CallPath } from '../../../shared/analysis/callPath.ts';
import {
  FlameLayout,
  flameSearch,
  matchedShare,
  type FlameOrder,
  type FlameSearch,
} from '../../../shared/analysis/flameLayout.ts';
import { FlameWalk } from '../../../shared/analysis/flameWalk.ts';
import { backTraceOf, selectedEndingIn } from '../../../shared/analysis/selection.ts';
import { drained } from '../../../shared/base/drained.ts';
import { pairsIn } from '../../../shared/metrics/metric.ts';
import type { ViewInput, WorkerView } from '../table/workerView.ts';
import type { FlameAction, FlameAsk, FlamePicture, FlameShape, FlameSheet } from './flameFrame.ts';
import { flameSheet } from './flameSheet.ts';
import { WHOLE } from './flameSpans.ts';
import { FlameViewport } from './flameViewport.ts';
import { frameOf, pathTo, type LaidFlames } from './laidFlames.ts';
import { chosenValue, layFlames } from './layFlames.ts';
import { PackageFrames, packageNodeOf, packageSelection } from './packageFrames.ts';
import { PicturedFrames } from './picturedFrames.ts';

/** The frames of a call tree side by side: which of them is selected, pointed at, found, and what of that is in view. */
export class FlameGraphView implements WorkerView<FlameAsk, FlamePicture> {
  #laid: LaidFlames | null = null;
  #shape: FlameShape;
  readonly #packageFrames = new PackageFrames();
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
  /** What is looked for, be there anything to look in or not. */
  #sought = '';
  #search: { readonly text: string; readonly found: FlameSearch; readonly share: number } | null = null;
  readonly #viewport = new FlameViewport();
  #changed = true;
  #sheet: { readonly sheet: FlameSheet; readonly levelCount: number } | null = null;
  readonly #pictured = new PicturedFrames();

  constructor(shape: FlameShape = 'calls') {
    this.#shape = shape;
  }

  *update(input: ViewInput, selection: CallPath, isChosen: boolean): Generator<void, CallPath | null> {
    let laid = yield* this.#laidOf(input);
    // From here on without a break: what was asked meanwhile is in these fields and moves on from there.
    if (laid.shape !== this.#shape || laid.value !== chosenValue(this.#value, input))
      laid = drained(this.#laidOf(input));
    const before = this.#laid;
    const isSame = before?.input.recording === input.recording && before.input.tree.length > 1;
    if (isSame) this.#viewport.follow(before, laid);
    else this.#viewport.zoomTo(0, WHOLE);
    this.#laid = laid;
    this.#changed = true;
    this.#find(this.#sought);
    if (isSame && before.input.generation === input.generation) {
      if (before.generation !== laid.generation) this.#renumber(before, laid);
      return null;
    }
    this.#selection = selection;
    this.#pointed = { node: 0, frames: 1 };
    this.#select(this.#nodeAt(laid, selection));
    if (isChosen) this.#reveal(); // what no reader has selected may be as narrow as noise
    return before === null ? this.#lookFor(laid) : null;
  }

  /** Goes to what was looked for before there was anything. */
  #lookFor(laid: LaidFlames): CallPath | null {
    if (!this.#search || this.#isOnMatch(laid)) return null;
    this.#findWidest(laid);
    if (this.#selected === 0) return null;
    this.#selection = this.#selectionAt(laid);
    return this.#selection;
  }

  *#laidOf(input: ViewInput): Generator<void, LaidFlames> {
    const shape = this.#shape;
    const last = this.#laid;
    const colors = last?.input.recording === input.recording ? last.colors : null;
    const wish = { shape, order: this.#order, value: this.#value };
    const laid = yield* layFlames(input, wish, this.#packageFrames, colors);
    const before = this.#laid;
    const hasSameNodes =
      shape === 'calls' &&
      before?.shape === 'calls' &&
      before.input.recording === input.recording &&
      before.input.generation === input.generation;
    if (!hasSameNodes) this.#generation++;
    return { ...laid, generation: this.#generation };
  }

  /** Inverted, a method that is selected elsewhere is where its own time is: who called it is above. */
  #nodeAt({ layout, shape, packages }: LaidFlames, selection: CallPath): number {
    if (packages) return packageNodeOf(packages, selection);
    return layout.nearestAt(shape === 'callers' ? backTraceOf(selection).slice(0, 1) : selection);
  }

  /** What was selected and pointed at stays so. */
  #renumber(before: LaidFlames, after: LaidFlames): void {
    const now = (node: number): number => after.layout.nearestAt(callPathOf(before.layout.tree, node));
    this.#selected = now(this.#selected);
    this.#pointed = { node: now(this.#pointed.node), frames: this.#pointed.frames };
  }

  select(path: CallPath, isChosen: boolean): void {
    if (!this.#laid || (this.#laid.shape !== 'calls' && isSamePath(path, this.#selection))) return;
    this.#selection = path;
    this.#select(this.#nodeAt(this.#laid, path));
    this.#changed = true;
    if (isChosen) this.#reveal();
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
    if (!laid) {
      this.#keep(ask);
      return null;
    }
    const selectedBefore = this.#selected;
    this.#obey(ask, laid);
    const isClick = ask.kind === 'select' || ask.kind === 'zoom';
    if (this.#selected === 0 || (this.#selected === selectedBefore && !isClick)) return null;
    this.#selection = this.#selectionAt(laid);
    return this.#selection;
  }

  /** Nothing is laid yet: how it is to be shown, and what is looked for, hold from the first picture on. */
  #keep(ask: FlameAsk): void {
    if (ask.kind === 'order') this.#order = ask.order;
    else if (ask.kind === 'search') this.#sought = ask.text;
  }

  #selectionAt({ layout, shape, packages, input }: LaidFlames): CallPath {
    if (packages) return packageSelection(packages, this.#selected, this.#selection, input);
    const path = callPathOf(layout.tree, this.#selected);
    if (shape === 'calls') return path;
    return selectedEndingIn(input.tree, this.#selection, path.toReversed(), input.comparison?.tree.a);
  }

  get selectedTitle(): string | null {
    return this.#laid?.names.titleAt(this.#selected)?.long ?? null;
  }

  get callersAbove(): number {
    const laid = this.#laid;
    return laid?.shape === 'callers' ? Math.max(0, pathTo(laid.layout, this.#selected).length - 1) : 0;
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
      shape: laid.shape,
      selections: this.#selections,
      ...this.#sheet,
      ...this.#viewport.told,
      zoomed: pathTo(layout, this.#viewport.innermost(laid)).map((at) => ({
        node: at,
        method: laid.names.methodAt(at),
        title: laid.names.titleAt(at),
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
    const { methodAt } = this.#laid.names;
    for (const id of this.#sheet?.sheet.method ?? []) if (id >= 0) yield id;
    for (const node of [this.#selected, this.#pointed.node]) if (node > 0) yield methodAt(node);
    for (const node of pathTo(this.#laid.layout, this.#viewport.innermost(this.#laid))) yield methodAt(node);
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
    if (this.#laid.shape === 'callers') this.#sheet = null; // the levels up to it are made
    this.#viewport.reveal(this.#selected, this.#laid.layout);
  }

  #reorder(order: FlameOrder, laid: LaidFlames): void {
    if (order === this.#order) return;
    this.#order = order;
    const layout = new FlameLayout(laid.layout.drawn, laid.names.ranks, order);
    const after = { ...laid, layout, walk: new FlameWalk(layout) };
    this.#viewport.follow(laid, after);
    this.#laid = after;
    this.#sheet = null;
  }

  /** Packages stand as they are. */
  #invert(isInverted: boolean): void {
    const shape = isInverted ? 'callers' : 'calls';
    if (this.#shape === 'packages' || shape === this.#shape) return;
    this.#shape = shape;
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
    this.#find(this.#sought);
    this.#viewport.zoomTo(0, WHOLE);
  }

  #find(text: string): void {
    this.#sought = text;
    this.#sheet = null;
    if (!this.#laid || text === '') {
      this.#search = null;
      return;
    }
    const { names, searched, layout } = this.#laid;
    const matches = names.matches(text);
    this.#search = {
      text,
      found: flameSearch(layout.tree, matches),
      share: matchedShare(searched.tree, searched.weights, matches, 0),
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
