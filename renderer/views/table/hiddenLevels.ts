/** Levels that stay indented when only deeper rows are in view: they tell that these are deep. */
const SHOWN_LEVELS = 12;
/** More leave a method no room in its column: 280 of some 640 px in a window of 1280. */
const MOST_LEVELS = 20;
/** Left out are so many, or twice as many: were it told to the level, nearly every step of a scroll would move all names. */
const LEVELS_AT_ONCE = 8;

/** How many levels of indentation are left out, as all rows in view are deeper. @param depths of those rows */
export function hiddenLevels(depths: readonly number[]): number {
  if (depths.length === 0) return 0;
  const shallowest = Math.min(...depths);
  const wanted = Math.max(shallowest - SHOWN_LEVELS, Math.max(...depths) - MOST_LEVELS);
  return Math.min(shallowest, LEVELS_AT_ONCE * Math.ceil(Math.max(0, wanted) / LEVELS_AT_ONCE));
}
