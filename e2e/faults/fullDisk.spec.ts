import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { seededRandom } from '../../shared/testing/arbitraryEvents.ts';
import { waitUntil } from '../../electron/engine/testing/javaFixture.ts';
import { CLI, reportOf, runCli, startRecording } from '../fixtures/cli.ts';
import { JDKS, longJdks, type Jdk } from '../fixtures/jdks.ts';
import { LineReader } from '../fixtures/lineReader.ts';
import { startTarget, targetCommand } from '../fixtures/targets.ts';

/** A disk that is full, and a save that does not come to its end. */

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const ROOT = 'Polymorphism::root';
const KILLS = process.env.SLUICE_LONG ? 100 : 15;
const SEED = 28;
/** From the moment that a save has begun. */
const SAVED_WITHIN_MS = 20;
const OLDER = 'the file that was there before';

test.skip(process.platform !== 'linux', 'small file systems are mounted in a namespace of their own');

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-full-disk-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

for (const jdk of longJdks('newest')) {
  test(`where /dev/shm is full the files lie elsewhere, and the recording is whole, ${jdk.name}`, async () => {
    test.skip(!canMount(), 'mounting needs root');
    const file = join(folder, 'elsewhere.sluice');
    const { code, stderr } = await launchWithSmall(['/dev/shm'], jdk, file);
    expect(code, stderr).toBe(0);
    expect(await reportOf(file)).toMatchObject({ complete: true, losses: [], droppedEvents: 0 });
  });

  test(`where every place for the shared files is full nothing begins, and a sentence says what is needed, ${jdk.name}`, async () => {
    test.skip(!canMount(), 'mounting needs root');
    const { code, stderr, stdout } = await launchWithSmall(['/dev/shm', '/var/tmp', '/tmp'], jdk, '/nowhere');
    expect(code).toBeGreaterThan(0);
    expect(stderr).toMatch(/no place for the files that it shares with the JVM.*MiB free/s);
    expect(stderr).toMatch(/must be writable for the user of the JVM, with \d+ MiB free/);
    expect(stdout).not.toContain('READY');
  });
}

for (const jdk of JDKS) {
  test(`a recording whose place is gone when it ends leaves the target as it was, ${jdk.name}`, async () => {
    const target = await startTarget(jdk, 'Polymorphism');
    try {
      const place = mkdtempSync(join(folder, 'gone-'));
      const recording = await startRecording(target.pid, ROOT, join(place, 'run.sluice'));
      rmSync(place, { recursive: true });
      await target.send('run');
      const { code, stderr } = await recording.stop();
      expect(code).toBeGreaterThan(0);
      expect(stderr).toMatch(
        /run\.sluice could not be written: there is no folder .*\. *\n? *Make that folder, or choose another one\./s,
      );
      await target.send('run');
      expect(target.errors.text).not.toMatch(/Sluice|Exception/);
    } finally {
      await target.stop();
    }
  });
}

test('a save that is killed at any instant leaves the older file or the next one, whole', async () => {
  test.setTimeout(60_000 + KILLS * 5_000);
  const [jdk] = JDKS;
  const recorded = join(folder, 'recorded.sluice');
  const target = await startTarget(jdk, 'Crowd');
  try {
    const recording = await startRecording(target.pid, 'Crowd::root', recorded);
    await target.send('run');
    expect(await recording.stop()).toMatchObject({ code: 0 });
  } finally {
    await target.stop();
  }
  const saved = join(folder, 'saved.csv');
  const convert = ['convert', recorded, '-o', saved];
  expect(await runCli(convert)).toMatchObject({ code: 0 });
  const whole = readFileSync(saved, 'utf8');
  const random = seededRandom(SEED);
  for (let kill = 0; kill < KILLS; kill++) {
    writeFileSync(saved, OLDER);
    const begun = readdirSync(folder).length;
    const cli = spawn(process.execPath, [CLI, ...convert], { stdio: 'ignore' });
    const closed = once(cli, 'close');
    await waitUntil(() => readdirSync(folder).length > begun, 'the beginning of the save');
    await delay(random() * SAVED_WITHIN_MS);
    cli.kill('SIGKILL');
    await closed;
    expect([OLDER, whole].includes(readFileSync(saved, 'utf8')), `after kill ${kill}`).toBe(true);
  }
});

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** `sluice launch` of a program, both in a namespace where these folders have 64 kB. */
async function launchWithSmall(folders: readonly string[], jdk: Jdk, file: string): Promise<Ended> {
  // The project itself may lie in one of them.
  const mounts = [
    `mount --bind ${PROJECT} /mnt`,
    ...folders.map((at) => `mount -t tmpfs -o size=64k none ${at}`),
    `mkdir -p ${PROJECT}`,
    `mount --bind /mnt ${PROJECT}`,
  ];
  const java = [jdk.tool('java'), ...targetCommand(jdk, 'Polymorphism', ['run'])];
  const launch = [process.execPath, CLI, 'launch', '--root', ROOT, '--output', file, '--', ...java];
  const child = spawn('unshare', ['-m', 'sh', '-c', `${mounts.join(' && ')} && exec "$@"`, 'sh', ...launch], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stdout = new LineReader(child.stdout);
  const stderr = new LineReader(child.stderr);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code: code ?? -1, stdout: stdout.text, stderr: stderr.text };
}

function canMount(): boolean {
  const args = ['-m', 'sh', '-c', 'mount -t tmpfs none /mnt'];
  return spawnSync('unshare', args, { stdio: 'ignore' }).status === 0;
}
