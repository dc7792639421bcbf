import { expect, it } from 'vitest';
import { recordingRequest } from '../../../shared/testing/recordingRequest.ts';
import { PaperJvm } from '../testing/paperJvm.ts';
import { recordingExtent } from './recordingExtent.ts';

const SOURCE = `
  package shop;
  class Order { void place() { } }
  class Invoice { void print() { } }
  class NotLoaded { void work() { } }`;

const unasked = (): Promise<never> => Promise.reject(new Error('it is small'));

it('counts what is loaded and not left out, and reads no class file', async () => {
  const jvm = await PaperJvm.of(SOURCE, ['shop.Order', 'shop.Invoice']);
  const listed = { listClasses: () => jvm.listClasses() };
  const classesOf = async (change: Parameters<typeof recordingRequest>[1]): Promise<number> =>
    (await recordingExtent(listed, recordingRequest('shop.Order::place', change), unasked)).classes;
  expect(await classesOf({})).toBe(2);
  expect(await classesOf({ includes: ['shop.In*'] })).toBe(1);
  expect(await classesOf({ excludes: ['shop.Invoice'] })).toBe(1);
  expect(await classesOf({ includeCore: true })).toBeGreaterThan(2);
  await expect(classesOf({ includes: ['shop.('] })).rejects.toMatchObject({ code: 'usage' });
});

it('tells the jars of a large one', async () => {
  const jvm = await PaperJvm.of(SOURCE, ['shop.Order']);
  const listed = {
    listClasses: async () => {
      const told = await jvm.listClasses();
      const order = told.classes.find(({ name }) => name === 'shop.Order');
      return {
        ...told,
        classes: Array.from({ length: 2_000 }, (_, i) => ({ ...order!, name: `shop.Order${i}` })),
      };
    },
  };
  const places = async (): Promise<ReadonlyMap<string, string>> =>
    Promise.resolve(new Map([['shop', 'shop-1.0.jar']]));
  const { groups } = await recordingExtent(listed, recordingRequest('shop.Order::place'), places);
  expect(groups).toEqual([{ name: 'shop', classes: 2_000, places: ['shop-1.0.jar'] }]);
});
