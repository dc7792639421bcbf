import { atom, type Atom } from '../../state/atom.ts';
import type { FlameDirection } from './flameStage.ts';

/** Of the window: the same for all recordings, and after a visit to another view. */
export const flameDirection: Atom<FlameDirection> = atom<FlameDirection>('flame');

export function turnFlameGraph(): void {
  flameDirection.update((direction) => (direction === 'flame' ? 'icicle' : 'flame'));
}
