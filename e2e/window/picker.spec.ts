import { button, expect, idle, test } from './fakeWindow.ts';

test('a class that loads while its name is looked for comes into the list by itself', async ({
  window,
  server,
}) => {
  await button(window, 'Try the demo').click();
  await window.getByRole('textbox', { name: 'Find class or method' }).fill('late.Arrival');
  await expect(window.getByText('No loaded class has “late.Arrival” in its name')).toBeVisible();
  server.engine.lateClasses.push('org.late.Arrival');
  const classes = window.getByRole('listbox', { name: 'Loaded classes' });
  await expect(classes.getByRole('option', { name: 'Arrival org.late' })).toBeVisible();
  await classes.getByRole('option').click();
  await idle(window);
  server.engine.lateClasses.push('org.late.ArrivalBoard');
  await expect(classes.getByRole('option')).toHaveCount(2);
  await expect(classes.getByRole('option', { selected: true })).toHaveAccessibleName('Arrival org.late');
});
