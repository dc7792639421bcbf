import { describe, expect, it } from 'vitest';
import type { RecordingRequest } from '../../../shared/ipc/engineApi.ts';
import { recordingRequest } from '../../../shared/testing/recordingRequest.ts';
import { bench, recording } from '../testing/revelationBench.ts';

const SOURCE = `
  class Request { }
  enum Verb { GET, PUT }
  class Shop { static void order(Request request) { } static void order(Verb verb) { } static void order(int n) { } }
  class Main { static void root() { } }`;
const WAITING = { allowUnloadedRoots: true };

const startOf = async (root: string, change: Partial<RecordingRequest>, loaded: readonly string[]) => {
  const { revelation, jvm } = await bench(SOURCE, loaded);
  const outcome = revelation.start(recordingRequest(root, { clock: 'none', ...change }), WAITING);
  await outcome.catch(() => revelation.stop());
  return { outcome, jvm };
};

describe('a root that is loaded', () => {
  it.each([
    [{ when: ['arg0 == GET'] }, '--when arg0 == GET'],
    [{ split: ['arg0'] }, '--split arg0'],
  ])('is refused at the start where its argument cannot be read: %o', async (change, option) => {
    const { outcome } = await startOf('Shop::order(Request)', change, ['Shop', 'Request']);
    await expect(outcome).rejects.toMatchObject({
      code: 'usage',
      message: `${option}: root Shop::order(Request) cannot be asked: its type is Request, and numbers, booleans, chars, strings and enums can be read.`,
      remedy: expect.stringContaining('Name roots that all have such an argument') as string,
    });
  });

  it('is refused at the start where its thread is to be told, and its methods are called for that', async () => {
    const { outcome } = await startOf('java.lang.Thread::run', { split: ['thread'] }, ['Main']);
    await expect(outcome).rejects.toMatchObject({
      code: 'usage',
      message:
        '--split thread: root java.lang.Thread::run() cannot be asked: Sluice itself calls methods of its class for it.',
      remedy: expect.stringContaining('Name a root of another class') as string,
    });
  });

  it('is no end of a search where an agent tells of a class that is its own superclass', async () => {
    const { revelation, jvm } = await bench(SOURCE, ['Shop', 'Request']);
    const told = await jvm.listClasses();
    jvm.listClasses = () =>
      Promise.resolve({
        ...told,
        classes: told.classes.map((loaded) =>
          loaded.name === 'Request' ? { ...loaded, superId: loaded.classId } : loaded,
        ),
      });
    const request = recordingRequest('Shop::order(Request)', { clock: 'none', when: ['arg0 == GET'] });
    await expect(revelation.start(request)).rejects.toMatchObject({ code: 'usage' });
    await revelation.stop();
  });
});

describe('a root that loads later', () => {
  const request = { roots: ['Shop::order'], when: ['arg0 == GET'] };
  const NOTE =
    'note: --when arg0 == GET: root Shop::order(Request) is asked of a Request, which is not loaded yet: it can be read only if that is an enum.';

  it('gets no probe where its argument cannot be read, and the report names it when it is called', async () => {
    const { jvm, revelation, notes } = await recording(SOURCE, ['Main', 'Request', 'Verb'], request, WAITING);
    await jvm.load('Shop');
    expect(jvm.probed()).toEqual(['Shop.order!']); // that of the enum
    expect(revelation.stats()).toMatchObject({ refusals: [], notMeasured: 0 });
    jvm.callUnmeasured('Shop.order');
    const { refusals, notMeasured } = revelation.stats();
    expect(refusals).toHaveLength(2);
    expect(notMeasured).toBe(2);
    expect(refusals.join()).toContain('Method Shop.order(Request) is not measured: --when arg0 == GET: its');
    expect(refusals.join()).toContain('Method Shop.order(int) is not measured');
    expect(notes).toEqual([]);
  });

  it('gets one where the type is not loaded yet, which is told once, and keeps it whatever that is', async () => {
    const { jvm, revelation, notes } = await recording(SOURCE, ['Main', 'Verb'], request, WAITING);
    await jvm.load('Shop');
    expect(notes).toEqual([NOTE]);
    await jvm.load('Request');
    const again = revelation.handlers.rewriteClass(jvm.classIdOf('Shop'), jvm.originalOf('Shop'));
    expect(again).toEqual(jvm.bytesOf('Shop'));
    expect(jvm.probed()).toEqual(['Shop.order!', 'Shop.order!']);
    jvm.callUnmeasured('Shop.order');
    expect(revelation.stats().refusals).toHaveLength(1); // order(int)
    expect(notes).toEqual([NOTE]);
  });
});
