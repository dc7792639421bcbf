/**
 * Does work for each item, so many at a time, in their order.
 * @template Item, Result
 * @param {readonly Item[]} items
 * @param {readonly Place[]} places what each worker has for itself: a folder, a number
 * @param {(item: Item, place: Place) => Promise<Result>} work
 * @returns {Promise<Result[]>} in the order of the items
 * @template Place
 */
export async function sideBySide(items, places, work) {
  const waiting = [...items.entries()];
  const results = [];
  await Promise.all(
    places.map(async (place) => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [index, item] = next;
        results[index] = await work(item, place);
      }
    }),
  );
  return results;
}
