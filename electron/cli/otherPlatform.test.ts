import { afterEach, beforeEach, expect, it } from 'vitest';
import { sluice } from './testing/commandLine.ts';

/** A system on which no JVM can be found: what is asked of one is told that, not that there is none. */

const { platform } = process;
beforeEach(() => void Object.defineProperty(process, 'platform', { value: 'win32' }));
afterEach(() => void Object.defineProperty(process, 'platform', { value: platform }));

const WHY = 'On Windows running JVMs are neither listed nor attached to yet.';
const REMEDY = 'sluice launch --root PATTERN -o FILE -- java ...';

it.each([
  [['list']],
  [['list', '--format', 'json']],
  [['record', '4711', '--root', 'a.B::c', '-o', 'never.sluice']],
  [['sample', 'Shop']],
  [['threads', '4711']],
  [['doctor', '4711']],
])('%s says that it cannot be there, and what can', async (args) => {
  const { code, out, err } = await sluice(...args);
  expect(err).toContain(WHY);
  expect(err).toContain(REMEDY);
  expect(err).not.toContain('No running JVM');
  expect({ code, out }).toEqual({ code: 3, out: '' });
});

it('doctor has it as an obstacle', async () => {
  const { code, out } = await sluice('doctor', '--format', 'json');
  const { machine } = JSON.parse(out) as { machine: readonly { id: string }[] };
  expect(machine).toContainEqual(expect.objectContaining({ id: 'platform', state: 'problem', text: WHY }));
  expect(machine.map(({ id }) => id)).not.toContain('jvms');
  expect(code).toBe(3);
});
