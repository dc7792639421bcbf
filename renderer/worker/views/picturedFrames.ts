import { callPathOf } from '../../../shared/analysis/callPath.ts';
import type { ExactTree } from '../../../shared/cct/cctTable.ts';
import type { LaidFlames } from './laidFlames.ts';

/** The page has the last picture, or still the one before. */
const MOST_PICTURES = 2;

interface Pictured {
  readonly generation: number;
  readonly recording: number;
  readonly tree: Pick<ExactTree, 'length' | 'method' | 'parent'>;
}

/**
 * The frames of the last pictures of an inverted graph, or one of packages. Its nodes are numbered anew at each moment of a recording, so what a
 * reader clicks is often of the moment before: it is found again by its path. 8 bytes a node that was made, of two moments.
 */
export class PicturedFrames {
  #pictures: readonly Pictured[] = [];

  remember({ generation, input, shape, layout }: LaidFlames): void {
    if (shape === 'calls') return;
    const { length, method, parent } = layout.tree; // not the tree itself: it holds on to the whole moment
    const pictured = { generation, recording: input.recording, tree: { length, method, parent } };
    const others = this.#pictures.filter((picture) => picture.generation !== generation);
    this.#pictures = [...others, pictured].slice(-MOST_PICTURES);
  }

  /** @returns the node that the frame has now; null: it is not there any more */
  nodeNow(generation: number, node: number, { input, shape, layout }: LaidFlames): number | null {
    const pictured = this.#pictures.find((picture) => picture.generation === generation);
    if (shape === 'calls' || pictured?.recording !== input.recording) return null;
    const path = callPathOf(pictured.tree, node);
    const now = layout.nearestAt(path);
    return callPathOf(layout.tree, now).length === path.length ? now : null;
  }
}
