/** Which objects are followed until they are collected. */
export interface LiveTracking {
  /** Internal name of the class that is handed the objects: java/lang/SluiceLive. */
  readonly liveClass: string;
  /** @param made as Java writes it, qualified. 'some': one in so many bytes */
  followed(made: string): 'all' | 'some' | null;
}

/** What is made, as far as its packet depends on it: an object; an array; the arrays of a level, 1 and more, of an array of arrays. */
export type MadeShape =
  { readonly kind: 'object' | 'array' } | { readonly kind: 'below'; readonly level: number };

/** Hands objects of a class's code over. */
export interface LivePackets {
  /** @param made as Java writes it, qualified */
  follows(made: string): boolean;
  /**
   * Hands over what is on top of the stack, and leaves it there. Null if the pool is full.
   * @param local the probe's variable
   * @param code of the site, as words have it
   */
  packet(made: string, shape: MadeShape, local: number, code: number): readonly number[] | null;
}

/** A copy, its length, the probe, the site and a level: no packet takes more. */
export const LIVE_STACK = 5;
