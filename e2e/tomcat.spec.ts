import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { isThere, TOMCAT } from '../build/testPrograms.mjs';
import { reportOf, runCli } from './fixtures/cli.ts';
import { longJdks } from './fixtures/jdks.ts';
import { startTomcat } from './fixtures/tomcat.ts';

const ROOT =
  'jakarta.servlet.http.HttpServlet::service(jakarta.servlet.http.HttpServletRequest,jakarta.servlet.http.HttpServletResponse)';
const CONNECTIONS = 4;

test.skip(!isThere(TOMCAT), `not installed: ${TOMCAT.packages.join(', ')}`);

for (const jdk of longJdks('newest')) {
  test(`a server under load is profiled for 30 s and fails no request, ${jdk.name}`, async () => {
    test.setTimeout(180_000);
    const folder = mkdtempSync(join(tmpdir(), 'sluice-server-'));
    const server = await startTomcat(jdk);
    const load = server.startLoad(CONNECTIONS);
    try {
      await expect.poll(() => load.answered, { timeout: 60_000 }).toBeGreaterThan(100); // all JSPs are compiled
      const file = join(folder, 'server.sluice');
      const { code, stderr } = await runCli([
        ...['record', String(server.pid), '--root', ROOT, '--duration', '30s', '--output', file],
      ]);
      expect(code, stderr).toBe(0);
      const answered = load.answered;
      await expect.poll(() => load.answered, { timeout: 60_000 }).toBeGreaterThan(answered + 100);
      await load.stop();

      expect(load.failures).toEqual([]);
      const report = await reportOf(file);
      expect(report).toMatchObject({ complete: true, losses: [], droppedEvents: 0 });
      const [root] = report.roots;
      expect(root).toMatchObject({ method: 'jakarta.servlet.http.HttpServlet.service' });
      expect(root.calls).toBeGreaterThan(1_000);
      expect(report.methods.filter(({ calls }) => calls > 0).length).toBeGreaterThan(300);
      expect(server.log.text).not.toMatch(/VerifyError|LinkageError|NoClassDefFoundError/);
    } finally {
      await load.stop();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
