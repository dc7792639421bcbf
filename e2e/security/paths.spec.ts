import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { filesBelow, haystacksWith } from '../../electron/engine/testing/secretSearch.ts';
import { spawnCli } from '../fixtures/cli.ts';
import { JDKS } from '../fixtures/jdks.ts';
import { startTarget } from '../fixtures/targets.ts';
import { PathWatch, type SeenPath } from './pathWatch.ts';

const FOLDERS = ['/dev/shm', '/tmp', '/var/tmp'];
const PRIVATE: Readonly<Record<SeenPath['kind'], RegExp>> = {
  folder: /^700$/,
  file: /^600$/,
  socket: /^600$/,
  other: /^$/,
};

test.skip(process.platform !== 'linux', 'the folders that Sluice shares with a JVM are those of Linux');

for (const jdk of JDKS) {
  test(`every path of a session is private at every instant, none is left, and the secret is in none: ${jdk.name}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'paths-'));
    const state = join(folder, 'state');
    mkdirSync(state);
    const target = await startTarget(jdk, 'Polymorphism');
    const trigger = `\\.attach_pid${target.pid}$`;
    const watch = await PathWatch.start(
      [...FOLDERS, process.cwd()],
      new RegExp(`^sluice-(session-|\\d+$)|^${trigger}`),
    );
    // Nothing but what Sluice asks for itself keeps others out.
    const umask = process.umask(0);
    const stateHome = process.env.XDG_STATE_HOME;
    process.env.XDG_STATE_HOME = state;
    const file = join(folder, 'a.sluice');
    const tool = spawnCli(['record', String(target.pid), '--root', 'Polymorphism::root', '--output', file]);
    process.umask(umask);
    if (stateHome === undefined) delete process.env.XDG_STATE_HOME;
    else process.env.XDG_STATE_HOME = stateHome;
    try {
      await tool.stderr.waitFor(/^recording/);
      const ofThisTool = new RegExp(`/sluice-session-\\d+\\.${tool.pid}\\.|/${trigger}`);
      const left = FOLDERS.flatMap((parent) => readdirSync(parent).map((name) => join(parent, name)));
      expect(left.filter((path) => ofThisTool.test(path))).toEqual([]);
      const seenByOthers = {
        'command line of the tool': readFileSync(`/proc/${tool.pid}/cmdline`),
        'environment of the tool': readFileSync(`/proc/${tool.pid}/environ`),
      };
      await target.send('run');
      tool.kill('SIGINT');
      expect(await tool.code, tool.stderr.text).toBe(0);

      const { paths, sessionFiles } = await watch.end();
      const ours = paths.filter(({ path }) => ofThisTool.test(path) || /\/sluice-\d+(\/|$)/.test(path));
      expect(ours.filter(({ kind, mode }) => !PRIVATE[kind].test(mode))).toEqual([]);
      const names = new Set(ours.map(({ path }) => path.replace(/^.*\//, '').replace(/\d+/g, 'N')));
      expect([...names]).toEqual(expect.arrayContaining(['session', 'events', 'agent.sock', '.attach_pidN']));

      const [, text] = [...sessionFiles].find(([path]) => ofThisTool.test(path)) ?? ['', ''];
      const secret = Buffer.from(/^secret=(.*)$/m.exec(text)?.[1] ?? '', 'hex');
      expect(secret.byteLength).toBe(32);
      const told = { ...seenByOthers, 'what the tool says': tool.stdout.text + tool.stderr.text };
      const files = filesBelow(folder);
      expect(Object.keys(files)).toContain(file);
      expect(haystacksWith(secret, { ...told, ...files })).toEqual([]);
    } finally {
      tool.kill('SIGKILL');
      await target.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
