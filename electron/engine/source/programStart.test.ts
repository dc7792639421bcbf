import { readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { splitOptions } from '../jvms/javaOptions.ts';
import { ClassPathFiles } from '../testing/classPathFiles.ts';
import { compileJava, removeFolder, SLEEPER, startJvm, TEST_JDKS } from '../testing/javaFixture.ts';
import { programStartOf } from './programStart.ts';

const classes = compileJava('Sleeper', SLEEPER);
const files = new ClassPathFiles('program start');
afterAll(() => {
  removeFolder(classes);
  files.remove();
});

/** How a program that runs with these words of each JDK was started. */
async function startsOf(...words: readonly string[]) {
  const starts = [];
  for (const java of TEST_JDKS) {
    const jvm = await startJvm({ java, arguments: words });
    try {
      starts.push({
        launcher: realpathSync(join(java.home, 'bin/java')),
        ...(await programStartOf(jvm.pid)),
      });
    } finally {
      await jvm.stop();
    }
  }
  return starts;
}

it("is the program's own java, its words, its folder, and its main method", async () => {
  const words = ['-Xmx64m', '-Dtitle=two words', '-cp', classes, 'Sleeper', `it's`, ''];
  for (const { launcher, commandLine, folder, root } of await startsOf(...words)) {
    expect(splitOptions(commandLine)).toEqual([launcher, ...words]);
    expect({ folder, root }).toEqual({ folder: realpathSync(tmpdir()), root: 'Sleeper::main' });
  }
});

it.each([
  ['Main-Class: Sleeper', 'Sleeper::main'],
  ['Main-Class: Sleeper\r\nStart-Class: com.acme.shop.Shop', 'com.acme.shop.Shop::main'],
])('has the main method that a jar says it starts in the end: %j', async (attributes, root) => {
  const jar = await files.jar(`${root.length}.jar`, [
    'META-INF/MANIFEST.MF',
    `Manifest-Version: 1.0\r\n${attributes}\r\nClass-Path: file://${classes}/\r\n`,
  ]);
  for (const start of await startsOf('-jar', jar)) expect(start.root).toBe(root);
});

it('has no agent of an earlier launch, whose tool is gone', async () => {
  const agent = compileJava('Quiet', 'public class Quiet { public static void premain(String options) { } }');
  const manifest = ['META-INF/MANIFEST.MF', 'Manifest-Version: 1.0\r\nPremain-Class: Quiet\r\n'] as const;
  const jar = async (name: string) =>
    files.jar(name, manifest, ['Quiet.class', readFileSync(join(agent, 'Quiet.class'))]);
  files.folder('tracing', 'readme');
  const [ours, others] = [await jar('agent-0a1b.jar'), await jar(join('tracing', 'agent-2.jar'))];
  removeFolder(agent);
  const words = ['-cp', classes, 'Sleeper'];
  for (const { launcher, commandLine } of await startsOf(
    `-javaagent:${ours}=x`,
    `-javaagent:${others}=x`,
    ...words,
  ))
    expect(splitOptions(commandLine)).toEqual([launcher, `-javaagent:${others}=x`, ...words]);
});

it('is not found where no JVM runs', async () => {
  await expect(programStartOf(1 << 30)).rejects.toThrow(`No JVM runs with PID ${1 << 30}.`);
});
