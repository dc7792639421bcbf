import { expect, test } from '@playwright/test';
import { pictureOf } from '../fixtures/callTreePicture.ts';
import { JDKS, longJdks } from '../fixtures/jdks.ts';
import { recordOnce } from './recordOnce.ts';

/** The root calls a method of an interface that all of them implement, so that all of them are instrumented. */
const CLASSES = process.env.SLUICE_LONG ? 100_000 : 20_000;
/** Each costs a swap, which takes the longer the more classes there are. */
const CALLED = 20;

for (const jdk of JDKS) {
  test(`1,000 threads within the root at once are recorded exactly, ${jdk.name}`, async () => {
    const { report, ...times } = await recordOnce(jdk, 'Crowd', ['Crowd::root', '--count-trivial', 'off']);
    expect(report).toMatchObject({ complete: true, losses: [], droppedEvents: 0 });
    expect(pictureOf(report.roots)).toEqual(['Crowd.root 1000', '  Crowd.call 100000']);
    tell(jdk.name, '1,000 threads', times);
  });
}

for (const jdk of longJdks('oldest')) {
  test(`a program of ${CLASSES} classes is attached to, recorded and left, ${jdk.name}`, async () => {
    test.setTimeout(300_000);
    const jvmArgs = ['-Xmx2g', `-Dclasses=${CLASSES}`, `-Dcalled=${CALLED}`];
    const { report, ...times } = await recordOnce(jdk, 'ManyClasses', ['ManyClasses::root'], { jvmArgs });
    expect(report).toMatchObject({ complete: true, losses: [], droppedEvents: 0 });
    const [root] = report.roots;
    expect(root).toMatchObject({ method: 'ManyClasses.root', calls: 1 });
    expect(root.children.map(({ calls }) => calls)).toEqual(Array.from({ length: CALLED }, () => 1));
    tell(jdk.name, `${CLASSES} classes`, times);
    expect(times.attachMs).toBeLessThan(60_000);
    expect(times.detachMs).toBeLessThan(20_000);
  });
}

function tell(
  jdk: string,
  what: string,
  times: { attachMs: number; recordMs: number; detachMs: number },
): void {
  const { attachMs, recordMs, detachMs } = times;
  console.log(
    `${jdk}, ${what}: attached and recording in ${attachMs} ms, ran ${recordMs} ms, detached in ${detachMs} ms`,
  );
}
