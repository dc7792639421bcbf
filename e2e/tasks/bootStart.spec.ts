import { buildApplication, startApplication } from '../applications/application.ts';
import { APPLICATIONS } from '../applications/applications.ts';
import { ensure } from '../../shared/base/assert.ts';
import { expect, test } from './task.ts';
import { TASK_JDK } from './taskProgram.ts';

const source = ensure(
  APPLICATIONS.find(({ name }) => name === 'lending'),
  'the Spring Boot application',
);
/** To start some 10,000 classes with probes in them, beside other work. */
const START = { timeout: 240_000 };

/** A Spring Boot application takes long to start: what does it do? */
test('a Boot application that runs: three steps to what its start spends its time on', async ({
  folder,
  open,
}) => {
  test.setTimeout(3 * START.timeout);
  const classPath = buildApplication(TASK_JDK, source, folder.path);
  const application = await startApplication(TASK_JDK, source, classPath, { cwd: folder.path });
  try {
    const { page, person, row, button, grid } = await open();
    await person.click(row(application));
    await person.click(button('Launch Instead…'));
    await expect(page.getByRole('textbox', { name: 'Root methods' })).toHaveValue(
      `${source.mainClass}::main`,
    );
    await expect(page.getByRole('textbox', { name: 'Working folder' })).toHaveValue(folder.path);
    await expect(page.getByRole('textbox', { name: 'Command' })).toHaveValue(
      new RegExp(`^/.*/java -Xmx1g -cp .* ${source.mainClass}$`),
    );
    await person.click(button('Launch and record'));
    // Its input is closed: it starts, serves, and ends.
    await expect(page.getByRole('status').first()).toContainText('every count is exact', START);
    const tree = grid('Call Tree');
    await expect(tree.getByRole('row', { name: /SpringApplication\.refreshContext/ })).toBeVisible();
    await expect(
      tree.getByRole('row', { name: /EntityManagerFactoryBean\.afterPropertiesSet/ }).first(),
    ).toBeVisible();
    person.took(3, 240);
  } finally {
    await application.stop();
  }
});
