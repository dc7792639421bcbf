import { expect, it } from 'vitest';
import { exampleLock, exampleThread } from '../testing/exampleThread.ts';
import { programThreads, purposeOf } from './toolThreads.ts';

const PUMP = ['java.lang.Object.wait(Object.java:338)', 'sluice.agent.PumpThread.run(Unknown Source)'];

it('threads of the agent and of the Flight Recorder are the tool’s, and a namesake of the program’s is not', () => {
  const purpose = (name: string, frames: readonly string[]) => purposeOf(exampleThread(name, { frames }));
  expect(purpose('Sluice pump', PUMP)).toBe('tool');
  expect(purpose('JFR Periodic Tasks', ['java.lang.Object.wait(Native Method)'])).toBe('tool');
  expect(purpose('Sluice gate', ['demo.Canal.open(Canal.java:1)'])).toBe('program');
  expect(purpose('main', ['demo.Shop.main(Shop.java:1)'])).toBe('program');
  expect(purposeOf(exampleThread('Attach Listener', { activity: 'internal' }))).toBe('jvm');
});

it('a thread of the tool that holds what one of the program waits for is shown among those', () => {
  const pump = exampleThread('Sluice pump', { frames: PUMP, holds: [exampleLock('1')] });
  const main = exampleThread('main', { frames: ['A.a'], waitsFor: exampleLock('1') });
  const free = exampleThread('main', { frames: ['A.a'] });
  expect(programThreads([pump, main])).toEqual([pump, main]);
  expect(programThreads([pump, free])).toEqual([free]);
});
