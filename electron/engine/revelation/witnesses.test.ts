import { describe, expect, it } from 'vitest';
import { bench, recording } from '../testing/revelationBench.ts';
import { recordingRequest } from '../../../shared/testing/recordingRequest.ts';

/** So many statements of 8 bytes, of 2 bytes, and a return. */
const codeOf = (eights: number, twos = 0): string =>
  'x++; '.repeat(eights) + Array.from({ length: twos }, (_, i) => `int y${i} = 1;`).join(' ');

/** `large` has 7,980 bytes: a probe does not fit beside the 8,000 that the JIT compiles, a witness does. In `full`, 7,997, nothing does. */
const SOURCE = `
  class Main { static void root() { if (Long.x > 0) { Long.large(); new Long(); } Long.large(); } }
  class Near { static void root() { Full.full(); Full.large(); } }
  class Long {
    static int x;
    Long() { ${codeOf(996)} }
    static void large() { ${codeOf(997)} Other.called(); }
  }
  class Full {
    static int x;
    static void large() { ${codeOf(997)} }
    static void full() { ${codeOf(999, 2)} }
  }
  class Other { static void called() { } }`;
const LARGE = /^Method Long\.large\(\) is not measured: .* from 7,980 to 8,\d\d\d bytes.*\[tooLongForJit\]$/;
const MADE = /^Method Long\.<init>\(\) is not measured: .*\[tooLongForJit\]$/;
const FULL = /^Method Full\.full\(\) is not measured: .*\[tooLongForJit\]$/;

describe.each(['lazy', 'eager', 'everything'] as const)('a method without a probe, %s,', (scheme) => {
  it.each(['was loaded before', 'loads later'])('whose class %s is told when it is called', async (when) => {
    const loaded = when === 'loads later' ? ['Main', 'Other'] : ['Main', 'Long', 'Other'];
    const { jvm, revelation } = await recording(SOURCE, loaded, { scheme });
    if (scheme === 'lazy') await jvm.invoke('Main.root');
    await jvm.load('Long');
    if (when === 'loads later') await jvm.load('Long');
    await expect.poll(() => jvm.probed()).toContain('Other.called'); // as it tells of no first invocation
    expect(revelation.stats()).toMatchObject({ refusals: [], notMeasured: 0 });
    jvm.callUnmeasured('Long.large');
    expect(revelation.stats()).toMatchObject({ refusals: [expect.stringMatching(LARGE)], notMeasured: 1 });
    jvm.callUnmeasured('Long.<init>');
    jvm.callUnmeasured('Long.large');
    const both = [expect.stringMatching(LARGE), expect.stringMatching(MADE)];
    expect(revelation.stats()).toMatchObject({ refusals: both, notMeasured: 2 });
  });

  it('is told at once where it has no room for a witness, and others of its class keep theirs', async () => {
    const { jvm, revelation } = await recording(SOURCE, ['Near', 'Full'], {
      roots: ['Near::root'],
      scheme,
    });
    if (scheme === 'lazy') await jvm.invoke('Near.root');
    expect(revelation.stats()).toMatchObject({ refusals: [expect.stringMatching(FULL)], notMeasured: 1 });
    jvm.callUnmeasured('Full.large');
    expect(revelation.stats().notMeasured).toBe(2);
  });
});

it('a method without a probe is told at once where the JVM refuses its witness', async () => {
  const { jvm, revelation } = await bench(
    'class Main { static void root() { Only.large(); } } class Only { static int x; static void large() { ' +
      `${codeOf(997)} } }`,
    ['Main', 'Only'],
  );
  jvm.refuses.add('Only');
  await revelation.start(
    recordingRequest('Main::root', { clock: 'none', scheme: 'eager', excludes: ['!Only::<init>'] }),
  );
  const told = expect.stringMatching(
    /^Method Only\.large\(\) is not measured: .*\[tooLongForJit\]$/,
  ) as unknown;
  expect(revelation.stats().refusals).toContainEqual(told);
});

describe('a root without a probe', () => {
  it('beside others is told when it is called', async () => {
    const { jvm, revelation } = await recording(SOURCE, ['Main', 'Long', 'Other'], {
      roots: ['Main::root', 'Long::large'],
    });
    expect(revelation.stats()).toMatchObject({ refusals: [], notMeasured: 0 });
    jvm.callUnmeasured('Long.large');
    expect(revelation.stats()).toMatchObject({ refusals: [expect.stringMatching(LARGE)], notMeasured: 1 });
  });

  it('and without others is refused with its reason', async () => {
    const { revelation } = await bench(SOURCE, ['Long', 'Other']);
    const request = recordingRequest('Long::large', { clock: 'none', countTrivial: false });
    await expect(revelation.start(request)).rejects.toMatchObject({
      code: 'not-instrumentable',
      message: expect.stringMatching(/No root .* Method Long\.large\(\) is not measured/) as unknown,
    });
    await revelation.stop();
  });

  it('is forgotten with its recording', async () => {
    const { jvm, revelation } = await recording(SOURCE, ['Main', 'Long', 'Other'], {
      roots: ['Main::root', 'Long::large'],
    });
    await revelation.stop();
    await revelation.start(recordingRequest('Main::root', { clock: 'none', excludes: ['Long'] }));
    revelation.handlers.witnessed([...jvm.methods.keys()]);
    expect(revelation.stats()).toMatchObject({ refusals: [], notMeasured: 0 });
  });
});
