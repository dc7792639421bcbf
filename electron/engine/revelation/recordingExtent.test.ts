import { expect, it } from 'vitest';
import { recordingRequest } from '../../../shared/testing/recordingRequest.ts';
import { PaperJvm } from '../testing/paperJvm.ts';
import { recordingExtent } from './recordingExtent.ts';

const SOURCE = `
  package shop;
  class Order { void place() { } }
  class Invoice { void print() { } }
  class NotLoaded { void work() { } }`;

it('counts what is loaded and not left out, and reads no class file', async () => {
  const jvm = await PaperJvm.of(SOURCE, ['shop.Order', 'shop.Invoice']);
  const listed = { listClasses: () => jvm.listClasses() };
  const classesOf = async (change: Parameters<typeof recordingRequest>[1]): Promise<number> =>
    (await recordingExtent(listed, recordingRequest('shop.Order::place', change))).classes;
  expect(await classesOf({})).toBe(2);
  expect(await classesOf({ includes: ['shop.In*'] })).toBe(1);
  expect(await classesOf({ excludes: ['shop.Invoice'] })).toBe(1);
  expect(await classesOf({ includeCore: true })).toBeGreaterThan(2);
  await expect(classesOf({ includes: ['shop.('] })).rejects.toMatchObject({ code: 'usage' });
});
