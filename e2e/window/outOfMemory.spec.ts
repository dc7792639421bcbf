import { readFile } from 'node:fs/promises';
import { button, expect, record, test } from './fakeWindow.ts';

/** No column of the worker's tree may be longer: as in a browser that has no more memory. */
const LONGEST_COLUMN = 20_000;
const WITHOUT_MEMORY = `
  for (const name of ['Int32Array', 'Float64Array']) {
    globalThis[name] = new Proxy(globalThis[name], {
      construct(column, args) {
        if (args[0] > ${LONGEST_COLUMN}) throw new RangeError('Array buffer allocation failed');
        return Reflect.construct(column, args);
      },
    });
  }
`;

// More contexts than that, at once.
test.use({ engineOptions: { bytesPerSecond: 50e6 } });

test('a call tree that outgrows the memory of the page is told with what to do, ends the stream, and can be saved', async ({
  window,
}) => {
  await window.route('**/cctWorker.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: WITHOUT_MEMORY + (await response.text()) });
  });
  const ended = window.waitForEvent('requestfailed', (request) => request.url().includes('/events/'));
  await record(window);
  const alert = window.getByRole('alert');
  await expect(alert).toContainText('There is not enough memory: Array buffer allocation failed');
  await expect(alert).toContainText('choose a smaller root, or exclude methods that are called most');
  await ended;
  await button(window, 'Stop').click();
  await expect(button(window, 'Start')).toBeEnabled();
  const download = window.waitForEvent('download');
  await window.keyboard.press('Control+s');
  expect((await readFile(await (await download).path())).length).toBeGreaterThan(LONGEST_COLUMN);
});
