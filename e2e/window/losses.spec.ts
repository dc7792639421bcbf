import { button, expect, idle, record, test, tree } from './fakeWindow.ts';

test('an exit without its entry is told while it is recorded, with what it means, and in the file', async ({
  window,
  server,
}) => {
  const status = window.getByRole('status');
  const clause = 'the recording is incomplete: 1 entry or exit has no other half';
  await record(window);
  await expect(tree(window)).toBeVisible();
  await expect(window.getByText('Unpaired', { exact: true })).toHaveCount(0);
  server.engine.loseEntry();
  await expect(status).toContainText(clause);
  const unpaired = window.locator('.recordingNumber-bad', { hasText: 'Unpaired' });
  await expect(unpaired).toContainText('1');
  await expect(unpaired).toHaveAttribute('title', /Thread\.stop.*Callers are right again/);
  await button(window, 'Stop').click();
  await expect(button(window, 'Start')).toBeEnabled();
  await idle(window);
  await expect(status).toContainText(clause);
  await expect(status).not.toContainText('every count is exact');
  await button(window, 'Start').click();
  await expect(button(window, 'Stop')).toBeEnabled();
  await expect(status).not.toContainText('incomplete');
  server.engine.loseEntry();
  await expect(status).toContainText(clause);
  await button(window, 'Snapshot').click();
  await expect(status).toContainText('incomplete: 1 entry or exit has no other half');
  await expect(window.getByRole('heading', { name: 'sluice.demo.Demo' })).toBeVisible();
  // The first one, which was stopped, and the snapshot: it is written.
  await expect.poll(async () => (await server.engine.keptRecordings()).length).toBe(2);
});

test('events that are dropped are told in the status line while it is recorded', async ({
  window,
  server,
}) => {
  await record(window);
  await expect(tree(window)).toBeVisible();
  server.engine.changeStatus({ droppedEvents: 7000, complete: false, losses: ['7,000 events were dropped'] });
  await expect(window.getByRole('status')).toContainText(
    'the recording is incomplete: 7,000 events were dropped',
  );
});
