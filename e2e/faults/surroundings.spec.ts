import { execFileSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { pictureOf } from '../fixtures/callTreePicture.ts';
import { JDKS, longJdks, type Jdk } from '../fixtures/jdks.ts';
import { recordOnce } from './recordOnce.ts';

/** What else a JVM may be or do: its children, its collectors. */

test.skip(process.platform !== 'linux', 'open files are read from /proc');

const COLLECTORS = ['Serial', 'Parallel', 'G1', 'Z', 'Shenandoah'];

for (const jdk of JDKS) {
  test(`children of the target inherit nothing of ours, ${jdk.name}`, async () => {
    const { report, output } = await recordOnce(jdk, 'Children', ['Children::root']);
    expect(report).toMatchObject({ complete: true, losses: [], droppedEvents: 0 });
    expect(report.roots).toMatchObject([{ method: 'Children.root', calls: 1 }]);
    const calls = report.roots[0].children.map(({ method, calls }) => [method, calls]);
    expect(calls).toContainEqual(['Children.child', 20]);
    expect(output).not.toContain('FAILED');
    const files = [...output.matchAll(/^CHILD .*-> (.*)$/gm)].map(([, file]) => file);
    expect(files.length).toBeGreaterThanOrEqual(20 * 4);
    expect(files.filter((file) => !/^(\/dev\/null|pipe:|\/proc\/\d+\/fd)/.test(file))).toEqual([]);
  });
}

for (const jdk of longJdks('newest')) {
  for (const collector of COLLECTORS) {
    test(`counts are exact beside the ${collector} collector, ${jdk.name}`, async () => {
      test.skip(!hasCollector(jdk, collector), `${jdk.name} here is built without ${collector}`);
      const { report, output } = await recordOnce(
        jdk,
        'Garbage',
        ['Garbage::root', '--count-trivial', 'off'],
        {
          jvmArgs: [`-XX:+Use${collector}GC`, '-Xmx64m', '-Xlog:gc'],
        },
      );
      expect(report).toMatchObject({ complete: true, losses: [], droppedEvents: 0 });
      expect(pictureOf(report.roots)).toEqual([
        'Garbage.root 4',
        '  Garbage.round 8000',
        '    Garbage.make 800000',
        '      Garbage$Node.<init> 800000',
      ]);
      expect(output.match(/\[gc *\] GC\(\d+\)/g)?.length).toBeGreaterThan(5);
    });
  }
}

function hasCollector(jdk: Jdk, name: string): boolean {
  try {
    execFileSync(jdk.tool('java'), [`-XX:+Use${name}GC`, '-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
