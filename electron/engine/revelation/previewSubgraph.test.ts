import { expect, it } from 'vitest';
import { recordingRequest } from '../../../shared/testing/recordingRequest.ts';
import { previewSubgraph } from './previewSubgraph.ts';
import { bench, recording } from '../testing/revelationBench.ts';

const SOURCE = `
  package shop;
  class Order { void place() { new Invoice().print(); Later.work(); } void forgotten() { } }
  class Invoice { void print() { line(); } void line() { System.exit(1); } void unused() { } }
  class Later { static void work() { } }`;
const LOADED = ['shop.Order', 'shop.Invoice'];
const REQUEST = recordingRequest('shop.Order::place');

it('tells what would be instrumented, by package, and changes nothing', async () => {
  const { jvm } = await bench(SOURCE, LOADED);
  expect(await previewSubgraph(jvm, REQUEST)).toEqual({
    roots: ['shop.Order::place'],
    methods: 4,
    classes: 2,
    packages: [{ name: 'shop', classes: 2, methods: 4 }],
    refusals: [],
    refused: 0,
  });
  expect(jvm.probed()).toEqual([]);
  expect(jvm.log).toEqual([]);
});

it('can be had while a recording runs, which goes on', async () => {
  const { jvm } = await recording(SOURCE, ['shop.Order'], { roots: ['shop.Order::place'] });
  const before = jvm.probed();
  expect((await previewSubgraph(jvm, { ...REQUEST, roots: ['shop.Order'] })).methods).toBe(3);
  expect(jvm.probed()).toEqual(before);
});

it('refuses what the start would refuse', async () => {
  const { jvm } = await bench(SOURCE, ['shop.Order']);
  await expect(previewSubgraph(jvm, { ...REQUEST, roots: ['shop.Order::palce'] })).rejects.toMatchObject({
    code: 'root-not-found',
  });
});
